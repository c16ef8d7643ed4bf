import { operations, type OperationId, type OperationInfo } from '@tempshare/contract';
import type { CallArguments } from '@tempshare/sdk';
import { document } from '../../support/contract-schemas.ts';

export const ALL_OPERATIONS: readonly OperationInfo[] = Object.values(operations);
export const OWNER_OPERATIONS = ALL_OPERATIONS.filter(({ auth }) => auth === 'bearer');

/** Operations that scenarios expect to work; the others answer 501 for now. */
const PROVIDED: readonly OperationId[] = [
  'transfers.create',
  'transfers.list',
  'transfers.get',
  'transfers.delete',
  'public.transfers.get',
  'public.transfers.open',
  'secrets.create',
  'secrets.get',
  'secrets.delete',
  'public.secrets.get',
  'public.secrets.reveal',
  'debugShares.create',
  'events.list',
  'events.get',
  'key.get',
  'openapi.get',
];
export const PENDING = ALL_OPERATIONS.filter(({ id }) => !PROVIDED.includes(id));

/** A valid call of an operation, about nothing that is there: the first example of the document. */
export function exampleCall(operation: OperationInfo): CallArguments {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const path = Object.fromEntries(names.map((name) => [name, 'nothing']));
  if (operation.requestType === null) return { path };
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
  const [example] = Object.values(described?.requestBody?.content[operation.requestType]?.examples ?? {});
  const raw = operation.requestType === 'application/octet-stream';
  return { path, body: raw ? new TextEncoder().encode(String(example?.value)) : example?.value };
}
