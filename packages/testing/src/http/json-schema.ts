import type { ProblemError } from '@tempshare/sdk/types';
import { document } from '../gen/document.ts';

export type Schema = boolean | SchemaObject;
/** With keywords of JSON Schema 2020-12. */
interface SchemaObject {
  [keyword: string]: unknown;
  properties?: Record<string, Schema>;
  then?: Schema;
  else?: Schema;
  default?: unknown;
}

/** A value, its JSON Pointer, and the schema with the keyword. */
interface Checked {
  value: unknown;
  at: string;
  schema: SchemaObject;
}

type Rule<Expected> = (expected: Expected, checked: Checked) => ProblemError[];

/** Keywords that say nothing about a value by themselves. */
const ANNOTATIONS = ['default', 'then', 'else', 'x-pattern-message'];

/**
 * Returns the faults of a value, one for every broken keyword. Fills `default` into objects as it goes.
 * @throws Error for a keyword that the contract has begun to use and this file does not know.
 */
export function faultsOf(schema: Schema, value: unknown, at: string): ProblemError[] {
  if (schema === true) return [];
  if (schema === false) return fault(at, 'not_allowed_here', 'is not allowed together with the other fields');
  const found = Object.entries(schema).flatMap(([keyword, expected]) => {
    if (ANNOTATIONS.includes(keyword)) return [];
    const rule = (RULES as unknown as Record<string, Rule<unknown> | undefined>)[keyword];
    if (!rule)
      throw new Error(`The mock does not know the JSON Schema keyword "${keyword}" of the contract.`);
    return rule(expected, { value, at, schema });
  });
  fillDefaults(schema, value);
  return [...new Map(found.map((error) => [error.pointer + error.code, error])).values()];
}

/** Fills in defaults once every rule has seen which fields the caller sent. */
function fillDefaults({ properties = {} }: SchemaObject, value: unknown): void {
  if (!isObject(value)) return;
  for (const [name, schema] of Object.entries(properties))
    if (!(name in value) && typeof schema === 'object' && schema.default !== undefined)
      value[name] = schema.default;
}

const fault = (pointer: string, code: string, detail: string): ProblemError[] => [{ pointer, code, detail }];
const holds = (schema: Schema, value: unknown): boolean => faultsOf(schema, value, '').length === 0;
const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';
const member = (at: string, name: string): string =>
  `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** How many a value has of what a bound is on; NaN when it is of another kind. */
const SIZES = {
  /** Not UTF-16 code units. */
  characters: (value: unknown) => (typeof value === 'string' ? Array.from(value).length : NaN),
  items: (value: unknown) => (Array.isArray(value) ? value.length : NaN),
  fields: (value: unknown) => (isObject(value) ? Object.keys(value).length : NaN),
  value: (value: unknown) => (typeof value === 'number' ? value : NaN),
};

interface Faulty {
  code: string;
  detail: (bound: number) => string;
}

/** A bound on a size: its fault, and the message for a value beyond it. */
const bound =
  (
    size: keyof typeof SIZES,
    isBeyond: (size: number, bound: number) => boolean,
    faulty: Faulty,
  ): Rule<number> =>
  (limit, { value, at }) =>
    isBeyond(SIZES[size](value), limit) ? fault(at, faulty.code, faulty.detail(limit)) : [];
const least = (
  of: keyof typeof SIZES,
  code: string,
  detail = (bound: number) => `must NOT have fewer than ${bound} ${of}`,
) => bound(of, (size, limit) => size < limit, { code, detail });
const most = (
  of: keyof typeof SIZES,
  code: string,
  detail = (bound: number) => `must NOT have more than ${bound} ${of}`,
) => bound(of, (size, limit) => size > limit, { code, detail });

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function pick(reference: string): Schema {
  const steps = reference.slice(2).split('/');
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], document) as Schema;
}

const faultsOfAll = (schemas: Schema[], value: unknown, at: string): ProblemError[] =>
  schemas.flatMap((schema) => faultsOf(schema, value, at));

const RULES = {
  $ref: (reference: string, { value, at }) => faultsOf(pick(reference), value, at),
  type(types: string | string[], { value, at }) {
    const accepted = [types].flat();
    const actual = typeOf(value);
    if (typeof value === 'string' && !value.isWellFormed())
      return fault(at, 'unicode', 'must not contain a lone surrogate');
    if (accepted.includes(actual) || (accepted.includes('integer') && Number.isInteger(value))) return [];
    return fault(at, 'type', `must be ${accepted.join(',')}`);
  },
  enum: (values: unknown[], { value, at }) =>
    values.includes(value)
      ? []
      : fault(at, 'enum', `must be equal to one of the allowed values: ${values.join(', ')}`),
  const: (expected, { value, at }) =>
    value === expected ? [] : fault(at, 'const', 'must be equal to constant'),
  minLength: least('characters', 'min_length'),
  maxLength: most('characters', 'max_length'),
  minItems: least('items', 'min_items'),
  maxItems: most('items', 'max_items'),
  minProperties: least('fields', 'min_properties', () => 'must have at least one field'),
  minimum: least('value', 'minimum', (limit) => `must be >= ${limit}`),
  maximum: most('value', 'maximum', (limit) => `must be <= ${limit}`),
  exclusiveMinimum: bound('value', (size, limit) => size <= limit, {
    code: 'exclusive_minimum',
    detail: (limit) => `must be > ${limit}`,
  }),
  pattern: (pattern: string, { value, at, schema }) =>
    typeof value === 'string' && !new RegExp(pattern, 'u').test(value)
      ? fault(at, 'pattern', messageOf(schema) ?? `must match pattern "${pattern}"`)
      : [],
  format: (format: string, { value, at }) =>
    format === 'uri' && typeof value === 'string' && !URL.canParse(value)
      ? fault(at, 'format', `must match format "${format}"`)
      : [],
  uniqueItems: (_: unknown, { value, at }) =>
    Array.isArray(value) && new Set(value).size < value.length
      ? fault(at, 'unique_items', 'must NOT have duplicate items')
      : [],
  items: (schema: Schema, { value, at }) =>
    Array.isArray(value) ? value.flatMap((item, i) => faultsOf(schema, item, `${at}/${i}`)) : [],
  required: (names: string[], { value, at }) =>
    isObject(value)
      ? names
          .filter((name) => !(name in value))
          .flatMap((name) => fault(member(at, name), 'required', 'is required'))
      : [],
  properties(properties: Record<string, Schema>, { value, at }) {
    if (!isObject(value)) return [];
    return Object.entries(properties).flatMap(([name, schema]) =>
      name in value ? faultsOf(schema, value[name], member(at, name)) : [],
    );
  },
  additionalProperties: (_: unknown, { value, at, schema: { properties = {} } }) =>
    isObject(value)
      ? Object.keys(value)
          .filter((name) => !(name in properties))
          .flatMap((name) => fault(member(at, name), 'unknown_property', 'is not a field of this request'))
      : [],
  allOf: (schemas: Schema[], { value, at }) => faultsOfAll(schemas, value, at),
  anyOf: (schemas: Schema[], { value, at }) =>
    schemas.some((schema) => holds(schema, value)) ? [] : faultsOfAll(schemas, value, at),
  oneOf: (schemas: Schema[], { value, at }) =>
    schemas.filter((schema) => holds(schema, value)).length === 1 ? [] : faultsOfAll(schemas, value, at),
  if: (schema: Schema, { value, at, schema: { then: yes = true, else: no = true } }) =>
    faultsOf(holds(schema, value) ? yes : no, value, at),
} satisfies Record<string, Rule<never>>;

const messageOf = (schema: object): string | undefined =>
  (schema as { 'x-pattern-message'?: string })['x-pattern-message'];
