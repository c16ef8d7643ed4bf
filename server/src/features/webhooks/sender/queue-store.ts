import type { EventType } from '@tempshare/contract';
import { select } from '../../../storage/columns.ts';
import type { Db } from '../../../storage/database.ts';
import type { SealedEndpoint } from '../endpoints/sealed-endpoint.ts';
import type { Candidate, Grant } from './slots.ts';
import type { LoggedEvent } from '../store.ts';

/** A delivery that a worker has taken, with all that an attempt needs. */
export interface ClaimedDelivery extends Candidate, SealedEndpoint {
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
  /** The event in the log; null for a made-up one. */
  logged: LoggedEvent | null;
}

/** An endpoint with something due. */
export interface DueEndpoint extends Candidate {
  /** Whether its API key is usable: if not, what is due is only to be failed. */
  usable: boolean;
}

/** The endpoints with something due that may be tried now: not those that are paused, nor those with a trial under way. */
export async function findDue(db: Db): Promise<DueEndpoint[]> {
  return db.query(FIND_DUE);
}

const DUE = `d.state = 'pending' AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until <= now())`;
const OPEN = `(e.answers OR (COALESCE(e.paused_until <= now() OR e.hung_at > now(), true) AND COALESCE(e.trial_until <= now(), true)))`;
const USABLE = `EXISTS (
  SELECT FROM api_keys k WHERE k.id = e.api_key_id AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > now()))`;

const DUE_ENDPOINT = select<DueEndpoint>({
  endpointId: 'e.id',
  host: 'e.host',
  keyId: 'e.api_key_id',
  trial: 'NOT e.answers',
  usable: 'e.usable',
});

/**
 * Steps through the index from endpoint to endpoint, so that it costs what there are endpoints with something pending,
 * not what is pending; the LIMITs keep any planner from joining instead.
 */
const FIND_DUE = `
  WITH RECURSIVE waiting (id) AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE state = 'pending' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id FROM waiting CROSS JOIN LATERAL (
      SELECT endpoint_id FROM webhook_deliveries
      WHERE state = 'pending' AND endpoint_id > waiting.id ORDER BY endpoint_id LIMIT 1) next
  )
  SELECT ${DUE_ENDPOINT}
  FROM waiting CROSS JOIN LATERAL (
    SELECT e.*, ${USABLE} AS usable FROM webhook_endpoints e WHERE e.id = waiting.id LIMIT 1) e
    CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${DUE} ORDER BY d.next_attempt_at LIMIT 1) first
  WHERE ${OPEN} OR NOT e.usable`;

/**
 * Takes deliveries that are due, for `leaseMs`: of each endpoint what is granted. Of one that is tried alone only one
 * server gets one. What must not be sent is failed instead: that of a disabled endpoint (tests aside), of a revoked or
 * expired API key, and of an event that is no longer kept.
 */
export async function claim(
  db: Db,
  grants: readonly Pick<Grant, 'endpointId' | 'trial' | 'count'>[],
  leaseMs: number,
): Promise<{ claimed: ClaimedDelivery[]; failed: number }> {
  const rows = await db.query<ClaimedDelivery & { sendable: boolean }>(CLAIM, [
    grants.map(({ endpointId }) => endpointId),
    grants.map(({ count }) => count),
    grants.map(({ trial }) => trial),
    leaseMs,
  ]);
  const claimed = rows.filter(({ sendable }) => sendable);
  return { claimed, failed: rows.length - claimed.length };
}

/** What became due last is tried first in a trial: what its owner has asked for just now, or what has seen no failure. */
const dueOf = (order: string): string => `
  SELECT d.id FROM webhook_deliveries d WHERE d.endpoint_id = grants.endpoint_id AND ${DUE}
  ORDER BY d.next_attempt_at ${order} LIMIT grants.count FOR UPDATE SKIP LOCKED`;

type OfDelivery = 'id' | 'lease' | 'once' | 'step' | 'test' | 'eventId' | 'eventType';

/** As the claim leaves it. */
const DELIVERY = select<Pick<ClaimedDelivery, OfDelivery>>({
  id: 'd.id',
  lease: 'd.lease',
  once: 'd.once',
  step: 'd.step',
  test: 'd.test',
  eventId: 'd.event_id',
  eventType: 'd.event_type',
});

/** An overlap of secrets that is over counts as ended, although a job has yet to move the secret. */
const ROTATED = '(e.rotation_ends_at <= now()) IS TRUE';

const ENDPOINT_AND_EVENT = select<Omit<ClaimedDelivery, OfDelivery> & { sendable: boolean }>({
  endpointId: 'e.id',
  host: 'e.host',
  keyId: 'e.api_key_id',
  trial: 'due.trial',
  wrappedKey: 'e.wrapped_key',
  clearUrl: 'e.url',
  sealedUrl: 'e.sealed_url',
  secret: `CASE WHEN ${ROTATED} THEN e.next_secret ELSE e.secret END`,
  secretNumber: `e.secret_number + (${ROTATED})::int`,
  nextSecret: `CASE WHEN NOT ${ROTATED} THEN e.next_secret END`,
  createdAt: 'COALESCE(v.created_at, d.created_at)',
  logged: `CASE WHEN v.id IS NOT NULL
    THEN jsonb_build_object('type', v.type, 'livemode', v.livemode, 'object', v.object) END`,
  sendable: `(e.enabled OR d.test) AND (v.id IS NOT NULL OR d.test) AND ${USABLE}`,
});

/** Other workers' rows are skipped. A trial is begun on the endpoint's row as it is by then, whatever the grant was made from. */
const CLAIM = `
  WITH grants AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::boolean[]) AS grants (endpoint_id, count, trial)
  ), due AS (
    SELECT taken.id, grants.trial FROM grants CROSS JOIN LATERAL (${dueOf('ASC')}) taken WHERE NOT grants.trial
    UNION ALL
    SELECT taken.id, grants.trial FROM grants CROSS JOIN LATERAL (${dueOf('DESC')}) taken WHERE grants.trial
  ), found AS (
    SELECT due.id AS "deliveryId", e.answers, ${ENDPOINT_AND_EVENT}
    FROM due JOIN webhook_deliveries d ON d.id = due.id JOIN webhook_endpoints e ON e.id = d.endpoint_id
      LEFT JOIN events v ON v.id = d.event_id AND NOT d.test
  ), trials AS (
    UPDATE webhook_endpoints SET trial_until = now() + $4::float8 * interval '1 millisecond'
    WHERE id IN (
      SELECT e.id FROM found JOIN webhook_endpoints e ON e.id = found."endpointId"
      WHERE found.trial AND found.sendable AND ${OPEN} FOR NO KEY UPDATE OF e SKIP LOCKED)
    RETURNING id
  )
  UPDATE webhook_deliveries d SET
    lease = d.lease + 1,
    lease_until = CASE WHEN f.sendable THEN now() + $4 * interval '1 millisecond' END,
    state = CASE WHEN f.sendable THEN d.state ELSE 'failed' END,
    next_attempt_at = CASE WHEN f.sendable THEN d.next_attempt_at END
  FROM found f
  WHERE d.id = f."deliveryId"
    AND (NOT f.sendable OR CASE WHEN f.trial THEN f."endpointId" IN (SELECT id FROM trials) ELSE f.answers END)
  RETURNING f.*, ${DELIVERY}`;

/** Gives back what was claimed and not attempted to its end; others may take it at once. */
export async function release(
  db: Db,
  claims: readonly Pick<ClaimedDelivery, 'id' | 'lease' | 'trial'>[],
): Promise<void> {
  await db.query(
    `WITH released AS (
       UPDATE webhook_deliveries d SET lease_until = NULL
       FROM unnest($1::text[], $2::int[], $3::boolean[]) AS claim (id, lease, trial)
       WHERE d.id = claim.id AND d.lease = claim.lease RETURNING d.endpoint_id, claim.trial)
     UPDATE webhook_endpoints SET trial_until = NULL WHERE id IN (SELECT endpoint_id FROM released WHERE trial)`,
    [claims.map(({ id }) => id), claims.map(({ lease }) => lease), claims.map(({ trial }) => trial)],
  );
}
