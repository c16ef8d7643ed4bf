import { inBatches } from '../../../jobs/batches.ts';
import type { Db } from '../../../storage/postgres/database.ts';

/**
 * Repairs times written before the database's clock was set back. A wait that began in the future is over. A lease
 * lasts one full lease time from now, since its holder may be working.
 */

const LEASE = `$2::float8 * interval '1 millisecond'`;
/** Tolerance for clocks that differ after a failover. */
const SLACK = `interval '1 second'`;

/** Start of the current wait: the last attempt, or the creation of the delivery. */
const BEGAN = `COALESCE(w.attempt_times[cardinality(w.attempt_times)],
  (SELECT started_at FROM webhook_attempts a WHERE a.delivery_id = w.id AND a.item_id = w.item_id ORDER BY lease DESC LIMIT 1), w.created_at)`;
const AHEAD = `(w.next_attempt_at > now() AND ${BEGAN} > now() + ${SLACK})`;
const LEASED_TOO_LONG = `(w.lease_until > now() + ${LEASE} + ${SLACK})`;

const bringBack = (which: string): string => `
  UPDATE webhook_deliveries d SET
    next_attempt_at = CASE WHEN w.ahead THEN now() ELSE d.next_attempt_at END,
    lease_until = CASE WHEN d.lease_until IS NOT NULL THEN LEAST(d.lease_until, now() + ${LEASE}) END
  FROM (
    SELECT w.id, w.item_id, ${AHEAD} AS ahead FROM webhook_deliveries w
    WHERE w.state = 'pending' AND ${which} LIMIT $1 FOR UPDATE SKIP LOCKED) w
  WHERE d.id = w.id AND d.item_id = w.item_id RETURNING d.id`;

/** Makes deliveries created in the future due, and ends trials that began there. Uses indexes only. */
export async function bringBackNew(db: Db, leaseMs: number): Promise<void> {
  await db.query(BRING_BACK_TRIALS, [leaseMs]);
  await inBatches(async (limit) => (await db.query(BRING_BACK_NEW, [limit, leaseMs])).length);
}

/** Does the same for deliveries attempted in the future. Scans all pending deliveries. */
export async function bringBackTried(db: Db, leaseMs: number): Promise<void> {
  await inBatches(async (limit) => (await db.query(BRING_BACK_TRIED, [limit, leaseMs])).length);
}

const BRING_BACK_NEW = bringBack(`w.created_at > now() + ${SLACK} AND ${AHEAD}`);
const BRING_BACK_TRIED = bringBack(`(${AHEAD} OR ${LEASED_TOO_LONG})`);

const BRING_BACK_TRIALS = `
  UPDATE webhook_endpoints SET trial_until = now() + $1::float8 * interval '1 millisecond'
  WHERE trial_until > now() + $1::float8 * interval '1 millisecond' + ${SLACK}`;
