import { inBatches } from '../jobs/batches.ts';
import type { Db } from '../storage/database.ts';

/** Forgets events that are 30 days old. Safe to run in parallel. */
export async function cleanUpEvents(db: Db): Promise<void> {
  await inBatches(async (limit) => (await db.query(FORGET, [limit])).length);
}

const FORGET = `
  WITH due AS (
    SELECT id FROM events WHERE created_at <= now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM events USING due WHERE events.id = due.id RETURNING due.id`;
