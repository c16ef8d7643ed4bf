import { prefixedId } from '../../crypto/tokens.ts';
import { FILE_BATCH, inBatches } from '../../jobs/batches.ts';
import type { Database, Db } from '../../storage/postgres/database.ts';
import { workThrough } from '../../storage/table-walk.ts';
import { endConsumed } from './download-store.ts';
import * as store from './sweep-store.ts';

/** Ends expired transfers, and wipes content and files that nobody may read any more. Safe to run in parallel. */
export async function sweepTransfers(db: Db): Promise<void> {
  await inBatches((limit) => store.expire(db, 'others', eventIds(limit)));
  await inBatches((limit) => store.expire(db, 'files', eventIds(limit)), FILE_BATCH);
  await inBatches((limit) => store.wipeRead(db, limit));
  await store.shortenUrls(db);
  await inBatches((limit) => endConsumed(db, eventIds(limit)), FILE_BATCH);
  await inBatches((limit) => store.wipeDownloaded(db, limit), FILE_BATCH);
}

/** Deletes dead download URLs, abandoned uploads, and what ended 30 days ago. */
export async function cleanUpTransfers(db: Db): Promise<void> {
  await inBatches((limit) => store.forgetDownloads(db, limit));
  await inBatches((limit) => store.removeAbandoned(db, limit));
  await inBatches((limit) => store.forgetEnded(db, limit));
}

/** Deletes transfers with limited views: after a restore nobody knows how often they were viewed before. */
export async function deleteLimitedTransfers(database: Database): Promise<void> {
  await workThrough<{ id: string }>(database, store.LIMITED, (rows) => {
    const ids = rows.map(({ id }) => id);
    return inBatches((limit) => store.deleteLimited(database, ids, limit), FILE_BATCH);
  });
}

const eventIds = (count: number): string[] => Array.from({ length: count }, () => prefixedId('evt'));
