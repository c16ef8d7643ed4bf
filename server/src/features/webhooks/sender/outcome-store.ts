import { limits, webhookRules } from '@tempshare/contract';
import { prefixedId } from '../../../crypto/tokens.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import type { AttemptRow } from '../deliveries/store.ts';
import type { NotifyDisabled } from '../endpoints/endpoint.ts';
import { insertDisabled } from '../endpoints/disabled-store.ts';
import type { ClaimedDelivery } from './queue-store.ts';
import { interval } from '../../../storage/interval.ts';

export interface Outcome extends Pick<AttemptRow, 'status' | 'durationMs' | 'error'> {
  startedMsAgo: number;
  /** Null if no attempt follows a failure. */
  retryInMs: number | null;
  sealedResponse: Buffer | null;
  gone: boolean;
  /** True if the attempt timed out or was slow to fail. */
  hung: boolean;
  /** Pauses of the endpoint after the first hung attempt, the second, and so on. The last one repeats. */
  pausesMs: readonly number[];
}

type Attempted = Pick<ClaimedDelivery, 'id' | 'itemId' | 'endpointId' | 'lease' | 'trial' | 'test'>;

/** Matches attempts that change their endpoint's row, which is not locked otherwise. */
const changes = ({
  test,
  failed,
  hung,
  trial,
}: Record<'test' | 'failed' | 'hung' | 'trial', string>): string =>
  `(e.enabled AND NOT ${test} AND (${failed} OR e.failing_since IS NOT NULL) OR ${hung} OR ${trial} OR NOT e.answers)`;

/**
 * Records an attempt and the next state of its delivery. Nothing is written if another worker has claimed the delivery
 * since.
 * @returns whether `judge` must be called for the endpoint
 */
export async function settle(
  db: Db,
  { id, itemId, endpointId, lease, test, trial }: Attempted,
  { status, durationMs, error, startedMsAgo, retryInMs, hung, sealedResponse }: Outcome,
): Promise<boolean> {
  const changed = await db.query(SETTLE, [
    id,
    itemId,
    lease,
    status,
    durationMs,
    error,
    startedMsAgo,
    retryInMs,
    endpointId,
    test,
    hung,
    trial,
    sealedResponse,
  ]);
  return changed.length > 0;
}

/** Appends an attempt to the arrays of a delivery, which keep the latest ones. */
function appended(attempt: Record<string, string>, leases = 'attempt_leases'): string {
  const from = `GREATEST(coalesce(cardinality(${leases}), 0) - ${limits.webhookAttemptsShown - 2}, 1)`;
  return Object.entries(attempt)
    .map(([column, value]) => `${column} = (array_append(${column}, ${value}))[${from}:]`)
    .join(',\n      ');
}

/** Idempotent: a repeated statement, whose first outcome is unknown, returns the same. */
const SETTLE = `
  WITH attempted AS (
    UPDATE webhook_deliveries SET
      ${appended({
        attempt_leases: '$3::int',
        attempt_times: `now() - $7::float8 * interval '1 millisecond'`,
        attempt_statuses: '$4::int',
        attempt_durations: '$5::int',
        attempt_errors: '$6::text',
      })},
      ${appended({ response_leases: '$3', sealed_responses: '$13::bytea' }, 'response_leases')},
      step = step + 1,
      lease_until = NULL,
      state = CASE WHEN $6::text IS NULL THEN 'delivered'
        WHEN state = 'pending' AND $8::float8 IS NOT NULL AND NOT once THEN 'pending' ELSE 'failed' END,
      next_attempt_at = CASE WHEN $6 IS NOT NULL AND state = 'pending' AND NOT once
        THEN now() + $8 * interval '1 millisecond' END
    WHERE id = $1 AND item_id = $2 AND lease = $3 AND lease_until IS NOT NULL
    RETURNING id
  )
  SELECT FROM webhook_endpoints e
  WHERE e.id = $9 AND (EXISTS (SELECT FROM attempted) OR EXISTS (
      SELECT FROM webhook_deliveries WHERE id = $1 AND item_id = $2 AND $3 = ANY (attempt_leases)))
    AND ${changes({ test: '$10::boolean', failed: '$6 IS NOT NULL', hung: '$11::boolean', trial: '$12::boolean' })}`;

export type DisabledReason = 'gone' | 'failing';

/**
 * Updates the endpoint after an attempt. Not part of `settle`, since a statement of an item may not change tables without
 * items (decision 0050). After a crash before this call the trial ends with the lease, and the attempt
 * is not counted.
 * @returns the reason to disable the endpoint: gone, or failing for 120 hours with at least ten failures
 */
export async function judge(
  db: Db,
  { endpointId, test, trial }: Attempted,
  { error, startedMsAgo, gone, hung, pausesMs }: Outcome,
): Promise<DisabledReason | null> {
  const [row] = await db.query<{ disabled: DisabledReason | null }>(JUDGE, [
    endpointId,
    test,
    error !== null,
    startedMsAgo,
    gone,
    hung,
    pausesMs,
    trial,
  ]);
  return row?.disabled ?? null;
}

/** Counts only the first of parallel hung attempts, which began before `hung_at`. An attempt in time ends any pause. */
const JUDGE = `
  WITH judged AS (
    SELECT e.id, e.enabled AND NOT $2::boolean AS counts,
      $6::boolean AND COALESCE(
        now() - $4::float8 * interval '1 millisecond' > e.hung_at OR e.hung_at > now(), true) AS hung_anew,
      CASE
        WHEN NOT $3::boolean OR NOT e.enabled OR $2 THEN NULL
        WHEN $5::boolean THEN 'gone'
        WHEN e.failures + 1 >= ${webhookRules.failing.attempts} AND e.failing_since <= now() - ${interval(webhookRules.failing.seconds)} THEN 'failing' END AS disabled
    FROM webhook_endpoints e
    WHERE e.id = $1 AND ${changes({ test: '$2', failed: '$3', hung: '$6', trial: '$8::boolean' })}
    FOR NO KEY UPDATE
  )
  UPDATE webhook_endpoints e SET
    failing_since = CASE WHEN NOT j.counts THEN e.failing_since WHEN $3 THEN LEAST(e.failing_since, now()) END,
    failures = CASE WHEN NOT j.counts THEN e.failures WHEN $3 THEN e.failures + 1 ELSE 0 END,
    answers = NOT $6,
    hangs = CASE WHEN NOT $6 THEN 0 ELSE e.hangs + j.hung_anew::int END,
    hung_at = CASE WHEN NOT $6 THEN NULL WHEN j.hung_anew THEN now() ELSE e.hung_at END,
    paused_until = CASE WHEN NOT $6 THEN NULL
      WHEN j.hung_anew THEN
        now() + ($7::float8[])[LEAST(e.hangs + 1, array_length($7, 1))] * interval '1 millisecond'
      ELSE e.paused_until END,
    trial_until = CASE WHEN NOT $8 THEN e.trial_until END,
    skips = e.skips AND NOT (j.counts AND NOT $3),
    skipped_until = CASE WHEN e.skips AND j.counts AND NOT $3 THEN now() ELSE e.skipped_until END
  FROM judged j WHERE e.id = j.id
  RETURNING j.disabled`;

/**
 * Disables an endpoint, with its event. After a crash before this call the next failure disables it. @returns false if
 * it is already disabled
 */
export async function disable(
  db: Db,
  {
    endpointId,
    reason,
    notify,
  }: { endpointId: string; reason: DisabledReason; notify: NotifyDisabled | undefined },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const [disabled] = await trx.query<{ accountId: string; userId: string | null }>(DISABLE, [
      endpointId,
      reason,
    ]);
    if (!disabled) return false;
    await insertDisabled(trx, endpointId, prefixedId('evt'));
    await notify?.(trx, { ...disabled, endpointId });
    return true;
  });
}

const DISABLE = `
  UPDATE webhook_endpoints SET enabled = false, disabled_reason = $2 WHERE id = $1 AND enabled
  RETURNING account_id AS "accountId", (SELECT user_id FROM api_keys k WHERE k.id = api_key_id) AS "userId"`;
