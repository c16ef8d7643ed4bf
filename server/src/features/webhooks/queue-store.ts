import type { EventType } from '@tempshare/contract';
import type { Db } from '../../storage/database.ts';
import type { AttemptRow } from './delivery-store.ts';
import type { EventRow } from './store.ts';

/** A delivery that a worker has taken, with all that an attempt needs. */
export interface ClaimedDelivery {
  id: string;
  /** Tells this claim from the others before and after: only its holder writes what came of the attempt. */
  lease: number;
  /** Whether this attempt is the last one, whatever the schedule says. */
  once: boolean;
  /** How many attempts of the schedule were made before this one. */
  step: number;
  test: boolean;
  eventId: string;
  eventType: EventType;
  /** When the event was; of a made-up one, when it was asked for. */
  createdAt: Date;
  /** What of the event the log holds; null for a made-up one. */
  logged: Pick<EventRow, 'livemode' | 'object'> | null;
  endpointId: string;
  keyId: string;
  url: string;
  host: string;
  wrappedKey: Buffer;
  secret: Buffer;
  secretNumber: number;
  nextSecret: Buffer | null;
}

export interface ClaimRequest {
  limit: number;
  leaseMs: number;
  /** What the attempts of this worker under way are for: the endpoint, host and API key of each. */
  busy: readonly { endpointId: string; host: string; keyId: string }[];
  maxPerEndpoint: number;
  maxPerHost: number;
  maxPerKey: number;
}

/**
 * Takes deliveries that are due, for `leaseMs`, of at most one endpoint of each API key, and of each host. What is due but must not be sent
 * is failed instead: that of a disabled endpoint (tests aside), of a revoked or expired API key, and of an event that is
 * no longer kept.
 */
export async function claimDue(
  db: Db,
  { limit, leaseMs, busy, maxPerEndpoint, maxPerHost, maxPerKey }: ClaimRequest,
): Promise<{ claimed: ClaimedDelivery[]; failed: number }> {
  const rows = await db.query<ClaimedDelivery & { sendable: boolean }>(CLAIM, [
    limit,
    leaseMs,
    busy.map(({ endpointId }) => endpointId),
    busy.map(({ host }) => host),
    maxPerEndpoint,
    maxPerHost,
    busy.map(({ keyId }) => keyId),
    maxPerKey,
  ]);
  const claimed = rows.filter(({ sendable }) => sendable);
  return { claimed, failed: rows.length - claimed.length };
}

const DUE = `d.state = 'pending' AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until <= now())`;

/**
 * `waiting` steps through the index from endpoint to endpoint, so that a claim costs what there are endpoints with
 * something pending, not what is pending; the LIMITs keep any planner from joining instead. Keys take turns, and
 * endpoints come in a random order: none is always the last, however many there are of another key. Other workers' rows are skipped. An overlap that is over counts as ended, although a job has yet to move the secret.
 */
const CLAIM = `
  WITH RECURSIVE waiting (id) AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE state = 'pending' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id FROM waiting CROSS JOIN LATERAL (
      SELECT endpoint_id FROM webhook_deliveries
      WHERE state = 'pending' AND endpoint_id > waiting.id ORDER BY endpoint_id LIMIT 1) next
  ), open AS (
    SELECT e.id, e.host, e.api_key_id, LEAST(
      $5::int - (SELECT count(*) FROM unnest($3::text[]) busy WHERE busy = e.id),
      $6::int - (SELECT count(*) FROM unnest($4::text[]) busy WHERE busy = e.host),
      $8::int - (SELECT count(*) FROM unnest($7::text[]) busy WHERE busy = e.api_key_id)) AS room
    FROM waiting CROSS JOIN LATERAL (SELECT * FROM webhook_endpoints WHERE id = waiting.id LIMIT 1) e
      CROSS JOIN LATERAL (
        SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${DUE} ORDER BY d.next_attempt_at LIMIT 1) first
  ), one_of_each_key AS (
    SELECT DISTINCT ON (api_key_id) id, host, room FROM open WHERE room > 0 ORDER BY api_key_id, random()
  ), receivers AS (
    SELECT DISTINCT ON (host) id, room FROM one_of_each_key ORDER BY host, random()
  ), due AS (
    SELECT taken.id FROM (SELECT * FROM receivers ORDER BY random()) receiver CROSS JOIN LATERAL (
      SELECT d.id FROM webhook_deliveries d WHERE d.endpoint_id = receiver.id AND ${DUE}
      ORDER BY d.next_attempt_at LIMIT receiver.room FOR UPDATE SKIP LOCKED) taken
    LIMIT $1
  ), facts AS (
    SELECT d.id, e.id AS endpoint_id, e.api_key_id, e.url, e.host, e.wrapped_key,
      CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('livemode', v.livemode, 'object', v.object) END AS logged,
      COALESCE(v.created_at, d.created_at) AS created_at,
      (e.rotation_ends_at <= now()) IS TRUE AS rotated, e.secret, e.secret_number, e.next_secret,
      (e.enabled OR d.test) AND (v.id IS NOT NULL OR d.test) AND EXISTS (
        SELECT FROM api_keys k WHERE k.id = e.api_key_id AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > now())) AS sendable
    FROM due JOIN webhook_deliveries d ON d.id = due.id JOIN webhook_endpoints e ON e.id = d.endpoint_id
      LEFT JOIN events v ON v.id = d.event_id AND NOT d.test
  )
  UPDATE webhook_deliveries d SET
    lease = d.lease + 1,
    lease_until = CASE WHEN f.sendable THEN now() + $2::float8 * interval '1 millisecond' END,
    state = CASE WHEN f.sendable THEN d.state ELSE 'failed' END,
    next_attempt_at = CASE WHEN f.sendable THEN d.next_attempt_at END
  FROM facts f WHERE d.id = f.id
  RETURNING d.id, d.lease, d.once, d.step, d.test, d.event_id AS "eventId", d.event_type AS "eventType",
    f.created_at AS "createdAt", f.logged, f.endpoint_id AS "endpointId", f.api_key_id AS "keyId", f.url, f.host,
    f.wrapped_key AS "wrappedKey", f.sendable,
    CASE WHEN f.rotated THEN f.next_secret ELSE f.secret END AS secret,
    f.secret_number + f.rotated::int AS "secretNumber",
    CASE WHEN NOT f.rotated THEN f.next_secret END AS "nextSecret"`;

/** What came of an attempt. */
export interface Outcome extends Pick<AttemptRow, 'status' | 'durationMs' | 'error'> {
  /** How long ago the attempt began. */
  startedMsAgo: number;
  /** Null: when it failed, no other attempt follows. */
  retryInMs: number | null;
  /** Whether the receiver wants no more, ever. */
  gone: boolean;
}

/**
 * Writes down an attempt and what follows from it for the delivery and its endpoint. The reason when the endpoint has
 * been disabled by it: the receiver is gone, or has failed for 120 hours without a success, ten times or more. Nothing
 * is written when the lease has run out and somebody else has taken the delivery since.
 */
export async function settle(
  db: Db,
  { id, lease }: Pick<ClaimedDelivery, 'id' | 'lease'>,
  { status, durationMs, error, startedMsAgo, retryInMs, gone }: Outcome,
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
  ]);
  return row?.disabled ?? null;
}

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
    RETURNING endpoint_id, test
  ), logged AS (
    INSERT INTO webhook_attempts (delivery_id, lease, started_at, status, duration_ms, error)
    SELECT $1, $2, now() - $6::float8 * interval '1 millisecond', $3::int, $4::int, $5 FROM attempted
  ), judged AS (
    SELECT e.id, CASE
      WHEN $5 IS NULL THEN NULL
      WHEN $8::boolean THEN 'gone'
      WHEN e.failures + 1 >= 10 AND e.failing_since <= now() - interval '120 hours' THEN 'failing' END AS disabled
    FROM attempted a JOIN webhook_endpoints e ON e.id = a.endpoint_id
    WHERE e.enabled AND NOT a.test AND ($5 IS NOT NULL OR e.failing_since IS NOT NULL)
    FOR NO KEY UPDATE OF e
  )
  UPDATE webhook_endpoints e SET
    failing_since = CASE WHEN $5 IS NOT NULL THEN COALESCE(e.failing_since, now()) END,
    failures = CASE WHEN $5 IS NOT NULL THEN e.failures + 1 ELSE 0 END,
    enabled = j.disabled IS NULL,
    disabled_reason = j.disabled
  FROM judged j WHERE e.id = j.id
  RETURNING j.disabled`;

/** Gives back what was claimed and not attempted to its end; others may take it at once. */
export async function release(
  db: Db,
  claims: readonly Pick<ClaimedDelivery, 'id' | 'lease'>[],
): Promise<void> {
  await db.query(
    `UPDATE webhook_deliveries d SET lease_until = NULL
     FROM unnest($1::text[], $2::int[]) AS claim (id, lease)
     WHERE d.id = claim.id AND d.lease = claim.lease`,
    [claims.map(({ id }) => id), claims.map(({ lease }) => lease)],
  );
}
