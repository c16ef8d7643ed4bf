import type { ProblemError } from '@tempshare/sdk/types';
import { document } from '../gen/document.ts';

/** The keywords of JSON Schema 2020-12 that the contract's requests are written with. */
interface Keywords {
  $ref: string;
  type: string | string[];
  enum: unknown[];
  const: unknown;
  minLength: number;
  maxLength: number;
  pattern: string;
  format: string;
  minimum: number;
  maximum: number;
  exclusiveMinimum: number;
  minItems: number;
  maxItems: number;
  uniqueItems: boolean;
  items: Schema;
  minProperties: number;
  required: string[];
  properties: Record<string, Schema>;
  additionalProperties: false;
  allOf: Schema[];
  anyOf: Schema[];
  oneOf: Schema[];
  if: Schema;
}
export type Schema = boolean | SchemaObject;
type SchemaObject = Partial<Keywords> & { then?: Schema; else?: Schema; default?: unknown };

type Rule<Expected> = (
  expected: Expected,
  value: unknown,
  at: string,
  schema: SchemaObject,
) => ProblemError[];

/** Keywords that say nothing about a value by themselves. */
const ANNOTATIONS = ['default', 'then', 'else', 'x-pattern-message'];

/**
 * What is wrong with a value, by every keyword that is broken. Fills `default` into objects as it goes.
 * @throws Error for a keyword that the contract has begun to use and this file does not know.
 */
export function faultsOf(schema: Schema, value: unknown, at: string): ProblemError[] {
  if (schema === true) return [];
  if (schema === false) return fault(at, 'not_allowed_here', 'is not allowed together with the other fields');
  const found = Object.entries(schema).flatMap(([keyword, expected]) => {
    if (ANNOTATIONS.includes(keyword)) return [];
    const rule = RULES[keyword as keyof Keywords] as Rule<unknown> | undefined;
    if (!rule)
      throw new Error(`The mock does not know the JSON Schema keyword "${keyword}" of the contract.`);
    return rule(expected, value, at, schema);
  });
  return [...new Map(found.map((error) => [error.pointer + error.code, error])).values()];
}

const fault = (pointer: string, code: string, detail: string): ProblemError[] => [{ pointer, code, detail }];
const holds = (schema: Schema, value: unknown): boolean => faultsOf(schema, value, '').length === 0;
const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';
const member = (at: string, name: string): string =>
  `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Lengths count characters, not UTF-16 code units. */
const length = (text: string): number => Array.from(text).length;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function pick(reference: string): Schema {
  const steps = reference.slice(2).split('/');
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], document) as Schema;
}

const RULES: { [Keyword in keyof Keywords]: Rule<Keywords[Keyword]> } = {
  $ref: (reference, value, at) => faultsOf(pick(reference), value, at),
  type(types, value, at) {
    const accepted = [types].flat();
    const actual = typeOf(value);
    if (typeof value === 'string' && !value.isWellFormed())
      return fault(at, 'unicode', 'must not contain a lone surrogate');
    if (accepted.includes(actual) || (accepted.includes('integer') && Number.isInteger(value))) return [];
    return fault(at, 'type', `must be ${accepted.join(',')}`);
  },
  enum: (values, value, at) =>
    values.includes(value)
      ? []
      : fault(at, 'enum', `must be equal to one of the allowed values: ${values.join(', ')}`),
  const: (expected, value, at) => (value === expected ? [] : fault(at, 'const', 'must be equal to constant')),
  minLength: (least, value, at) =>
    typeof value === 'string' && value.length < 2 * least && length(value) < least
      ? fault(at, 'min_length', `must NOT have fewer than ${least} characters`)
      : [],
  maxLength: (most, value, at) =>
    typeof value === 'string' && value.length > most && length(value) > most
      ? fault(at, 'max_length', `must NOT have more than ${most} characters`)
      : [],
  pattern: (pattern, value, at, schema) =>
    typeof value === 'string' && !new RegExp(pattern, 'u').test(value)
      ? fault(at, 'pattern', messageOf(schema) ?? `must match pattern "${pattern}"`)
      : [],
  format: (format, value, at) =>
    format === 'uri' && typeof value === 'string' && !URL.canParse(value)
      ? fault(at, 'format', `must match format "${format}"`)
      : [],
  minimum: (least, value, at) =>
    typeof value === 'number' && value < least ? fault(at, 'minimum', `must be >= ${least}`) : [],
  maximum: (most, value, at) =>
    typeof value === 'number' && value > most ? fault(at, 'maximum', `must be <= ${most}`) : [],
  exclusiveMinimum: (bound, value, at) =>
    typeof value === 'number' && value <= bound ? fault(at, 'exclusive_minimum', `must be > ${bound}`) : [],
  minItems: (least, value, at) =>
    Array.isArray(value) && value.length < least
      ? fault(at, 'min_items', `must NOT have fewer than ${least} items`)
      : [],
  maxItems: (most, value, at) =>
    Array.isArray(value) && value.length > most
      ? fault(at, 'max_items', `must NOT have more than ${most} items`)
      : [],
  uniqueItems: (_, value, at) =>
    Array.isArray(value) && new Set(value).size < value.length
      ? fault(at, 'unique_items', 'must NOT have duplicate items')
      : [],
  items: (schema, value, at) =>
    Array.isArray(value) ? value.flatMap((item, i) => faultsOf(schema, item, `${at}/${i}`)) : [],
  minProperties: (least, value, at) =>
    isObject(value) && Object.keys(value).length < least
      ? fault(
          at,
          'min_properties',
          least === 1 ? 'must have at least one field' : `must NOT have fewer than ${least} properties`,
        )
      : [],
  required: (names, value, at) =>
    isObject(value)
      ? names
          .filter((name) => !(name in value))
          .flatMap((name) => fault(member(at, name), 'required', 'is required'))
      : [],
  properties(properties, value, at) {
    if (!isObject(value)) return [];
    return Object.entries(properties).flatMap(([name, schema]) => {
      if (!(name in value) && typeof schema === 'object' && schema.default !== undefined)
        value[name] = schema.default;
      return name in value ? faultsOf(schema, value[name], member(at, name)) : [];
    });
  },
  additionalProperties: (_, value, at, { properties = {} }) =>
    isObject(value)
      ? Object.keys(value)
          .filter((name) => !(name in properties))
          .flatMap((name) => fault(member(at, name), 'unknown_property', 'is not a field of this request'))
      : [],
  allOf: (schemas, value, at) => schemas.flatMap((schema) => faultsOf(schema, value, at)),
  anyOf: (schemas, value, at) =>
    schemas.some((schema) => holds(schema, value))
      ? []
      : schemas.flatMap((schema) => faultsOf(schema, value, at)),
  oneOf: (schemas, value, at) =>
    schemas.filter((schema) => holds(schema, value)).length === 1
      ? []
      : schemas.flatMap((schema) => faultsOf(schema, value, at)),
  if: (schema, value, at, { then: yes = true, else: no = true }) =>
    faultsOf(holds(schema, value) ? yes : no, value, at),
};

const messageOf = (schema: object): string | undefined =>
  (schema as { 'x-pattern-message'?: string })['x-pattern-message'];
