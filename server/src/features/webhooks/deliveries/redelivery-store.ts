import { limits } from '@tempshare/contract';
import type { Db } from '../../../storage/postgres/database.ts';
import type { DeliveryRow } from './store.ts';

export interface Period {
  from: Date;
  until: Date | null;
}

interface Failed {
  ids: string[];
  itemIds: string[];
  hasMore: boolean;
}

/** The oldest failed deliveries of a period, tests aside. */
export async function findFailed(db: Db, endpointId: string, { from, until }: Period): Promise<Failed> {
  const most = limits.webhookRedeliveries;
  const rows = await db.query<{ id: string; itemId: string }>(FIND_FAILED, [
    endpointId,
    from,
    until,
    most + 1,
  ]);
  const taken = rows.slice(0, most);
  return {
    ids: taken.map(({ id }) => id),
    itemIds: taken.map(({ itemId }) => itemId),
    hasMore: rows.length > most,
  };
}

const FIND_FAILED = `
  SELECT id, item_id AS "itemId" FROM webhook_deliveries
  WHERE endpoint_id = $1 AND state = 'failed' AND NOT test AND created_at >= $2
    AND created_at < COALESCE($3::timestamptz, 'infinity') ORDER BY created_at, id LIMIT $4`;

/** Makes one attempt of each delivery due now if it is still failed. @returns the number of deliveries */
export async function takeFailed(db: Db, redeliveryId: string, { ids, itemIds }: Failed): Promise<number> {
  const rows = await db.query(TAKE_FAILED, [redeliveryId, ids, itemIds]);
  return rows.length;
}

const TAKE_FAILED = `
  UPDATE webhook_deliveries d SET state = 'pending', once = true, next_attempt_at = now(), redelivery_id = $1
  FROM unnest($2::text[], $3::text[]) AS failed (id, item_id)
  WHERE d.id = failed.id AND d.item_id = failed.item_id AND d.state = 'failed'
  RETURNING d.id`;

export type StateCounts = Record<DeliveryRow['state'], number>;

export async function countRedelivery(db: Db, id: string, endpointId: string): Promise<StateCounts> {
  const rows = await db.query<{ state: DeliveryRow['state']; count: number }>(
    `SELECT state, count(*)::int AS count FROM webhook_deliveries
     WHERE redelivery_id = $1 AND endpoint_id = $2 GROUP BY state`,
    [id, endpointId],
  );
  const counts: StateCounts = { pending: 0, delivered: 0, failed: 0 };
  for (const { state, count } of rows) counts[state] += count;
  return counts;
}
