import { inBatches } from '../../jobs/batches.ts';
import type { Db } from '../../storage/database.ts';
import * as store from './sweep-store.ts';

/** Destroys secrets whose time has come. Safe to run in parallel. */
export async function sweepSecrets(db: Db): Promise<void> {
  await inBatches((limit) => store.expire(db, limit));
}

/** Forgets secrets that ended 30 days ago. */
export async function cleanUpSecrets(db: Db): Promise<void> {
  await inBatches((limit) => store.forgetEnded(db, limit));
}

/** Destroys all secrets unread: after a restore nobody knows which were read before. */
export async function revokeAllSecrets(db: Db): Promise<void> {
  await inBatches((limit) => store.revokeWaiting(db, limit));
}
