import { inBatches } from '../../../jobs/batches.ts';
import type { Db } from '../../../storage/postgres/database.ts';

/*
 * What a clock of the database that was set back leaves behind. A wait that began in the future is over: nobody knows any
 * more when it began. A lease goes on from now for as long as any, since its holder may be at work.
 */

const LEASE = `$2::float8 * interval '1 millisecond'`;
/** Clocks of servers that follow one another after a failover differ. */
const SLACK = `interval '1 second'`;

/** When what a delivery waits for began: with its last attempt, or with itself. */
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

/** Lets deliveries be due that were made in the future, and endpoints be tried whose trial began there. By indexes alone. */
export async function bringBackNew(db: Db, leaseMs: number): Promise<void> {
  await db.query(BRING_BACK_TRIALS, [leaseMs]);
  await inBatches(async (limit) => (await db.query(BRING_BACK_NEW, [limit, leaseMs])).length);
}

/** Does the same for those that were tried there. Looks at all that is pending. */
export async function bringBackTried(db: Db, leaseMs: number): Promise<void> {
  await inBatches(async (limit) => (await db.query(BRING_BACK_TRIED, [limit, leaseMs])).length);
}

const BRING_BACK_NEW = bringBack(`w.created_at > now() + ${SLACK} AND ${AHEAD}`);
const BRING_BACK_TRIED = bringBack(`(${AHEAD} OR ${LEASED_TOO_LONG})`);

const BRING_BACK_TRIALS = `
  UPDATE webhook_endpoints SET trial_until = now() + $1::float8 * interval '1 millisecond'
  WHERE trial_until > now() + $1::float8 * interval '1 millisecond' + ${SLACK}`;
