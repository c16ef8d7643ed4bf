import type { ItemVault } from '../../crypto/item-vault.ts';
import { inBatches } from '../../jobs/batches.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { rewriteEndpoints, sealClearTexts, type ClearEndpoint } from './endpoints/clear-text-store.ts';
import * as deliveries from './deliveries/store.ts';
import { takeOverEnded } from './endpoints/rotation-store.ts';
import { LEASE_MS } from './sender/schedule.ts';
import { sealDescription, sealUrl } from './endpoints/sealed-endpoint.ts';
import { bringBackNew, bringBackTried } from './deliveries/set-back-store.ts';

/** Makes deliveries due that wait for a clock that was set back. Safe to run concurrently. */
export async function sweepWebhooks(db: Db): Promise<void> {
  await bringBackNew(db, LEASE_MS);
}

/** Repairs times, completes rotations, fails deliveries of disabled endpoints, and deletes old and orphaned ones. */
export async function cleanUpWebhooks(db: Db): Promise<void> {
  await bringBackTried(db, LEASE_MS);
  await takeOverEnded(db);
  await deliveries.giveUpAllDisabled(db);
  await deliveries.deleteOld(db);
  await deliveries.deleteOrphaned(db);
}

/**
 * Seals texts of servers of the previous version, and wipes their clear text from the table file. Safe to run
 * concurrently.
 */
export async function sealTexts(db: Db, vault: ItemVault): Promise<void> {
  const seal = (endpoint: ClearEndpoint) => ({
    url: endpoint.clearUrl === null ? null : sealUrl(vault, endpoint, endpoint.clearUrl),
    description:
      endpoint.clearDescription === null ? null : sealDescription(vault, endpoint, endpoint.clearDescription),
  });
  const sealed = await inBatches((limit) => sealClearTexts(db, seal, limit));
  if (sealed > 0) await rewriteEndpoints(db);
}
