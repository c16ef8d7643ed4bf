import type { GuardedItems, Module } from '../domain/module.ts';
import { inBatches } from '../jobs/batches.ts';
import type { Db } from '../storage/postgres/database.ts';

export const limits = {
  folder: 'limits',
  tables: { attempts: { item: 'item_id' }, rate_limits: { item: null, counts: true } },
  cleanUp: [
    ({ database, guardedItems }) => forgetAttempts(database, guardedItems),
    ({ database }) => forgetIdleLimits(database),
  ],
} satisfies Module;

/** SQL: spares tries at signing in, which has no item, for a day, and for good if the network was right before. */
const NO_SIGN_IN = `NOT (a.item_id ~ '^(email|code):' AND (
  coalesce(a.recent[cardinality(a.recent)] > now() - interval '1 day', false) OR coalesce(a.busy_until > now(), false) OR a.proven))`;

async function forgetAttempts(db: Db, items: readonly GuardedItems[]): Promise<void> {
  const ended = items.map(
    ({ table, guarded }) => `NOT EXISTS (SELECT FROM ${table} WHERE id = a.item_id AND ${guarded})`,
  );
  const statement = `
    WITH due AS (
      SELECT item_id, address FROM attempts a WHERE ${[NO_SIGN_IN, ...ended].join(' AND ')} LIMIT $1 FOR UPDATE OF a SKIP LOCKED
    )
    DELETE FROM attempts a USING due WHERE a.item_id = due.item_id AND a.address = due.address RETURNING 1`;
  await inBatches(async (limit) => (await db.query(statement, [limit])).length);
}

/** Forgets request logs idle for 10 minutes, which are ten windows, or dated ahead by a clock that was set back. */
async function forgetIdleLimits(db: Db): Promise<void> {
  await inBatches(async (limit) => (await db.query(FORGET_IDLE_LIMITS, [limit])).length);
}

const FORGET_IDLE_LIMITS = `
  WITH due AS (
    SELECT bucket FROM rate_limits
    WHERE abs(decided - (extract(epoch FROM now()) * 1000)::bigint) >= 600000
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM rate_limits r USING due WHERE r.bucket = due.bucket RETURNING 1`;
