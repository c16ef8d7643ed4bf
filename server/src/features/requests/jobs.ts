import { FILE_BATCH, inBatches } from '../../jobs/batches.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './sweep-store.ts';

/** Ends expired requests. Safe to run in parallel. */
export async function sweepRequests(db: Db): Promise<void> {
  await inBatches((limit) => store.expire(db, limit));
}

export async function cleanUpRequests(db: Db): Promise<void> {
  await inBatches((limit) => store.wipeKept(db, limit), FILE_BATCH);
  await inBatches((limit) => store.removeAbandoned(db, limit));
  await inBatches((limit) => store.forgetEnded(db, limit));
}
