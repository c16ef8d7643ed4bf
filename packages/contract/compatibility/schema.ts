/**
 * Schemas as they are compared: references followed, `allOf` merged, and `oneOf`, `anyOf` and lists of types taken apart into
 * alternatives of one type each.
 */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = Record<string, Json>;

/** A value of a document, and the JSON pointer of its place. */
export class Place {
  readonly value: Json | undefined;
  readonly pointer: string;
  readonly #root: Place;
  readonly #members = new Map<string | number, Place>();
  #target: Place | undefined;

  constructor(value: Json | undefined, pointer = '', root?: Place) {
    this.value = value;
    this.pointer = pointer;
    this.#root = root ?? this;
  }

  /** A member of an object or an array. */
  member(name: string | number): Place {
    let found = this.#members.get(name);
    if (!found) {
      const value = (this.value as Record<string | number, Json> | null | undefined)?.[name];
      const escaped = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
      found = new Place(value, `${this.pointer}/${escaped}`, this.#root);
      this.#members.set(name, found);
    }
    return found;
  }

  /** The target of a reference, or undefined. */
  get target(): Place | undefined {
    const $ref = isObject(this.value) ? this.value['$ref'] : undefined;
    if (typeof $ref !== 'string') return undefined;
    this.#target ??= $ref
      .split('/')
      .slice(1)
      .reduce((at, name) => at.member(name.replaceAll('~1', '/').replaceAll('~0', '~')), this.#root);
    return this.#target;
  }
}

/** Schemas that a value must all keep to. */
export type Schema = readonly Place[];

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Follows references of parts that are no schemas; these have nothing beside a reference. */
function resolve(place: Place): Place {
  const next = place.target;
  return next ? resolve(next) : place;
}

/** A part below a part, with references followed. */
export const child = (place: Place, ...names: (string | number)[]): Place =>
  names.reduce((at, name) => resolve(at.member(name)), resolve(place));

/** The members of an object, by name. */
export const members = (place: Place): [string, Place][] =>
  isObject(place.value) ? Object.keys(place.value).map((name) => [name, resolve(place.member(name))]) : [];

export const items = (place: Place): Place[] =>
  Array.isArray(place.value) ? place.value.map((_, i) => resolve(place.member(i))) : [];

/** As `members` and `items`, for schemas: what stands beside a reference counts. */
const rawMembers = (place: Place): [string, Place][] =>
  isObject(place.value) ? Object.keys(place.value).map((name) => [name, place.member(name)]) : [];
const rawItems = (place: Place): Place[] =>
  Array.isArray(place.value) ? place.value.map((_, i) => place.member(i)) : [];

/** The schema at a name, which may be absent: then every value is valid. */
export const schemaAt = (place: Place, name: string): Schema => [resolve(place).member(name)];

/** Text that is equal for equal values, whatever the order of their members. */
export const canonical = (value: Json | undefined): string =>
  value === undefined
    ? ''
    : JSON.stringify(value, (_, part: Json) =>
        isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
      );

/** Bounds of which the greater is the stricter. */
export const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'];
/** Bounds of which the smaller is the stricter. */
export const MOST = [
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
  'x-max-bytes',
];

/** Keywords that `merge` reads by name, and those that say nothing of which values are valid. */
const APART = new Set([
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'type', 'enum', 'const', 'required'],
  ...['properties', 'additionalProperties', 'unevaluatedProperties', 'items', 'default', 'discriminator'],
  ...['$comment', 'deprecated', 'description', 'example', 'examples', 'externalDocs', 'summary', 'title'],
]);

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

interface Condition {
  text: string;
  if: Place;
  then: Schema;
  else: Schema;
}

/** A schema without references, `allOf` and alternatives. */
export interface Merged {
  pointer: string;
  /** Types of valid values; `number` includes `integer`. */
  types: Set<string>;
  /** The values of `enum` and `const`. */
  values: Json[] | undefined;
  isConst: boolean;
  /** Bounds and all further keywords. */
  keywords: Map<string, Place>;
  required: Set<string>;
  properties: Map<string, Schema>;
  /** The schema of members that `properties` does not name, and the keyword that says it. */
  others: Schema;
  othersKeyword: string;
  items: Schema;
  conditions: Condition[];
  discriminator: string | undefined;
}

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const expand = (types: readonly unknown[]): Set<string> =>
  new Set(types.includes('number') ? [...types.map(String), 'integer'] : types.map(String));

/** The ways to keep to a schema: for each choice of alternatives, the parts that hold together. */
function choices(schema: Schema): Place[][] {
  const flat: Place[] = [];
  const unions: Place[] = [];
  const walk = (place: Place): void => {
    const next = place.target;
    if (next) walk(next);
    flat.push(place);
    if (!isObject(place.value)) return;
    rawItems(place.member('allOf')).forEach(walk);
    for (const name of ['oneOf', 'anyOf']) if (name in place.value) unions.push(place.member(name));
  };
  schema.forEach(walk);
  return unions.reduce<Place[][]>(
    (lists, union) =>
      lists.flatMap((list) =>
        rawItems(union).flatMap((branch) => choices([branch]).map((parts) => [...list, ...parts])),
      ),
    [flat],
  );
}

/** Merges parts that hold together. Undefined if no value is valid. */
function merge(parts: readonly Place[]): Merged | undefined {
  const merged: Merged = {
    pointer: (parts.findLast(({ value }) => isObject(value)) ?? parts[0])?.pointer ?? '',
    types: new Set(TYPES),
    values: undefined,
    isConst: false,
    keywords: new Map(),
    required: new Set(),
    properties: new Map(),
    others: [],
    othersKeyword: 'additionalProperties',
    items: [],
    conditions: [],
    discriminator: undefined,
  };
  for (const place of parts) {
    if (place.value === false) return undefined;
    if (isObject(place.value)) add(merged, place, place.value);
  }
  if (merged.values) {
    const found = expand(merged.values.map(typeOf));
    merged.types = new Set([...merged.types].filter((type) => found.has(type)));
  }
  return merged.types.size === 0 ? undefined : merged;
}

function add(merged: Merged, place: Place, schema: JsonObject): void {
  const at = (name: string): Place => place.member(name);
  if ('type' in schema) {
    const types = expand([schema['type']].flat());
    merged.types = new Set([...merged.types].filter((type) => types.has(type)));
  }
  const listed = Array.isArray(schema['enum']) ? [schema['enum']] : [];
  for (const values of 'const' in schema ? [...listed, [schema['const']]] : listed) {
    const texts = new Set(values.map(canonical));
    merged.values = merged.values?.filter((value) => texts.has(canonical(value))) ?? values;
  }
  merged.isConst ||= 'const' in schema;
  for (const { value } of rawItems(at('required'))) merged.required.add(value as string);
  for (const [name, each] of rawMembers(at('properties')))
    merged.properties.set(name, [...(merged.properties.get(name) ?? []), each]);
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    if (!(keyword in schema) || schema[keyword] === true) continue;
    merged.others = [...merged.others, at(keyword)];
    merged.othersKeyword = keyword;
  }
  if ('items' in schema) merged.items = [...merged.items, at('items')];
  if ('if' in schema)
    merged.conditions.push({
      text: canonical(schema['if']),
      if: at('if'),
      then: [at('then')],
      else: [at('else')],
    });
  const { propertyName } = isObject(schema['discriminator']) ? schema['discriminator'] : {};
  if (typeof propertyName === 'string') merged.discriminator = propertyName;
  for (const [keyword, value] of Object.entries(schema)) {
    if (APART.has(keyword) || (keyword.startsWith('x-') && !MOST.includes(keyword))) continue;
    const before = merged.keywords.get(keyword)?.value;
    const isLooser =
      typeof before === 'number' &&
      ((LEAST.includes(keyword) && Number(value) < before) ||
        (MOST.includes(keyword) && Number(value) > before));
    if (!isLooser) merged.keywords.set(keyword, at(keyword));
  }
}

/** The alternatives of a schema: of one type each, or of all where it names none. Empty if no value is valid. */
export const alternatives = (schema: Schema): Merged[] =>
  choices(schema).flatMap((parts) => {
    const merged = merge(parts);
    if (!merged || merged.types.size === TYPES.length) return merged ?? [];
    const types = [...merged.types].filter((type) => !(type === 'integer' && merged.types.has('number')));
    return types.map((type) => {
      const own = expand([type]);
      return { ...merged, types: own, values: merged.values?.filter((value) => own.has(typeOf(value))) };
    });
  });

/** The default of a schema: that beside a reference comes before that of its target. */
export function defaultOf(schema: Schema): Place | undefined {
  for (const place of schema) {
    if (isObject(place.value) && 'default' in place.value) return place.member('default');
    const next = place.target;
    const found = next && defaultOf([next]);
    if (found) return found;
  }
  return undefined;
}
