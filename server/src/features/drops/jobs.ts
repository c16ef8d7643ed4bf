import { FILE_BATCH, inBatches } from '../../jobs/batches.ts';
import type { Db } from '../../storage/database.ts';
import * as store from './sweep-store.ts';

/** Removes items whose upload was abandoned. Safe to run in parallel. */
export async function cleanUpDrops(db: Db): Promise<void> {
  await inBatches((limit) => store.removeAbandoned(db, limit));
}

/** Wipes what is left of inboxes that were deleted. Safe to run in parallel. */
export async function wipeDrops(db: Db): Promise<void> {
  for (const dropId of await store.findWipes(db)) {
    await inBatches((limit) => store.wipeItems(db, { dropId, withFile: false, limit }));
    await inBatches((limit) => store.wipeItems(db, { dropId, withFile: true, limit }), FILE_BATCH);
    await store.endWipe(db, dropId);
  }
}
