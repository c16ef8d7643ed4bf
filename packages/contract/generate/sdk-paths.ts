import { resolve, type OpenApiDocument, type Operation, type ParameterObject } from './document.ts';
import { typeName } from './sdk-resources.ts';

/**
 * The types by path, for the path-style client: a line for each operation that names its types in `types.gen.ts`, its
 * headers, and its media types where they are not JSON.
 */
export function sdkPaths(document: OpenApiDocument, operations: Operation[]): string {
  const paths = Map.groupBy(operations, ({ path }) => path);
  const headers = new Set(operations.flatMap(({ headerParameters }) => headerParameters));
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type { Operation, PathItem } from '../internal/path-item.ts';",
    "import type * as Sdk from './types.gen.ts';",
    '',
    'interface Headers {',
    ...[...headers].sort().map((name) => header(document, name)),
    '}',
    '',
    'export interface paths {',
    ...[...paths].map(([path, of]) => `  '${path}': PathItem<{\n${of.map(row).join('')}  }>;`),
    '}',
    '',
  ].join('\n');
}

interface HeaderParameter extends ParameterObject {
  description: string;
}

function header(document: OpenApiDocument, key: string): string {
  const $ref = `#/components/parameters/${key}`;
  const { name, description, required } = resolve<HeaderParameter>(document, { $ref });
  if (required) throw new Error(`${name} would have to be given with a call, where the transport sets it`);
  return `  ${key}: {\n    /** ${description} */\n    '${name}'?: Sdk.${key};\n  };`;
}

function row({ id, method, headerParameters, requestType, responseType }: Operation): string {
  const types = ['Data', 'Responses', 'Errors'].map((part) => `Sdk.${typeName(id)}${part}`);
  const headers = headerParameters.map((name) => `Headers['${name}']`).join(' & ');
  const beside = [
    ...(headers === '' ? [] : [`headers: ${headers}`]),
    ...(isJson(requestType) ? [] : [`request: '${requestType}'`]),
    ...(isJson(responseType) ? [] : [`response: '${responseType}'`]),
  ];
  if (beside.length > 0) types.push(`{ ${beside.join('; ')} }`);
  return `    ${method.toLowerCase()}: Operation<${types.join(', ')}>;\n`;
}

const isJson = (type = 'application/json'): boolean => type === 'application/json';
