import { schemaLimits } from './constants.ts';
import {
  METHODS,
  operationsOf,
  resolve,
  toJson,
  type OpenApiDocument,
  type ParameterObject,
  type ResponseObject,
} from './document.ts';

interface Schema {
  [keyword: string]: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: { if?: Schema; else?: Schema }[];
}

/** The operation behind each tool. The names are the tools' own; they are fixed. */
const TOOLS = {
  service_create_transfer: 'transfers.create',
  service_get_transfer: 'transfers.get',
  service_create_secret: 'secrets.create',
};

/** The codes of problems. */
const ERROR_CODE = '#/components/schemas/ErrorCode';

/** Fields that only the program that seals and uploads knows. */
const WIRE_ONLY = ['size', 'uploadUrl'];

/**
 * The JSON Schemas (draft 2020-12, without references) of the agent tools: an operation's parameters and body as one
 * object, and its response. Beside them the scope of each operation, limits, and the codes of errors.
 */
export function mcpTools(document: OpenApiDocument): string {
  const schemas = Object.entries(TOOLS).map(([tool, id]) => [tool, toolSchemas(document, id)] as const);
  const text = JSON.stringify(Object.fromEntries(schemas), null, 2);
  const codes = toJson('errorCodes', resolve<Schema>(document, { $ref: ERROR_CODE }).enum, 2);
  const scopes = Object.values(TOOLS).map((id) => [id, scopeOf(document, id)]);
  const { fileBytes, passwordLength } = schemaLimits(document);
  return `// Generated from openapi/ by \`npm run generate\`. Do not edit.
export const contract = ${text} as const;

export const errorCodes: readonly string[] = ${codes};

export const scopes: Readonly<Record<string, string>> = ${toJson('scopes', Object.fromEntries(scopes), 2)};

export const limits = ${toJson('limits', { fileBytes, passwordLength }, 2)} as const;
`;
}

function toolSchemas(document: OpenApiDocument, id: string): { input: Schema; output: Schema } {
  const { parameters, body, success } = operation(document, id);
  const inPath = parameters
    .map((parameter) =>
      resolve<ParameterObject & { description?: string; example?: unknown }>(document, parameter),
    )
    .filter((parameter) => parameter.in === 'path');
  const fields = inPath.map(({ name, description, example, schema }) => [
    name,
    plain(document, { ...(schema as Schema), description, ...(example !== undefined && { example }) }),
  ]);
  const written = body && unsealed(document, plain(document, body));
  const input = {
    type: 'object',
    properties: { ...(Object.fromEntries(fields) as Record<string, Schema>), ...written?.properties },
    required: [...inPath.map(({ name }) => name), ...(written?.required ?? [])],
    additionalProperties: false,
  };
  return { input: withoutWire(input), output: withoutWire(plain(document, success)) };
}

function scopeOf(document: OpenApiDocument, id: string): string {
  const [scope, ...others] =
    operationsOf(document)
      .find((each) => each.id === id)
      ?.scopes.flat() ?? [];
  if (scope === undefined || others.length > 0)
    throw new Error(`${id} needs another number of scopes than one`);
  return scope;
}

function operation(document: OpenApiDocument, id: string) {
  for (const item of Object.values(document.paths))
    for (const method of METHODS) {
      const found = item[method];
      if (found?.operationId !== id) continue;
      const code = Object.keys(found.responses).find((each) => each.startsWith('2')) as string;
      const response = resolve<ResponseObject>(document, found.responses[code] as ResponseObject);
      return {
        parameters: [...(item.parameters ?? []), ...(found.parameters ?? [])],
        body: found.requestBody?.content['application/json']?.schema as Schema | undefined,
        success: response.content?.['application/json']?.schema as Schema,
      };
    }
  throw new Error(`There is no operation ${id}`);
}

/** Formats of numbers, which JSON Schema does not have, and what stands beside `const` for tools that do not know it. */
function isForGenerators(keyword: string, { type, const: only }: Schema): boolean {
  if (keyword === 'enum') return only !== undefined;
  return keyword === 'format' && [type].flat().some((each) => each === 'integer' || each === 'number');
}

/** With every reference followed, examples as JSON Schema has them, and no keyword of our own or of generators. */
function plain(document: OpenApiDocument, schema: Schema): Schema {
  const { $ref, ...beside } = schema;
  const target = typeof $ref === 'string' ? resolve<Schema>(document, { $ref }) : {};
  const { example, ...found }: Schema = { ...target, ...beside };
  const entries = Object.entries(found).flatMap(([keyword, value]) => {
    if (keyword.startsWith('x-') || isForGenerators(keyword, found)) return [];
    return [[keyword, keyword === 'properties' ? each(value as Record<string, Schema>) : value]];
  });
  return { ...Object.fromEntries(entries), ...(example !== undefined && { examples: [example] }) } as Schema;

  function each(properties: Record<string, Schema>): Record<string, Schema> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, plain(document, property)]),
    );
  }
}

/**
 * A body as it is before it is sealed: with the limits of plain values, and without the fields that only a sealed body
 * has. Rules that tie fields together stay with the service: agents' models take no `allOf` at the root of a schema.
 */
function unsealed(document: OpenApiDocument, { allOf = [], properties = {}, ...rest }: Schema): Schema {
  const rule = allOf.find(
    (each) => (each.if?.properties?.encryption as { const?: unknown } | undefined)?.const === 'e2e',
  );
  if (!rule?.else?.properties) throw new Error('a body to seal says nothing of encryption: e2e');
  const clear = rule.else.properties as Record<string, Schema | false>;
  const kept = Object.entries(properties).filter(([name]) => clear[name] !== false);
  const limited = kept.map(([name, property]) => {
    const { type: _, description: __, ...limits } = plain(document, clear[name] || {});
    return [name, { ...property, ...limits }];
  });
  return { ...rest, properties: Object.fromEntries(limited) as Record<string, Schema> };
}

function withoutWire({ properties = {}, ...rest }: Schema): Schema {
  const kept = Object.entries(properties).filter(([name]) => !WIRE_ONLY.includes(name));
  return { ...rest, properties: Object.fromEntries(kept) };
}
