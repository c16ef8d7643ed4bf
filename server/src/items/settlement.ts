import { endSettlement, takeSettlement } from '../features/accounts/settlement.ts';
import { deleteEndpointsOf } from '../features/webhooks/endpoints/endpoint.ts';
import { handOver } from './hand-over.ts';
import { deleteItems } from './items.ts';
import type { Database } from '../storage/postgres/database.ts';

/**
 * Hands over or ends what revoked keys have shared, in batches that commit. What breaks off is taken up again, by this
 * process or another one, and does nothing twice. One that fails does not keep the others from being done.
 * @throws the first error
 */
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
