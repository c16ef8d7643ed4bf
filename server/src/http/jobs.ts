import { inBatches } from '../jobs/batches.ts';
import type { Db } from '../storage/database.ts';

/** Forgets what the pipeline has no use for any more. Safe to run in parallel. */
export async function cleanUpPipeline(db: Db): Promise<void> {
  for (const statement of [FORGET_ANSWERS, FORGET_ATTEMPTS, FORGET_IDLE_LIMITS]) {
    await inBatches(async (limit) => (await db.query(statement, [limit])).length);
  }
}

/** Answers that were kept for 24 hours. */
const FORGET_ANSWERS = `
  WITH due AS (
    SELECT api_key_id, slot FROM idempotency_keys WHERE created_at <= now() - interval '24 hours'
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys k USING due WHERE k.api_key_id = due.api_key_id AND k.slot = due.slot RETURNING 1`;

/** Attempts at items that cannot be opened any more; those at a living one count for as long as it lives. */
const FORGET_ATTEMPTS = `
  WITH due AS (
    SELECT item_id, address FROM attempts a
    WHERE NOT EXISTS (SELECT FROM transfers t WHERE t.id = a.item_id AND t.state = 'active' AND (t.expires_at > now() OR t.expires_at IS NULL))
      AND NOT EXISTS (SELECT FROM secrets s WHERE s.id = a.item_id AND s.state = 'waiting' AND (s.expires_at > now() OR s.expires_at IS NULL))
      AND NOT EXISTS (SELECT FROM requests r WHERE r.id = a.item_id AND r.state <> 'expired' AND (r.expires_at > now() OR r.expires_at IS NULL))
      AND NOT EXISTS (SELECT FROM rooms r WHERE r.id = a.item_id AND r.state = 'open' AND r.expires_at > now())
    LIMIT $1 FOR UPDATE OF a SKIP LOCKED
  )
  DELETE FROM attempts a USING due WHERE a.item_id = due.item_id AND a.address = due.address RETURNING 1`;

/** Request logs of callers that have been away for 10 minutes, ten times the window; or come from a clock set back. */
const FORGET_IDLE_LIMITS = `
  WITH due AS (
    SELECT bucket FROM rate_limits
    WHERE abs(decided - (extract(epoch FROM now()) * 1000)::bigint) >= 600000
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM rate_limits r USING due WHERE r.bucket = due.bucket RETURNING 1`;
