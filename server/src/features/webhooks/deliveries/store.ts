import { lifetimes, limits, type EventType, type Schema } from '@tempshare/contract';
import { select } from '../../../storage/columns.ts';
import { findPage, type Found, type Listing, type Page } from '../../../storage/listing.ts';
import { inBatches } from '../../../jobs/batches.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import { interval } from '../../../storage/interval.ts';

export interface AttemptRow {
  /** Number of the claim that made it. */
  lease: number;
  startedAt: Date;
  status: number | null;
  durationMs: number;
  error: Schema<'WebhookAttempt'>['error'];
}

export interface DeliveryRow {
  id: string;
  endpointId: string;
  eventId: string;
  eventType: EventType;
  test: boolean;
  state: Schema<'WebhookDeliveryState'>;
  nextAttemptAt: Date | null;
  createdAt: Date;
}

export type DeliveryWithAttempts = DeliveryRow & { attempts: AttemptRow[] };

const COLUMNS = select<DeliveryRow>({
  id: 'd.id',
  endpointId: 'd.endpoint_id',
  eventId: 'd.event_id',
  eventType: 'd.event_type',
  test: 'd.test',
  state: 'd.state',
  nextAttemptAt: 'd.next_attempt_at',
  createdAt: 'd.created_at',
});

const ATTEMPT_COLUMNS = select<AttemptRow & { deliveryId: string }>({
  deliveryId: 'delivery.id',
  lease: 'a.lease',
  startedAt: 'a.started_at',
  status: 'a.status',
  durationMs: 'a.duration_ms',
  error: 'a.error',
});

/** Ends the pause of an endpoint, since its owner asks for an attempt now. */
export async function endPause(db: Db, endpointId: string): Promise<void> {
  await db.query('UPDATE webhook_endpoints SET paused_until = now() WHERE id = $1 AND paused_until > now()', [
    endpointId,
  ]);
}

const part = (state: DeliveryRow['state']): string => `d.endpoint_id = $1 AND d.state = '${state}'`;

const PARTS: Record<DeliveryRow['state'] | 'any', Listing['parts']> = {
  any: [part('pending'), part('delivered'), part('failed')],
  pending: [part('pending')],
  delivered: [part('delivered')],
  failed: [part('failed')],
};

export async function listDeliveries(
  db: Db,
  filter: { endpointId: string; state: DeliveryRow['state'] | undefined },
  page: Page,
): Promise<Found<DeliveryWithAttempts>> {
  const listing: Listing = {
    table: 'webhook_deliveries d',
    columns: COLUMNS,
    order: 'created_at',
    as: 'createdAt',
    parts: PARTS[filter.state ?? 'any'],
  };
  const found = await findPage<DeliveryRow>(db, listing, { owner: filter.endpointId, ...page });
  return { ...found, rows: await withAttempts(db, found.rows) };
}

/** Attempts of servers before migration 0035 have rows of their own. */
async function withAttempts(db: Db, deliveries: DeliveryRow[]): Promise<DeliveryWithAttempts[]> {
  const attempts = await db.query<AttemptRow & { deliveryId: string }>(
    `SELECT ${ATTEMPT_COLUMNS}
     FROM unnest($1::text[]) AS delivery (id) CROSS JOIN LATERAL (
       SELECT * FROM (
         SELECT attempt.* FROM webhook_deliveries d, unnest(
           d.attempt_leases, d.attempt_times, d.attempt_statuses, d.attempt_durations, d.attempt_errors
         ) AS attempt (lease, started_at, status, duration_ms, error) WHERE d.id = delivery.id
         UNION ALL
         SELECT lease, started_at, status, duration_ms, error FROM webhook_attempts WHERE delivery_id = delivery.id
       ) attempts ORDER BY lease DESC LIMIT $2
     ) a ORDER BY delivery.id, a.lease`,
    [deliveries.map(({ id }) => id), limits.webhookAttemptsShown],
  );
  const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return deliveries.map((delivery) => ({ ...delivery, attempts: byDelivery.get(delivery.id) ?? [] }));
}

export async function findDelivery(
  db: Db,
  id: string,
  endpointId: string,
): Promise<DeliveryWithAttempts | undefined> {
  const rows = await db.query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.id = $1 AND d.endpoint_id = $2`,
    [id, endpointId],
  );
  return (await withAttempts(db, rows))[0];
}

export async function findResponses(db: Db, id: string): Promise<{ lease: number; sealed: Buffer | null }[]> {
  return db.query<{ lease: number; sealed: Buffer | null }>(
    `SELECT response.lease, response.sealed FROM webhook_deliveries d,
       unnest(d.response_leases, d.sealed_responses) AS response (lease, sealed) WHERE d.id = $1`,
    [id],
  );
}

/** Finds the deliveries of an event by their creation time, which is indexed and the same as the event's. */
export async function findDeliveriesOf(
  db: Db,
  event: { id: string; createdAt: Date },
  endpointIds: readonly string[],
): Promise<DeliveryWithAttempts[]> {
  const rows = await db.query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM webhook_deliveries d
     WHERE d.endpoint_id = ANY ($1) AND d.state IN ('pending', 'delivered', 'failed') AND d.created_at = $2 AND d.event_id = $3`,
    [endpointIds, event.createdAt, event.id],
  );
  return withAttempts(db, rows);
}

/**
 * Inserts a test delivery with a single attempt; its item is the endpoint. Must run in a transaction.
 * @returns undefined if the key has no such endpoint
 */
export async function insertTest(
  db: Db,
  test: { id: string; endpointId: string; keyId: string; eventId: string; type: EventType; now: Date },
): Promise<DeliveryWithAttempts | undefined> {
  const [row] = await db.query<DeliveryRow>(
    `INSERT INTO webhook_deliveries AS d
       (id, item_id, endpoint_id, event_id, event_type, test, once, next_attempt_at, created_at)
     SELECT $1, $2, e.id, $4, $5, true, true, $6, $6 FROM webhook_endpoints e WHERE e.id = $2 AND e.api_key_id = $3
     RETURNING ${COLUMNS}`,
    [test.id, test.endpointId, test.keyId, test.eventId, test.type, test.now],
  );
  if (!row) return undefined;
  await endPause(db, test.endpointId);
  return { ...row, attempts: [] };
}

export async function itemOfDelivery(db: Db, id: string, endpointId: string): Promise<string | undefined> {
  const [row] = await db.query<{ itemId: string }>(
    'SELECT item_id AS "itemId" FROM webhook_deliveries WHERE id = $1 AND endpoint_id = $2',
    [id, endpointId],
  );
  return row?.itemId;
}

/**
 * Makes the next attempt due now. An ended delivery gets one attempt; one in flight continues. Must run in a
 * transaction.
 */
export async function redeliver(
  db: Db,
  { id, itemId, endpointId }: { id: string; itemId: string; endpointId: string },
): Promise<DeliveryWithAttempts | undefined> {
  const rows = await db.query<DeliveryRow>(
    `UPDATE webhook_deliveries d
     SET once = once OR state <> 'pending', state = 'pending', next_attempt_at = now()
     WHERE item_id = $1 AND id = $2
     RETURNING ${COLUMNS}`,
    [itemId, id],
  );
  await endPause(db, endpointId);
  return (await withAttempts(db, rows))[0];
}

const untilDone = async (db: Db, sql: string, values: readonly unknown[] = []): Promise<void> => {
  await inBatches(async (limit) => (await db.query(sql, [limit, ...values])).length);
};

const giveUp = (which: string): string => `
  UPDATE webhook_deliveries d SET state = 'failed', next_attempt_at = NULL
  FROM (
    SELECT d.id, d.item_id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
    WHERE NOT e.enabled AND d.state = 'pending' AND NOT d.test AND ${which}
    ORDER BY d.endpoint_id, d.next_attempt_at LIMIT $1 FOR UPDATE OF d) pending
  WHERE d.id = pending.id AND d.item_id = pending.item_id
  RETURNING d.id`;

/** Fails the pending deliveries of an endpoint if it is disabled, except tests. */
export const giveUpDisabled = (db: Db, endpointId: string): Promise<void> =>
  untilDone(db, giveUp('e.id = $2'), [endpointId]);

export const giveUpAllDisabled = (db: Db): Promise<void> => untilDone(db, giveUp('true'));

export const deleteOld = (db: Db): Promise<void> =>
  untilDone(
    db,
    `DELETE FROM webhook_deliveries d USING (
       SELECT id, item_id FROM webhook_deliveries WHERE created_at < now() - ${interval(lifetimes.listedAfterEnd)}
       LIMIT $1 FOR UPDATE SKIP LOCKED) old
     WHERE d.id = old.id AND d.item_id = old.item_id
     RETURNING d.id`,
  );

/** Deletes deliveries of deleted endpoints. Steps through endpoints by index rather than through rows. */
export async function deleteOrphaned(db: Db): Promise<void> {
  for (let endpoint = await nextEndpoint(db, ''); endpoint; endpoint = await nextEndpoint(db, endpoint.id))
    if (endpoint.isGone) await untilDone(db, DELETE_SENT_TO, [endpoint.id]);
}

async function nextEndpoint(db: Db, id: string): Promise<{ id: string; isGone: boolean } | undefined> {
  const found = await db.query<{ id: string; isGone: boolean }>(NEXT_ENDPOINT, [id]);
  return found.reduce<(typeof found)[0] | undefined>(
    (least, each) => (least && least.id < each.id ? least : each),
    undefined,
  );
}

const NEXT_ENDPOINT = `
  SELECT endpoint_id AS id, NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = endpoint_id) AS "isGone"
  FROM webhook_deliveries WHERE endpoint_id > $1 ORDER BY endpoint_id LIMIT 1`;

const DELETE_SENT_TO = `
  DELETE FROM webhook_deliveries d USING (
    SELECT id, item_id FROM webhook_deliveries WHERE endpoint_id = $2 LIMIT $1 FOR UPDATE SKIP LOCKED) orphaned
  WHERE d.id = orphaned.id AND d.item_id = orphaned.item_id
  RETURNING d.id`;
