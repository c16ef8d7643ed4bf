import type { AccountSchema } from '@tempshare/contract/account';
import { invalid, ServiceProblem } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './settlement-store.ts';

export { endSettlement, findKeysOf, takeSettlement, type Settlement } from './settlement-store.ts';

export interface Fate {
  shared: AccountSchema<'Shared'>;
  handOverTo?: string | undefined;
}

/** @throws ServiceProblem `validation_failed` */
export function readFate({ shared = 'keep', handOverTo }: Partial<Fate>, place: 'body' | 'query'): Fate {
  const pointer = `/${place}/handOverTo`;
  if (shared === 'hand-over' && handOverTo === undefined) throw invalid(pointer, 'required', 'is required');
  if (shared !== 'hand-over' && handOverTo !== undefined)
    throw invalid(pointer, 'unexpected', 'is for `shared` hand-over only');
  return { shared, ...(handOverTo !== undefined && { handOverTo }) };
}

/**
 * Records the fate of items in the transaction that revokes their keys. A recurring job carries it out.
 * @throws ServiceProblem `no_room` if the heir's quota is too small
 */
export async function settle(
  db: Db,
  { keyIds, heirId, maxBytes }: { keyIds: string[]; heirId: string | null; maxBytes: number },
): Promise<void> {
  const others = keyIds.filter((id) => id !== heirId);
  if (heirId !== null && (await store.bytesOf(db, [...others, heirId])) > maxBytes)
    throw new ServiceProblem(
      'no_room',
      `Together that would be more than the ${maxBytes} bytes that one key or member may hold. Delete some of it, or choose another.`,
    );
  if (others.length > 0) await store.insertSettlement(db, { keyIds: others, heirId });
}
