import { FILE_BATCH, inBatches } from '../../jobs/batches.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './sweep-store.ts';

/** Closes requests whose time has come. Safe to run in parallel. */
export async function sweepRequests(db: Db): Promise<void> {
  await inBatches((limit) => store.expire(db, limit));
}

/** Wipes files that were kept long enough, abandoned uploads, and what ended long ago. */
export async function cleanUpRequests(db: Db): Promise<void> {
  await inBatches((limit) => store.wipeKept(db, limit), FILE_BATCH);
  await inBatches((limit) => store.removeAbandoned(db, limit));
  await inBatches((limit) => store.forgetEnded(db, limit));
}
