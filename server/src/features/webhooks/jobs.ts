import type { Db } from '../../storage/database.ts';
import * as deliveries from './delivery-store.ts';
import { takeOverEnded } from './endpoint-store.ts';

/**
 * What time brings for webhooks, to be called again and again: rotations whose overlap is over are completed, what is
 * still on its way to disabled endpoints is failed, and deliveries go that are older than 30 days or whose endpoint is
 * gone. Several servers may do it at once.
 */
export async function cleanUpWebhooks(db: Db): Promise<void> {
  await takeOverEnded(db);
  await deliveries.giveUpAllDisabled(db);
  await deliveries.deleteOld(db);
  await deliveries.deleteOrphaned(db);
}
