import type { Schema } from '@tempshare/contract';
import type { Db } from '../../../storage/postgres/database.ts';
import { listEndpointIds } from '../endpoints/store.ts';
import type { DeliveryRow } from './store.ts';

const HOUR = 3_600_000;
const HOURS = 24;

/** Counts the deliveries of the last 24 hours for each endpoint of a key and for each hour. */
export async function statisticsOf(
  db: Db,
  { keyId, now }: { keyId: string; now: Date },
): Promise<Schema<'WebhookStatistics'>> {
  const from = new Date(now.getTime() - HOURS * HOUR);
  const ids = await listEndpointIds(db, keyId);
  const counted = Map.groupBy(
    ids.length === 0 ? [] : await countByHour(db, ids, { from, until: now }),
    ({ endpointId }) => endpointId,
  );
  const endpoints = ids.map((endpointId) => {
    const total = { delivered: 0, failed: 0, pending: 0 };
    const hours = Array.from({ length: HOURS }, (_, index) => ({
      startsAt: new Date(from.getTime() + index * HOUR).toISOString(),
      ...{ delivered: 0, failed: 0, pending: 0 },
    }));
    for (const { state, hour, count } of counted.get(endpointId) ?? []) {
      total[state] += count;
      hours[hour]![state] += count;
    }
    return { endpointId, ...total, hours };
  });
  return { from: from.toISOString(), until: now.toISOString(), endpoints };
}

interface HourCount {
  endpointId: string;
  state: DeliveryRow['state'];
  /** Index of the hour; 0 is the oldest. */
  hour: number;
  count: number;
}

const countByHour = (
  db: Db,
  endpointIds: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<HourCount[]> => db.query<HourCount>(COUNT, [endpointIds, from, until]);

const COUNT = `
  SELECT endpoint_id AS "endpointId", state, floor(extract(epoch FROM created_at - $2) / 3600)::int AS hour, count(*)::int AS count
  FROM webhook_deliveries
  WHERE endpoint_id = ANY ($1) AND state IN ('pending', 'delivered', 'failed') AND created_at >= $2 AND created_at < $3 AND NOT test
  GROUP BY 1, 2, 3`;
