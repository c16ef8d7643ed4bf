import type { Db } from '../../../storage/postgres/database.ts';
import type { DeliveryRow } from './store.ts';

interface HourCount {
  endpointId: string;
  state: DeliveryRow['state'];
  /** From 0, the oldest. */
  hour: number;
  count: number;
}

/** Counts the deliveries of a period, tests aside, by endpoint, state and hour. */
export const countByHour = (
  db: Db,
  endpointIds: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<HourCount[]> => db.query<HourCount>(COUNT, [endpointIds, from, until]);

const COUNT = `
  SELECT endpoint_id AS "endpointId", state, floor(extract(epoch FROM created_at - $2) / 3600)::int AS hour, count(*)::int AS count
  FROM webhook_deliveries
  WHERE endpoint_id = ANY ($1) AND state IN ('pending', 'delivered', 'failed') AND created_at >= $2 AND created_at < $3 AND NOT test
  GROUP BY 1, 2, 3`;
