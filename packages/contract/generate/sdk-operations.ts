import type { Operation } from './document.ts';

/**
 * The operations of the SDK, each a constant: what its transport has to know of a call, in as few bytes as can be read, and
 * none of it in a program that makes no such call.
 */
export function sdkOperations(operations: Operation[]): string {
  const rows = operations.map(
    (each) => `export const ${constantOf(each.id)} = /* @__PURE__ */ operation(${rowOf(each)});\n`,
  );
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import { operation } from '../core/operation.ts';",
    rows.join(''),
  ].join('\n');
}

/** All operations of the SDK, for what looks them up by what a caller says. */
export const sdkOperationTable = (operations: Operation[]): string =>
  [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type { OperationInfo } from '../core/operation.ts';",
    "import * as operations from './operations.ts';",
    `export const table: OperationInfo[] = [\n${operations.map(({ id }) => `  operations.${constantOf(id)},\n`).join('')}];\n`,
  ].join('\n');

/** Returns the table row of an operation: id, method, path, inputs and marks. */
export function rowOf(operation: Operation): string {
  const { id, method, path, auth, idempotent, readerKey, bodyFields, queryParameters } = operation;
  const takes = [...bodyFields, ...queryParameters.map(({ name }) => name)].join(' ');
  const marks = [
    ...(auth === 'bearer' ? [] : [auth]),
    ...(idempotent || readerKey ? ['key'] : []),
    ...(returnsBytes(operation) ? ['bytes'] : []),
  ].join(' ');
  const row = [id, method, path, ...(takes || marks ? [takes] : []), ...(marks ? [marks] : [])];
  return row.map((part) => `'${part}'`).join(', ');
}

/** The name of the constant of an operation: `transfers.create` is `transfersCreate`. */
const constantOf = (id: string): string => id.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Whether the body of a success is returned unread, as that of a download or an event stream. */
export const returnsBytes = ({ responseType }: Operation): boolean =>
  responseType !== 'application/json' && responseType !== undefined;
