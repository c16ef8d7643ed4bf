import { FILE_BATCH, inBatches } from '../../jobs/batches.ts';
import { endWipe, findWipes } from '../../jobs/wipes.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './sweep-store.ts';

/** Removes abandoned uploads. Safe to run in parallel. */
export async function cleanUpDrops(db: Db): Promise<void> {
  await inBatches((limit) => store.removeAbandoned(db, limit));
}

/** Wipes the remains of deleted inboxes. Safe to run in parallel. */
export async function wipeDrops(db: Db): Promise<void> {
  for (const dropId of await findWipes(db, 'drop')) {
    await inBatches((limit) => store.wipeItems(db, { dropId, withFile: false, limit }));
    await inBatches((limit) => store.wipeItems(db, { dropId, withFile: true, limit }), FILE_BATCH);
    await endWipe(db, { container: 'drop', id: dropId, left: store.LEFT });
  }
}
