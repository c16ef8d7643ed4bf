import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { resolve, type OpenApiDocument, type Operation, type OperationObject } from './document.ts';
import { sdkExports } from './sdk-exports.ts';
import { optionsOf } from './sdk-resources.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

/**
 * The head, written by hand, holds what does not follow from the contract. A method that it describes, as
 * `client.transfers.create(…)`, is one that the package writes by hand: its signature is the head's.
 */
const HEAD = join(import.meta.dirname, 'sdk-api-head.md');

/** The SDK's reference in Markdown: the head, each resource's methods, each type. */
export async function sdkApiDoc(document: OpenApiDocument, operations: Operation[]): Promise<string> {
  const resources = Map.groupBy(operations, ({ id }) => id.slice(0, id.lastIndexOf('.')));
  const head = await readFile(HEAD, 'utf8');
  const methods = [...resources].flatMap(([name, members]) => [
    `### client.${name}`,
    members
      .map((operation) => method(document, operation, head.includes(`\`client.${operation.id}(`)))
      .join('\n'),
  ]);
  const schemas = Object.entries(document.components.schemas as Record<string, Schema>);
  const text = [
    head,
    '## Exports',
    'What each entry point exports, types included, and what the types that follow from no schema have.',
    ...sdkExports(schemas.map(([name]) => name)),
    '## Methods',
    ...methods,
    '## Types',
    'From `@tempshare/sdk/types`; `?` marks what may be left out.',
    ...schemas.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => type(name, schema)),
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(HEAD)), parser: 'markdown' });
}

/** One method: its signature, and below it what it does, the operation, the scope, and its types. */
function method(document: OpenApiDocument, operation: Operation, inHead: boolean): string {
  const { id, summary, path, auth, scopes, pathParameters, queryParameters, rows } = operation;
  const { body, response } = typesOf(document, operation);
  const query = queryParameters.map(({ name, schema }) => `${name}?: ${plain(schema as Schema)}`).join('; ');
  const parameters = [
    ...pathParameters.map((name) => `${name}: string`),
    ...(body === undefined ? [] : [`body${operation.bodyRequired ? '' : '?'}: ${body}`]),
    ...(query === '' ? [] : [`query?: { ${query} }`]),
    `options?: ${optionsOf(operation)}`,
  ];
  const result = rows === undefined ? `APIPromise<${response}>` : `PagePromise<${response}, '${rows}'>`;
  const needs = auth !== 'bearer' ? 'no API key' : `scope ${alternatives(scopes)}`;
  const details = `\`${operation.method} ${path}\`, ${scopes.flat().length === 0 && auth === 'bearer' ? 'any API key' : needs}`;
  const links = [body, response].flatMap((name) =>
    name !== undefined && name in document.components.schemas! ? [link(name)] : [],
  );
  const types = links.length === 0 ? '' : ` Types: ${links.join(', ')}.`;
  const signature = inHead ? `client.${id}` : `client.${id}(${parameters.join(', ')}): ${result}`;
  const note = inHead ? ' Its signature is at the head of this page.' : '';
  return `- \`${signature}\`\\\n  ${summary}: ${details}.${types}${note}`;
}

const alternatives = (scopes: string[][]): string =>
  scopes.map((all) => all.map((scope) => `\`${scope}\``).join(' and ')).join(' or ');

/** The names of what a method takes as its body and of what it resolves with. */
function typesOf(
  document: OpenApiDocument,
  operation: Operation,
): { body: string | undefined; response: string } {
  const object = document.paths[operation.path]?.[operation.method.toLowerCase() as 'get'] as OperationObject;
  const sent = Object.entries(object.requestBody?.content ?? {})[0];
  const success = resolve(document, object.responses[operation.status]!);
  const [media, { schema = {} } = {}] = Object.entries(success.content ?? {})[0] ?? [];
  const bytes = sent?.[0] === 'application/octet-stream' ? 'Blob | File' : undefined;
  return {
    body: bytes ?? (sent && plain(sent[1].schema as Schema)),
    response:
      media === undefined ? 'void' : media === 'application/json' ? plain(schema as Schema) : 'Response',
  };
}

function type(name: string, schema: Schema): string {
  const bases = schema.allOf?.filter(({ $ref }) => $ref !== undefined) ?? [];
  const own = bases.length === 0 ? [schema] : (schema.allOf as Schema[]);
  const fields = own.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([key, of]) => field(key, of, required)),
  );
  const type = bases.length === 0 ? `Type: ${linked(schema)}` : `As ${bases.map(linked).join(', ')}, and:`;
  return [
    `### ${name}`,
    ...(schema.description === undefined ? [] : [schema.description]),
    ...(bases.length > 0 || fields.length === 0 ? [type] : []),
    ...(fields.length === 0 ? [] : [fields.join('\n')]),
  ].join('\n\n');
}

function field(name: string, schema: Schema, required: string[]): string {
  const meaning = schema.description === undefined ? '' : `. ${schema.description.replaceAll(/\s+/g, ' ')}`;
  return `- \`${name}${required.includes(name) ? '' : '?'}\`: ${linked(schema)}${meaning}`;
}

const link = (name: string): string => `[\`${name}\`](#${name.toLowerCase()})`;

/** A schema's type, its named parts with links to them. */
function linked(schema: Schema): string {
  return parts(schema)
    .map(({ name, suffix, named }) =>
      named ? link(name) + (suffix && `\`${suffix}\``) : `\`${name}${suffix}\``,
    )
    .join(' | ');
}

/** A schema's type as TypeScript has it. */
function plain(schema: Schema): string {
  return parts(schema)
    .map(({ name, suffix }) => name + suffix)
    .join(' | ');
}

interface Part {
  name: string;
  suffix: string;
  named: boolean;
}

/** The members of the union that a schema is. */
function parts(schema: Schema): Part[] {
  const { $ref, type: kinds = 'object', items } = schema;
  const of = (name: string): Part => ({ name, suffix: '', named: false });
  if ($ref !== undefined) return [{ ...of($ref.slice($ref.lastIndexOf('/') + 1)), named: true }];
  if (schema.const !== undefined) return [of(literal(schema.const))];
  if (schema.enum !== undefined) return schema.enum.map((value) => of(literal(value)));
  const union = schema.oneOf ?? schema.anyOf;
  if (union?.some((each) => each.$ref !== undefined)) return union.flatMap(parts);
  if (items !== undefined) {
    const inner = parts(items);
    const [only] = inner;
    return inner.length === 1 && only
      ? [{ ...only, suffix: `${only.suffix}[]` }]
      : [of(`(${plain(items)})[]`)];
  }
  return [kinds].flat().map((kind) => of(kind === 'object' ? inlineObject(schema) : (NAMES[kind] ?? kind)));
}

function inlineObject({ properties, required, additionalProperties }: Schema): string {
  if (properties !== undefined) {
    const members = Object.entries(properties).map(
      ([name, schema]) => `${name}${required?.includes(name) ? '' : '?'}: ${plain(schema)}`,
    );
    return `{ ${members.join('; ')} }`;
  }
  const values = typeof additionalProperties === 'object' ? plain(additionalProperties) : 'unknown';
  return `Record<string, ${values}>`;
}

const NAMES: Record<string, string> = { integer: 'number' };
const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
