import type { ItemVault } from '../../crypto/item-vault.ts';
import { inBatches } from '../../jobs/batches.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { rewriteEndpoints, sealClearTexts, type ClearEndpoint } from './endpoints/clear-text-store.ts';
import * as deliveries from './deliveries/store.ts';
import { takeOverEnded } from './endpoints/rotation-store.ts';
import { LEASE_MS } from './sender/schedule.ts';
import { sealDescription, sealUrl } from './endpoints/sealed-endpoint.ts';
import { bringBackNew, bringBackTried } from './deliveries/set-back-store.ts';

/** Lets no delivery wait for a clock of the database that was set back. Several servers may do it at once. */
export async function sweepWebhooks(db: Db): Promise<void> {
  await bringBackNew(db, LEASE_MS);
}

/**
 * What time brings for webhooks, to be called again and again: rotations whose overlap is over are completed, what is
 * still on its way to disabled endpoints is failed, and deliveries go that are older than 30 days or whose endpoint is
 * gone. Several servers may do it at once.
 */
export async function cleanUpWebhooks(db: Db): Promise<void> {
  await bringBackTried(db, LEASE_MS);
  await takeOverEnded(db);
  await deliveries.giveUpAllDisabled(db);
  await deliveries.deleteOld(db);
  await deliveries.deleteOrphaned(db);
}

/**
 * Seals the URLs and descriptions of endpoints that servers of the version before have written, and wipes what stood in the clear from
 * the table's file. Several servers may do it at once.
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
