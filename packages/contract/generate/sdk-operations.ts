import type { Operation } from './document.ts';

/** The operation table of the SDK: what its transport has to know of each call. */
export function sdkOperations(operations: Operation[]): string {
  const rows = operations.map((operation) => {
    const { id, method, path, auth, bodyFields, queryParameters } = operation;
    const idempotent = operation.idempotent || operation.readerKey;
    const takes = [...bodyFields, ...queryParameters.map(({ name }) => name)];
    const fields = [
      `id: '${id}', method: '${method}', path: '${path}', auth: '${auth}', idempotent: ${idempotent}`,
      ...(returnsBytes(operation) ? [`response: 'bytes'`] : []),
      ...(takes.length === 0 ? [] : [`takes: ${JSON.stringify(takes)}`]),
    ];
    return `  '${id}': { ${fields.join(', ')} },\n`;
  });
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type { OperationInfo } from '../core/operation.ts';",
    `export const operations = {\n${rows.join('')}} as const satisfies Record<string, OperationInfo>;\n`,
  ].join('\n');
}

/** Whether the body of a success is returned unread, as that of a download or an event stream. */
export const returnsBytes = ({ responseType }: Operation): boolean =>
  responseType !== 'application/json' && responseType !== undefined;
