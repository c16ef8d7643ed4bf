import type { EventType } from '@tempshare/contract';
import { idStarts } from '../../../crypto/tokens.ts';
import { select } from '../../../storage/columns.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import type { SealedEndpoint } from '../endpoints/sealed-endpoint.ts';
import type { Candidate, Grant } from './slots.ts';
import type { LoggedEvent } from '../store.ts';

/** A delivery that a worker has taken, with all that an attempt needs. */
export interface ClaimedDelivery extends Candidate, SealedEndpoint {
  id: string;
  /** The item that it lies with. */
  itemId: string;
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

/** What is found in the queue. */
export interface Queue {
  /** The endpoints with something due that may be tried now: not those that are paused, nor those with a trial under way. */
  due: DueEndpoint[];
  /** The endpoints with something pending. */
  waiting: readonly string[];
}

/** @param before the endpoints that had something pending when it was last asked: with them it takes one look. */
export async function findDue(db: Db, before: readonly string[] = []): Promise<Queue> {
  const waiting = await findWaiting(db, before);
  if (waiting.length === 0) return { due: [], waiting };
  const due = await db.query<DueEndpoint>(FIND_DUE, [waiting]);
  return { due: [...new Map(due.map((endpoint) => [endpoint.endpointId, endpoint])).values()], waiting };
}

/** Places all over the index, so that a search begins at many of them at a time. */
const STARTS: readonly string[] = ['', ...idStarts('we')];

/**
 * From each endpoint that is found, the search goes on to the next one in the index: it costs what there are endpoints, not
 * what is pending.
 */
async function findWaiting(db: Db, before: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const asked = new Set<string>();
  for (let from = [...new Set([...STARTS, ...before])]; from.length > 0;) {
    for (const place of from) asked.add(place);
    const next = await db.query<{ id: string }>(NEXT_WAITING, [from]);
    for (const { id } of next) found.add(id);
    from = [...found].filter((id) => !asked.has(id));
  }
  return [...found];
}

/**
 * One place ends where the next one begins, in the order of the index, so that what is no longer pending, and still in it,
 * is read once.
 */
const NEXT_WAITING = `
  SELECT next.id FROM (
    SELECT id, lead(id) OVER (ORDER BY id) AS until FROM unnest($1::text[]) AS place (id)) place
  CROSS JOIN LATERAL (
    (SELECT endpoint_id AS id FROM webhook_deliveries
     WHERE state = 'pending' AND endpoint_id > place.id AND endpoint_id <= place.until
     ORDER BY endpoint_id, next_attempt_at LIMIT 1)
    UNION ALL
    (SELECT endpoint_id FROM webhook_deliveries
     WHERE place.until IS NULL AND state = 'pending' AND endpoint_id > place.id
     ORDER BY endpoint_id, next_attempt_at LIMIT 1)) next`;

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

/** The LIMITs keep any planner from joining instead. */
const FIND_DUE = `
  SELECT ${DUE_ENDPOINT}
  FROM unnest($1::text[]) AS waiting (id) CROSS JOIN LATERAL (
    SELECT e.*, ${USABLE} AS usable FROM webhook_endpoints e WHERE e.id = waiting.id LIMIT 1) e
    CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${DUE} ORDER BY d.next_attempt_at LIMIT 1) first
  WHERE ${OPEN} OR NOT e.usable`;

/**
 * Takes deliveries that are due, for `leaseMs`: of each endpoint what is granted. Of one that is tried alone only one
 * server gets one, whose trial is noted with the endpoint before. What must not be sent is failed instead: that of a
 * disabled endpoint (tests aside), of a revoked or expired API key, and of an event that is no longer kept.
 * @returns also the endpoints whose trial is the caller's, with nothing to try: it is to end them. When it throws, none is.
 */
export async function claim(
  db: Db,
  grants: readonly Pick<Grant, 'endpointId' | 'trial' | 'count'>[],
  leaseMs: number,
): Promise<{ claimed: ClaimedDelivery[]; failed: number; untried: string[] }> {
  const begun = await beginTrials(
    db,
    grants.filter(({ trial }) => trial).map(({ endpointId }) => endpointId),
    leaseMs,
  );
  const taken = grants.filter(({ endpointId, trial }) => !trial || begun.has(endpointId));
  if (taken.length === 0) return { claimed: [], failed: 0, untried: [] };
  const rows = await db
    .query<ClaimedDelivery & { sendable: boolean }>(CLAIM, [
      taken.map(({ endpointId }) => endpointId),
      taken.map(({ count }) => count),
      taken.map(({ trial }) => trial),
      leaseMs,
    ])
    .catch(async (error: unknown) => {
      await endTrials(db, [...begun]).catch(() => undefined);
      throw error;
    });
  const claimed = rows.filter(({ sendable }) => sendable);
  for (const { endpointId } of claimed) begun.delete(endpointId);
  return { claimed, failed: rows.length - claimed.length, untried: [...begun] };
}

/** Of these endpoints, those of which the trial is now the caller's: for as long as a lease. */
async function beginTrials(db: Db, endpointIds: readonly string[], leaseMs: number): Promise<Set<string>> {
  if (endpointIds.length === 0) return new Set();
  const begun = await db.query<{ id: string }>(
    `UPDATE webhook_endpoints SET trial_until = now() + $2::float8 * interval '1 millisecond'
     WHERE id IN (SELECT e.id FROM webhook_endpoints e WHERE e.id = ANY ($1) AND ${OPEN} FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING id`,
    [endpointIds, leaseMs],
  );
  return new Set(begun.map(({ id }) => id));
}

/** Lets others try endpoints at once. */
export async function endTrials(db: Db, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length > 0)
    await db.query('UPDATE webhook_endpoints SET trial_until = NULL WHERE id = ANY ($1)', [endpointIds]);
}

/** What became due last is tried first in a trial: what its owner has asked for just now, or what has seen no failure. */
const dueOf = (order: string): string => `
  SELECT d.id, d.item_id FROM webhook_deliveries d WHERE d.endpoint_id = grants.endpoint_id AND ${DUE}
  ORDER BY d.next_attempt_at ${order} LIMIT grants.count FOR UPDATE SKIP LOCKED`;

type OfDelivery = 'id' | 'itemId' | 'lease' | 'once' | 'step' | 'test' | 'eventId' | 'eventType';

/** As the claim leaves it. */
const DELIVERY = select<Pick<ClaimedDelivery, OfDelivery>>({
  id: 'd.id',
  itemId: 'd.item_id',
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

/** Other workers' rows are skipped. An endpoint that is no longer well is left to whoever tries it. */
const CLAIM = `
  WITH grants AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::boolean[]) AS grants (endpoint_id, count, trial)
  ), due AS (
    SELECT taken.id, taken.item_id, grants.trial FROM grants CROSS JOIN LATERAL (${dueOf('ASC')}) taken
    WHERE NOT grants.trial
    UNION ALL
    SELECT taken.id, taken.item_id, grants.trial FROM grants CROSS JOIN LATERAL (${dueOf('DESC')}) taken
    WHERE grants.trial
  ), found AS MATERIALIZED (
    SELECT due.id AS delivery_id, due.item_id, e.answers, ${ENDPOINT_AND_EVENT}
    FROM due JOIN webhook_deliveries d ON d.id = due.id AND d.item_id = due.item_id
      JOIN webhook_endpoints e ON e.id = d.endpoint_id
      LEFT JOIN events v ON v.id = d.event_id AND v.item_id = d.item_id AND NOT d.test
  )
  UPDATE webhook_deliveries d SET
    lease = d.lease + 1,
    lease_until = CASE WHEN f.sendable THEN now() + $4::float8 * interval '1 millisecond' END,
    state = CASE WHEN f.sendable THEN d.state ELSE 'failed' END,
    next_attempt_at = CASE WHEN f.sendable THEN d.next_attempt_at END
  FROM found f
  WHERE d.id = f.delivery_id AND d.item_id = f.item_id AND (NOT f.sendable OR f.trial OR f.answers)
  RETURNING f.*, ${DELIVERY}`;

/** Gives back what was claimed and not attempted to its end; others may take it at once. */
export async function release(
  db: Db,
  claims: readonly Pick<ClaimedDelivery, 'id' | 'itemId' | 'lease' | 'trial' | 'endpointId'>[],
): Promise<void> {
  const rows = await db.query<{ id: string }>(
    `UPDATE webhook_deliveries d SET lease_until = NULL
     FROM unnest($1::text[], $2::text[], $3::int[]) AS claim (id, item_id, lease)
     WHERE d.id = claim.id AND d.item_id = claim.item_id AND d.lease = claim.lease
       AND d.lease_until IS NOT NULL
     RETURNING d.id`,
    [claims.map(({ id }) => id), claims.map(({ itemId }) => itemId), claims.map(({ lease }) => lease)],
  );
  const released = new Set(rows.map(({ id }) => id));
  const tried = claims.filter(({ id, trial }) => trial && released.has(id));
  await endTrials(
    db,
    tried.map(({ endpointId }) => endpointId),
  );
}
