import { lifetimes, limits, type EventType, type Schema } from '@tempshare/contract';
import { select } from '../../../storage/columns.ts';
import { findPage, type Found, type Listing, type Page } from '../../../storage/listing.ts';
import { inBatches } from '../../../jobs/batches.ts';
import type { Db } from '../../../storage/database.ts';
import { interval } from '../../../storage/interval.ts';

export interface AttemptRow {
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

/** A delivery with its last attempts, oldest first. */
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
  deliveryId: 'a.delivery_id',
  startedAt: 'a.started_at',
  status: 'a.status',
  durationMs: 'a.duration_ms',
  error: 'a.error',
});

/** What the owner asks for is tried now, also at an endpoint that is paused. */
const END_PAUSE = `
  tried AS (
    UPDATE webhook_endpoints e SET paused_until = now() FROM d WHERE e.id = d.endpoint_id AND e.paused_until > now())`;

const part = (state: DeliveryRow['state']): string => `d.endpoint_id = $1 AND d.state = '${state}'`;

const PARTS: Record<DeliveryRow['state'] | 'any', Listing['parts']> = {
  any: [part('pending'), part('delivered'), part('failed')],
  pending: [part('pending')],
  delivered: [part('delivered')],
  failed: [part('failed')],
};

/** A page of the deliveries to an endpoint, newest first, and how many there are on all pages. */
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
  const found = await findPage<DeliveryRow>(db, listing, filter.endpointId, page);
  return { ...found, rows: await withAttempts(db, found.rows) };
}

async function withAttempts(db: Db, deliveries: DeliveryRow[]): Promise<DeliveryWithAttempts[]> {
  const attempts = await db.query<AttemptRow & { deliveryId: string }>(
    `SELECT ${ATTEMPT_COLUMNS}
     FROM unnest($1::text[]) AS delivery (id) CROSS JOIN LATERAL (
       SELECT * FROM webhook_attempts WHERE delivery_id = delivery.id ORDER BY lease DESC LIMIT $2
     ) a ORDER BY a.delivery_id, a.lease`,
    [deliveries.map(({ id }) => id), limits.webhookAttemptsShown],
  );
  const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return deliveries.map((delivery) => ({ ...delivery, attempts: byDelivery.get(delivery.id) ?? [] }));
}

/** Puts a made-up event on its way, to be tried once. Undefined when the key has no such endpoint. */
export async function insertTest(
  db: Db,
  test: { id: string; endpointId: string; keyId: string; eventId: string; type: EventType; now: Date },
): Promise<DeliveryWithAttempts | undefined> {
  const [row] = await db.query<DeliveryRow>(
    `WITH d AS (
       INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event_type, test, once, next_attempt_at, created_at)
       SELECT $1, e.id, $4, $5, true, true, $6, $6 FROM webhook_endpoints e WHERE e.id = $2 AND e.api_key_id = $3
       RETURNING *
     ), ${END_PAUSE}
     SELECT ${COLUMNS} FROM d`,
    [test.id, test.endpointId, test.keyId, test.eventId, test.type, test.now],
  );
  return row && { ...row, attempts: [] };
}

export async function hasDelivery(db: Db, id: string, endpointId: string): Promise<boolean> {
  const rows = await db.query('SELECT FROM webhook_deliveries WHERE id = $1 AND endpoint_id = $2', [
    id,
    endpointId,
  ]);
  return rows.length > 0;
}

/**
 * Makes the next attempt due now; that of a delivery which has ended is its only one. While an attempt is under way it
 * is that one. Undefined when the endpoint has no such delivery.
 */
export async function redeliver(
  db: Db,
  id: string,
  endpointId: string,
): Promise<DeliveryWithAttempts | undefined> {
  const rows = await db.query<DeliveryRow>(
    `WITH d AS (
       UPDATE webhook_deliveries
       SET once = once OR state <> 'pending', state = 'pending', next_attempt_at = now()
       WHERE id = $1 AND endpoint_id = $2
       RETURNING *
     ), ${END_PAUSE}
     SELECT ${COLUMNS} FROM d`,
    [id, endpointId],
  );
  return (await withAttempts(db, rows))[0];
}

/** Runs a statement for `$1` rows at a time, until none is left. */
const untilDone = async (db: Db, sql: string, values: readonly unknown[] = []): Promise<void> => {
  await inBatches(async (limit) => (await db.query(sql, [limit, ...values])).length);
};

const giveUp = (which: string): string => `
  UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL
  WHERE id IN (
    SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
    WHERE NOT e.enabled AND d.state = 'pending' AND NOT d.test AND ${which}
    ORDER BY d.endpoint_id, d.next_attempt_at LIMIT $1 FOR UPDATE OF d)
  RETURNING id`;

/** Fails what is on its way to an endpoint, tests aside, if the endpoint is disabled. */
export const giveUpDisabled = (db: Db, endpointId: string): Promise<void> =>
  untilDone(db, giveUp('e.id = $2'), [endpointId]);

/** The same for all endpoints. */
export const giveUpAllDisabled = (db: Db): Promise<void> => untilDone(db, giveUp('true'));

/** Removes deliveries, with their attempts, that are older than 30 days. */
export const deleteOld = (db: Db): Promise<void> =>
  untilDone(
    db,
    `DELETE FROM webhook_deliveries WHERE id IN (
       SELECT id FROM webhook_deliveries WHERE created_at < now() - ${interval(lifetimes.listedAfterEnd)}
       LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
  );

/** Removes the deliveries of endpoints that are gone. Goes from endpoint to endpoint, not from row to row. */
export const deleteOrphaned = (db: Db): Promise<void> =>
  untilDone(
    db,
    `WITH RECURSIVE sent_to (id) AS (
       (SELECT endpoint_id FROM webhook_deliveries ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT next.endpoint_id FROM sent_to CROSS JOIN LATERAL (
         SELECT endpoint_id FROM webhook_deliveries WHERE endpoint_id > sent_to.id ORDER BY endpoint_id LIMIT 1) next
     )
     DELETE FROM webhook_deliveries WHERE id IN (
       SELECT d.id FROM sent_to JOIN webhook_deliveries d ON d.endpoint_id = sent_to.id
       WHERE NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = sent_to.id)
       LIMIT $1 FOR UPDATE OF d SKIP LOCKED)
     RETURNING id`,
  );
