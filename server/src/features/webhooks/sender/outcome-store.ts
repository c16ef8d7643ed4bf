import { limits, webhookRules } from '@tempshare/contract';
import { prefixedId } from '../../../crypto/tokens.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import type { AttemptRow } from '../deliveries/store.ts';
import type { NotifyDisabled } from '../endpoints/endpoint.ts';
import { insertDisabled } from '../endpoints/disabled-store.ts';
import type { ClaimedDelivery } from './queue-store.ts';
import { interval } from '../../../storage/interval.ts';

/** What came of an attempt. */
export interface Outcome extends Pick<AttemptRow, 'status' | 'durationMs' | 'error'> {
  /** How long ago the attempt began. */
  startedMsAgo: number;
  /** Null: when it failed, no other attempt follows. */
  retryInMs: number | null;
  /** The response, sealed; null when there was none. */
  sealedResponse: Buffer | null;
  /** Whether the receiver wants no more, ever. */
  gone: boolean;
  /** Whether the receiver let it wait in vain. */
  hung: boolean;
  /** How long the endpoint is left alone after the first such attempt in a row, the second, and so on; the last for good. */
  pausesMs: readonly number[];
}

type Attempted = Pick<ClaimedDelivery, 'id' | 'itemId' | 'endpointId' | 'lease' | 'trial' | 'test'>;

/** Whether what came of an attempt changes its endpoint, whose row is left alone while nothing does. */
const changes = ({
  test,
  failed,
  hung,
  trial,
}: Record<'test' | 'failed' | 'hung' | 'trial', string>): string =>
  `(e.enabled AND NOT ${test} AND (${failed} OR e.failing_since IS NOT NULL) OR ${hung} OR ${trial} OR NOT e.answers)`;

/**
 * Writes down an attempt and what follows from it for the delivery. Nothing is written when the lease has run out and
 * somebody else has taken the delivery since.
 * @returns whether something follows for the endpoint: `judge` is to be called.
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

/** Appends an attempt to the arrays of a delivery, which keep the last ones. */
function appended(attempt: Record<string, string>, leases = 'attempt_leases'): string {
  const from = `GREATEST(coalesce(cardinality(${leases}), 0) - ${limits.webhookAttemptsShown - 2}, 1)`;
  return Object.entries(attempt)
    .map(([column, value]) => `${column} = (array_append(${column}, ${value}))[${from}:]`)
    .join(',\n      ');
}

/** When it is sent again, since nobody knows whether it was carried out, it says the same. */
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

/** Why an attempt disables an endpoint. */
export type DisabledReason = 'gone' | 'failing';

/**
 * Writes down what follows from an attempt for its endpoint. The reason when it is to be disabled: the receiver is
 * gone, or has failed for 120 hours without a success, ten times or more. When this is never called, since the server
 * has died, the trial is over with the lease, and one attempt less is counted.
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

/**
 * Of attempts that hung side by side the first is counted, which began before it was. An attempt that is over in time
 * ends a pause, whenever it began.
 */
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
 * Disables an endpoint, and writes the event of that in the same transaction. False when it is disabled already. When this is
 * never called, since the server has died, the next failure disables the endpoint.
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
