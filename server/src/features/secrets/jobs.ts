import { inBatches } from '../../jobs/batches.ts';
import type { Database, Db } from '../../storage/postgres/database.ts';
import { workThrough } from '../../storage/table-walk.ts';
import * as store from './sweep-store.ts';

/** Destroys expired secrets, and the remains of read ones. Safe to run in parallel. */
export async function sweepSecrets(db: Db): Promise<void> {
  await inBatches((limit) => store.expire(db, limit));
  await inBatches((limit) => store.wipeRead(db, limit));
}

export async function cleanUpSecrets(db: Db): Promise<void> {
  await inBatches((limit) => store.forgetEnded(db, limit));
}

/** Destroys all secrets unread: after a restore nobody knows which were read before. */
export async function revokeAllSecrets(database: Database): Promise<void> {
  await workThrough<{ id: string }>(database, store.WAITING, (rows) => {
    const ids = rows.map(({ id }) => id);
    return inBatches((limit) => store.revokeWaiting(database, ids, limit));
  });
}
