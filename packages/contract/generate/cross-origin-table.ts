import { resolve, type METHODS, type OpenApiDocument, type Operation } from './document.ts';
import type { ParameterObject, ResponseObject } from './document.ts';

const BANNER = '// Generated from openapi/ by `npm run generate`. Do not edit.\n';

/** Headers that the Fetch standard safelists for other origins, if the value is simple. */
const SAFE_TO_SEND = ['accept', 'accept-language'];
/** Response headers that the contract does not declare for each operation. By `Date` a page tells how much time is left. */
const ALWAYS_SENT = ['Date'];
const SAFE_TO_READ = ['cache-control', 'content-length', 'content-type'];

/**
 * Operations, headers and responses open to pages of other origins: those that need no key. A first segment of
 * a path is open when all operations below it are.
 */
export function crossOriginTable(document: OpenApiDocument, operations: Operation[]): string {
  const closed = new Set(operations.filter(({ auth }) => auth === 'bearer').map(segmentOf));
  const open = operations.filter((operation) => !closed.has(segmentOf(operation)));
  for (const { id, auth } of operations)
    if (auth !== 'bearer' && !open.some((operation) => operation.id === id))
      throw new Error(`${id} needs no key, but stands below a segment with operations that do`);
  const table = {
    segments: [...new Set(open.map(segmentOf))],
    requestHeaders: distinct(requestHeaders(document, open), SAFE_TO_SEND),
    responseHeaders: distinct([...ALWAYS_SENT, ...responseHeaders(document, open)], SAFE_TO_READ),
  };
  return `${BANNER}export const crossOrigin = ${JSON.stringify(table, null, 2)} as const;\n`;
}

const segmentOf = ({ path }: Operation): string => path.split('/')[1] as string;

function requestHeaders(document: OpenApiDocument, open: Operation[]): string[] {
  const parameters = open.flatMap(({ path, method }) => {
    const item = document.paths[path] ?? {};
    const own = item[method.toLowerCase() as (typeof METHODS)[number]]?.parameters;
    return [...(item.parameters ?? []), ...(own ?? [])].map((p) => resolve<ParameterObject>(document, p));
  });
  return [
    ...(open.some(({ requestType }) => requestType) ? ['Content-Type'] : []),
    ...parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
    ...(document['x-request-headers'] ?? []),
  ];
}

function responseHeaders(document: OpenApiDocument, open: Operation[]): string[] {
  return open.flatMap(({ path, method }) => {
    const operation = document.paths[path]?.[method.toLowerCase() as (typeof METHODS)[number]];
    return Object.values(operation?.responses ?? {}).flatMap((response) =>
      Object.keys(resolve<ResponseObject>(document, response).headers ?? {}),
    );
  });
}

const distinct = (names: string[], safe: string[]): string[] =>
  [...new Set(names)].filter((name) => !safe.includes(name.toLowerCase())).sort();
