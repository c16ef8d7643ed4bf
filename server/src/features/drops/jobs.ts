import { inBatches } from '../../jobs/batches.ts';
import type { Db } from '../../storage/database.ts';
import * as store from './sweep-store.ts';

/** Removes items whose upload was abandoned. Safe to run in parallel. */
export async function cleanUpDrops(db: Db): Promise<void> {
  await inBatches((limit) => store.removeAbandoned(db, limit));
}
