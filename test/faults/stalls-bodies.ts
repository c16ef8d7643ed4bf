import { limits } from '@tempshare/contract';
import type { OperationInfo } from '@tempshare/contract';
import type { OpenApiDocument } from '@tempshare/contract/document';

/** One character of a long text, as it is written in JSON. */
const FILLS = {
  ASCII: 'a',
  'two bytes': 'é',
  astral: '🔑',
  quotes: '\\"',
  escapes: '\\u4e2d',
  'escaped astral': '\\ud83d\\udd11',
  'log lines': 'GET /cart?token=abc 401 \\n',
};

type Schema = Record<string, any>;

/** The largest and oddest bodies that an operation takes at all, by what is odd about them. */
export function* bodiesOf(document: OpenApiDocument, operation: OperationInfo): Generator<[string, Buffer]> {
  const schema = schemaOf(document, operation);
  for (const [name, fill] of Object.entries(FILLS)) {
    for (const [kind, values] of Object.entries(variantsOf(document, schema, operation, fill)))
      yield [`${kind}longest texts, ${name}`, Buffer.from(`{${values.join()}}`)];
  }
  yield* oddBodies(operation.maxBodyBytes);
}

/** Bodies that no operation takes, of the size that this one reads. */
function* oddBodies(limit: number): Generator<[string, Buffer]> {
  const fit = (head: string, unit: string, tail = ''): Buffer => {
    const count = Math.floor((limit - head.length - tail.length) / Buffer.byteLength(unit));
    return Buffer.from(head + unit.repeat(count) + tail);
  };
  const each = Math.max(1, Math.floor(limit / 990) - 20);
  const members = (value: (i: number) => string) =>
    Buffer.from(`{${Array.from({ length: 990 }, (_, i) => `"m${i}":${value(i)}`).join()}}`);
  yield ['open brackets', fit('', '[')];
  yield ['open braces', fit('', '{"a":')];
  yield ['nested and closed', Buffer.from('['.repeat(limit >> 1) + ']'.repeat(limit >> 1))];
  yield ['16 levels deep', fit('['.repeat(15) + '"', 'a', '"' + ']'.repeat(15))];
  yield ['closing brackets', fit('', ']')];
  yield ['commas', fit('', ',')];
  yield ['quotes', fit('', '"')];
  yield ['white space', fit('{', ' ', '}')];
  yield ['one number', fit('{"a":', '7', '}')];
  yield ['one fraction', fit('{"a":0.', '7', 'e-300}')];
  yield ['an endless text', fit('{"a":"', 'a')];
  yield ['a text of backslashes', fit('{"a":"', '\\')];
  yield ['an unknown member', fit('{"a":"', 'é', '"}')];
  yield ['a long name', fit('{"', 'a', '":1}')];
  yield ['a text alone', fit('"', '\\u0000', '"')];
  yield ['no UTF-8', Buffer.alloc(limit, 0xff)];
  yield ['990 members of escapes', members(() => `"${'\\u4e2d'.repeat(each / 6)}"`)];
  yield ['990 small members', members(() => '[]')];
  yield ['990 members in one name', members((i) => (i < 500 ? '{"~/":1}' : '1'))];
}

function schemaOf(document: OpenApiDocument, operation: OperationInfo): Schema {
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()] as unknown as Schema;
  return resolve(document, described.requestBody.content['application/json'].schema as Schema);
}

function resolve(document: OpenApiDocument, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec((schema.$ref as string | undefined) ?? '')?.[1];
  return name === undefined ? schema : resolve(document, document.components.schemas[name] as Schema);
}

/** The members of a body, all at their longest at once, and of each `type` that the operation knows alone. */
function variantsOf(
  document: OpenApiDocument,
  schema: Schema,
  { id }: OperationInfo,
  fill: string,
): Record<string, string[]> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const all = properties.map(([name, property]) => `"${name}":${longest(resolve(document, property), fill)}`);
  const long = (length: number): string => `"${textOf(fill, length)}"`;
  const jwe = (length: number): string => `"eyJhbGciOiJkaXIifQ..AAAA.${'x'.repeat(length - 30)}.AAAA"`;
  const proof = `"encryption":"e2e","accessProofHash":"${'A'.repeat(43)}"`;
  const special: Record<string, Record<string, string[]>> = {
    'transfers.create': {
      'text: ': ['"type":"text"', `"text":${long(limits.textLength)}`],
      'sealed: ': ['"type":"text"', `"text":${jwe(1_334_000)}`, proof],
    },
    'secrets.create': {
      'server: ': [`"secret":${long(limits.secretLength)}`],
      'sealed: ': [`"secret":${jwe(134_000)}`, proof],
    },
    'debugShares.create': {
      'both: ': [`"logs":${long(1_000_000)}`, `"diagnostics":${long(1_000_000)}`],
    },
  };
  return { '': all, ...special[id] };
}

function longest(schema: Schema, fill: string): string {
  if (schema.enum) return JSON.stringify((schema.enum as unknown[]).at(-1));
  if (schema.maxLength !== undefined && !schema.format)
    return `"${textOf(fill, schema.maxLength as number)}"`;
  return JSON.stringify(schema.example ?? schema.default ?? null);
}

const textOf = (fill: string, length: number): string => {
  const characters = [...(JSON.parse(`"${fill}"`) as string)].length;
  return fill.repeat(Math.floor(length / characters));
};
