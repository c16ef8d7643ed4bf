import { endSettlement, takeSettlement } from '../features/accounts/settlement.ts';
import { deleteEndpointsOf } from '../features/webhooks/endpoints/endpoint.ts';
import { handOver } from './hand-over.ts';
import { deleteItems } from './items.ts';
import type { Database } from '../storage/postgres/database.ts';

/** Transfers or ends the items of revoked keys, in resumable batches. @throws the first error, after trying all */
export async function settleKeys(database: Database): Promise<void> {
  const failures: unknown[] = [];
  for (;;) {
    const settlement = await takeSettlement(database);
    if (!settlement) break;
    const { keyIds, heirId } = settlement;
    try {
      if (heirId === null) {
        await deleteItems(database, keyIds, 'panel');
        await deleteEndpointsOf(database, keyIds);
      } else {
        await handOver(database, keyIds, heirId);
      }
      await endSettlement(database, settlement);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0] as Error;
}
