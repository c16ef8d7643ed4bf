import type { Operation } from './document.ts';

/** The operation table of the SDK: what its transport has to know of each call, in as few bytes as can be read. */
export function sdkOperations(operations: Operation[]): string {
  const rows = operations.map((operation) => {
    const { id, method, path, auth, idempotent, readerKey, bodyFields, queryParameters } = operation;
    const key = idempotent || readerKey ? ' key' : '';
    const bytes = returnsBytes(operation) ? ' bytes' : '';
    const takes = [...bodyFields, ...queryParameters.map(({ name }) => name)];
    const row = [method, path, auth + key + bytes, ...(takes.length === 0 ? [] : [takes.join(' ')])];
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
