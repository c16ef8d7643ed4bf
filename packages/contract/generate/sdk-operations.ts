import type { Operation } from './document.ts';

/** The operation table of the SDK: what its transport has to know of each call, in as few bytes as can be read. */
export function sdkOperations(operations: Operation[]): string {
  const rows = operations.map((operation) => {
    const { id, method, path, auth, idempotent, readerKey, bodyFields, queryParameters } = operation;
    const takes = [...bodyFields, ...queryParameters.map(({ name }) => name)].join(' ');
    const marks = [
      ...(auth === 'bearer' ? [] : [auth]),
      ...(idempotent || readerKey ? ['key'] : []),
      ...(returnsBytes(operation) ? ['bytes'] : []),
    ].join(' ');
    const row = [method, path, ...(takes || marks ? [takes] : []), ...(marks ? [marks] : [])];
    return `  '${id}': [${row.map((part) => `'${part}'`).join(', ')}],\n`;
  });
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import { operationTable } from '../core/operation.ts';",
    `export const operations = operationTable({\n${rows.join('')}});\n`,
  ].join('\n');
}

/** Whether the body of a success is returned unread, as that of a download or an event stream. */
export const returnsBytes = ({ responseType }: Operation): boolean =>
  responseType !== 'application/json' && responseType !== undefined;
