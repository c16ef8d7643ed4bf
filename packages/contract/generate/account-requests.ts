import { METHODS, resolve, type OpenApiDocument, type OperationObject } from './document.ts';
import { bare } from './testing-document.ts';

/** Schemas that requests of the panel are checked by in the demo, without references and prose. */
export function accountRequests(document: OpenApiDocument): string {
  const operations = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [[operation.operationId, checksOf(document, { ...operation, parameters })] as const];
    }),
  );
  const text = JSON.stringify(Object.fromEntries(operations)).replaceAll(/[\\']/g, '\\$&');
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    `export const requests: unknown = JSON.parse('${text}');`,
    '',
  ].join('\n');
}

function checksOf(document: OpenApiDocument, { parameters = [], requestBody }: OperationObject): object {
  const query = parameters
    .map(
      (parameter) =>
        resolve(document, parameter) as { name: string; in: string; required?: boolean; schema: unknown },
    )
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema }) => ({ name, required, schema: whole(document, bare(schema)) }));
  const schema = requestBody?.content['application/json']?.schema;
  return { query, body: schema === undefined ? null : whole(document, bare(schema)) };
}

/** A schema with what it refers to in place of its references. */
function whole(document: OpenApiDocument, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((each) => whole(document, each));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) return whole(document, bare(resolve(document, schema as { $ref: string })));
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, whole(document, value)]));
}
