import type { EventType } from '@tempshare/contract';
import { select } from '../../../storage/columns.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import type { SealedEndpoint } from '../endpoints/sealed-endpoint.ts';
import type { Candidate, Grant } from './slots.ts';
import type { LoggedEvent } from '../store.ts';

export interface ClaimedDelivery extends Candidate, SealedEndpoint {
  id: string;
  itemId: string;
  /** Number of this claim. Only its holder records the outcome. */
  lease: number;
  /** True if no attempt follows, whatever the schedule says. */
  once: boolean;
  /** Number of earlier attempts of the schedule. */
  step: number;
  test: boolean;
  eventId: string;
  eventType: EventType;
  /** Time of the event, or of the request for a test. */
  createdAt: Date;
  logged: LoggedEvent | null;
}

export const DUE = `d.state = 'pending' AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until <= now())`;
export const OPEN = `(e.answers OR (COALESCE(e.paused_until <= now() OR e.hung_at > now(), true) AND COALESCE(e.trial_until <= now(), true)))`;
export const USABLE = `EXISTS (
  SELECT FROM api_keys k WHERE k.id = e.api_key_id AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > now()))`;

/**
 * Claims due deliveries for `leaseMs`, as many per endpoint as granted. An endpoint on trial gets one attempt from one
 * server. Deliveries fail here if the endpoint is disabled, the API key invalid, or the event deleted.
 * @returns also the endpoints whose trial has nothing to send, which the caller must end. An error ends all trials
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

/** Starts trials for the length of a lease. @returns the endpoints whose trial the caller now holds */
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

export async function endTrials(db: Db, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length > 0)
    await db.query('UPDATE webhook_endpoints SET trial_until = NULL WHERE id = ANY ($1)', [endpointIds]);
}

/** A trial starts with the latest due delivery: a request of the owner, or one without failures. */
const dueOf = (order: string): string => `
  SELECT d.id, d.item_id FROM webhook_deliveries d WHERE d.endpoint_id = grants.endpoint_id AND ${DUE}
  ORDER BY d.next_attempt_at ${order} LIMIT grants.count FOR UPDATE SKIP LOCKED`;

type OfDelivery = 'id' | 'itemId' | 'lease' | 'once' | 'step' | 'test' | 'eventId' | 'eventType';

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

/** An ended overlap counts, although a job moves the secret later. */
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

/** Skips rows of other workers. An endpoint that has started to fail is left to a trial. */
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

/** Releases claims without an outcome, so that others can claim them immediately. */
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
