import { webhookRules } from '@tempshare/contract';
import type { Db } from '../../../storage/database.ts';
import type { AttemptRow } from '../deliveries/store.ts';
import type { ClaimedDelivery } from './queue-store.ts';
import { interval } from '../../../storage/interval.ts';

/** What came of an attempt. */
export interface Outcome extends Pick<AttemptRow, 'status' | 'durationMs' | 'error'> {
  /** How long ago the attempt began. */
  startedMsAgo: number;
  /** Null: when it failed, no other attempt follows. */
  retryInMs: number | null;
  /** Whether the receiver wants no more, ever. */
  gone: boolean;
  /** Whether the receiver let it wait in vain. */
  hung: boolean;
  /** How long the endpoint is left alone after the first such attempt in a row, the second, and so on; the last for good. */
  pausesMs: readonly number[];
}

/**
 * Writes down an attempt and what follows from it for the delivery and its endpoint. The reason when the endpoint has
 * been disabled by it: the receiver is gone, or has failed for 120 hours without a success, ten times or more. Nothing
 * is written when the lease has run out and somebody else has taken the delivery since.
 */
export async function settle(
  db: Db,
  { id, lease, trial }: Pick<ClaimedDelivery, 'id' | 'lease' | 'trial'>,
  { status, durationMs, error, startedMsAgo, retryInMs, gone, hung, pausesMs }: Outcome,
): Promise<'gone' | 'failing' | null> {
  const [row] = await db.query<{ disabled: 'gone' | 'failing' | null }>(SETTLE, [
    id,
    lease,
    status,
    durationMs,
    error,
    startedMsAgo,
    retryInMs,
    gone,
    hung,
    pausesMs,
    trial,
  ]);
  return row?.disabled ?? null;
}

/**
 * Of attempts that hung side by side the first is counted, which began before it was. An attempt that is over in time
 * ends a pause, whenever it began. The endpoint's row is left alone while nothing changes.
 */
const SETTLE = `
  WITH attempted AS (
    UPDATE webhook_deliveries SET
      step = step + 1,
      lease_until = NULL,
      state = CASE WHEN $5::text IS NULL THEN 'delivered'
        WHEN state = 'pending' AND $7::float8 IS NOT NULL AND NOT once THEN 'pending' ELSE 'failed' END,
      next_attempt_at = CASE WHEN $5 IS NOT NULL AND state = 'pending' AND NOT once
        THEN now() + $7 * interval '1 millisecond' END
    WHERE id = $1 AND lease = $2 AND lease_until IS NOT NULL
    RETURNING endpoint_id, item_id, test, now() - $6::float8 * interval '1 millisecond' AS started_at
  ), logged AS (
    INSERT INTO webhook_attempts (delivery_id, item_id, lease, started_at, status, duration_ms, error)
    SELECT $1, item_id, $2, started_at, $3::int, $4::int, $5 FROM attempted
  ), judged AS (
    SELECT e.id, e.enabled AND NOT a.test AS counts,
      $9::boolean AND COALESCE(a.started_at > e.hung_at OR e.hung_at > now(), true) AS hung_anew,
      CASE
        WHEN $5 IS NULL OR NOT e.enabled OR a.test THEN NULL
        WHEN $8::boolean THEN 'gone'
        WHEN e.failures + 1 >= ${webhookRules.failing.attempts} AND e.failing_since <= now() - ${interval(webhookRules.failing.seconds)} THEN 'failing' END AS disabled
    FROM attempted a JOIN webhook_endpoints e ON e.id = a.endpoint_id
    WHERE e.enabled AND NOT a.test AND ($5 IS NOT NULL OR e.failing_since IS NOT NULL) OR $9 OR $11::boolean
      OR NOT e.answers
    FOR NO KEY UPDATE OF e
  )
  UPDATE webhook_endpoints e SET
    failing_since = CASE WHEN NOT j.counts THEN e.failing_since WHEN $5 IS NOT NULL THEN LEAST(e.failing_since, now()) END,
    failures = CASE WHEN NOT j.counts THEN e.failures WHEN $5 IS NOT NULL THEN e.failures + 1 ELSE 0 END,
    enabled = e.enabled AND j.disabled IS NULL,
    disabled_reason = COALESCE(j.disabled, e.disabled_reason),
    answers = NOT $9,
    hangs = CASE WHEN NOT $9 THEN 0 ELSE e.hangs + j.hung_anew::int END,
    hung_at = CASE WHEN NOT $9 THEN NULL WHEN j.hung_anew THEN now() ELSE e.hung_at END,
    paused_until = CASE WHEN NOT $9 THEN NULL
      WHEN j.hung_anew THEN
        now() + ($10::float8[])[LEAST(e.hangs + 1, array_length($10, 1))] * interval '1 millisecond'
      ELSE e.paused_until END,
    trial_until = CASE WHEN NOT $11 THEN e.trial_until END
  FROM judged j WHERE e.id = j.id
  RETURNING j.disabled`;
