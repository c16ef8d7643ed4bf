/** Rules of `redocly lint` that are this contract's own; a fault names the line. */

type Node = Record<string, unknown>;
interface Location {
  source: { absoluteRef: string };
  pointer: string;
  child(steps: (string | number)[]): Location;
}
interface Context {
  location: Location;
  report: (problem: { message: string; location: Location }) => void;
  resolve: (value: unknown, from?: string) => { node?: Node; location?: Location };
}

const typesOf = ({ type }: Node): unknown[] => [type].flat();

/** The range of each format of integers: of `int64` what JavaScript holds exactly. */
const RANGES: Record<string, [number, number]> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** Requires a format and both bounds of each number, so that clients in typed languages know which type holds it. */
function boundedNumbers() {
  return {
    Schema(node: Node, { location, report }: Context) {
      const isInteger = typesOf(node).includes('integer');
      if (!isInteger && !typesOf(node).includes('number')) return;
      const fault = (message: string) => report({ message: `${location.pointer}: ${message}`, location });
      const formats = isInteger ? Object.keys(RANGES) : ['double'];
      const format = String(node['format']);
      if (!formats.includes(format)) return fault(`a number needs a format: ${formats.join(' or ')}`);
      const bounds = [
        node['minimum'] ?? node['exclusiveMinimum'],
        node['maximum'] ?? node['exclusiveMaximum'],
      ];
      if (bounds.includes(undefined)) return fault('a number needs a minimum and a maximum');
      const [least, most] = RANGES[format] ?? [-Infinity, Infinity];
      if (bounds.some((bound) => Number(bound) < least || Number(bound) > most))
        fault(`the bounds exceed those of ${format}`);
    },
  };
}

/** Requires an `enum` beside the `const` of a type, for generators that do not know `const`. Conditions have no type. */
function constantsWithEnum() {
  return {
    Schema(node: Node, { location, report }: Context) {
      if (!('const' in node && 'type' in node)) return;
      if (JSON.stringify(node['enum']) === JSON.stringify([node['const']])) return;
      report({ message: `${location.pointer}: a const needs an enum of the same value beside it`, location });
    },
  };
}

/** Refuses the length of raw bytes as a number of characters, which generators take for a length of text. */
function binaryWithoutLength() {
  return {
    Schema(node: Node, { location, report }: Context) {
      if (node['format'] === 'binary' && 'maxLength' in node)
        report({ message: `${location.pointer}: bytes have no maxLength; say x-max-bytes`, location });
    },
  };
}

/** Requires that strings of requests, which may reach a text column, refuse U+0000: PostgreSQL does not store it. */
function storableStrings() {
  const check = (schema: unknown, name: string, at: Location, context: Context): void => {
    const { node = {}, location = at } = context.resolve(schema, at.source.absoluteRef);
    const {
      properties = {},
      items,
      oneOf = [],
    } = node as {
      properties?: Node;
      items?: unknown;
      oneOf?: unknown[];
    };
    for (const [member, each] of Object.entries(properties))
      check(each, member, location.child(['properties', member]), context);
    if (items !== undefined) check(items, name, location.child(['items']), context);
    oneOf.forEach((each, i) => check(each, name, location.child(['oneOf', i]), context));
    if (typesOf(node).includes('string') && !partsOf(schema, at, context).some(isStorable))
      context.report({
        message: `${name}: a string needs a pattern that refuses U+0000, such as ^[^\\x00]*$; or x-sealed: true, if it is stored sealed`,
        location,
      });
  };
  return {
    Paths: {
      RequestBody: {
        MediaType(media: Node, context: Context) {
          check(media['schema'], 'body', context.location.child(['schema']), context);
        },
      },
      Parameter(parameter: Node, context: Context) {
        if (parameter['in'] === 'query')
          check(parameter['schema'], String(parameter['name']), context.location.child(['schema']), context);
      },
    },
  };
}

/** A schema with what stands beside its reference, and all that it adds with `allOf`. */
function partsOf(schema: unknown, at: Location, context: Context): Node[] {
  const { node = {}, location = at } = context.resolve(schema, at.source.absoluteRef);
  const added = (node['allOf'] ?? []) as unknown[];
  return [{ ...node, ...(schema as Node) }, ...added.flatMap((each) => partsOf(each, location, context))];
}

/** A string that cannot hold U+0000, or is stored sealed. */
function isStorable({ enum: values, format, pattern, 'x-sealed': sealed, 'x-e2e': e2e }: Node): boolean {
  if (values !== undefined || format === 'binary' || sealed === true) return true;
  if (typeof e2e === 'object') return true;
  if (typeof pattern !== 'string') return false;
  const allowed = new RegExp(pattern, 'u');
  return !WITH_NUL.some((text) => allowed.test(text));
}

/** Texts with U+0000 in the places and lengths in which patterns of names, ids, tokens and addresses could take it. */
const WITH_NUL = ['', 'a', '1', 'a/', 'https://a.b/'].flatMap((text) =>
  [1, 8, 22, 43].flatMap((length) => [`${text}${'\0'.repeat(length)}`, `${text.repeat(length)}\0${text}`]),
);

export default () => ({
  id: 'house',
  rules: {
    oas3: {
      'binary-without-length': binaryWithoutLength,
      'bounded-numbers': boundedNumbers,
      'constants-with-enum': constantsWithEnum,
      'storable-strings': storableStrings,
    },
  },
});
