/** The operations of the contract, each with a valid call. */
import { operations, type OperationInfo } from '@tempshare/contract';
import type { CallArguments } from '@tempshare/sdk';
import { document } from './schemas.ts';

export const ALL_OPERATIONS: readonly OperationInfo[] = Object.values(operations);
export const OWNER_OPERATIONS = ALL_OPERATIONS.filter(({ auth }) => auth === 'bearer');

/** A webhook's target: an ordinary public address, so that no name has to be resolved. */
export const TARGET = 'https://93.184.215.14/hooks';

const DAY_MS = 86_400_000;

/** An example of the document whose end, if it has one, is still to come. */
export const stillAhead = <Example extends object>(example: Example): Example =>
  'expiresAt' in example ? { ...example, expiresAt: new Date(Date.now() + DAY_MS).toISOString() } : example;

/** A valid call of an operation, about nothing that is there: the first example of the document, if with another target. */
export function exampleCall(operation: OperationInfo): CallArguments {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const path = Object.fromEntries(names.map((name) => [name, 'nothing']));
  if (operation.requestType === null) return { path };
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
  const [example] = Object.values(described?.requestBody?.content[operation.requestType]?.examples ?? {});
  const raw = operation.requestType === 'application/octet-stream';
  if (raw) return { path, body: new TextEncoder().encode(String(example?.value)) };
  const body = stillAhead(example?.value as object);
  return { path, body: 'url' in body ? { ...body, url: TARGET } : body };
}
