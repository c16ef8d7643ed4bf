import { METHODS, operationsOf, type OpenApiDocument } from './document.ts';

type Fields = Record<string, { default?: unknown }>;

/**
 * The names of what has a default: fields by their schema, and parameters of queries by their operation. Beside them the
 * schemas of the bodies by operation.
 */
export function defaults(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components['schemas'] as Record<string, { properties?: Fields }>);
  const fields = schemas.map(([name, { properties = {} }]) => [name, withDefault(properties)] as const);
  const queries = operationsOf(document).map(({ id, queryParameters }) => {
    const parameters = queryParameters.map(({ name, schema }) => [name, schema]);
    return [id, withDefault(Object.fromEntries(parameters) as Fields)] as const;
  });
  const bodies = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const schema = item[method]?.requestBody?.content['application/json']?.schema as
        { $ref?: string } | undefined;
      const name = schema?.$ref?.split('/').at(-1);
      return name === undefined ? [] : [[item[method]!.operationId, [name]] as [string, string[]]];
    }),
  );
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    ...emit('SchemaDefaults', fields),
    ...emit('QueryDefaults', queries),
    ...emit('BodySchemas', bodies),
    '',
  ].join('\n');
}

const withDefault = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.default !== undefined);

function emit(name: string, entries: (readonly [string, string[]])[]): string[] {
  const rows = entries
    .filter(([, names]) => names.length > 0)
    .map(([key, names]) => `  '${key}': ${names.map((each) => `'${each}'`).join(' | ')};`);
  return [`export interface ${name} {`, ...rows, '}'];
}
