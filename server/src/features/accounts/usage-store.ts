import { forget } from '../../storage/forget.ts';
import type { Db } from '../../storage/postgres/database.ts';

export interface Counts {
  requests: number;
  items: number;
  bytes: number;
}

export async function addUsage(db: Db, counts: ReadonlyMap<string, Counts>): Promise<void> {
  // Sorted, so that concurrent statements lock rows in the same order.
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  await db.query(ADD, [
    rows.map(([keyId]) => keyId),
    rows.map(([, { requests }]) => requests),
    rows.map(([, { items }]) => items),
    rows.map(([, { bytes }]) => bytes),
  ]);
}

const ADD = `
  INSERT INTO key_usage AS u (key_id, hour, requests, items, bytes)
  SELECT key_id, date_bin('1 hour', now(), 'epoch'), requests, items, bytes
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS a (key_id, requests, items, bytes)
  ON CONFLICT (key_id, hour) DO UPDATE
  SET requests = u.requests + excluded.requests, items = u.items + excluded.items, bytes = u.bytes + excluded.bytes`;

/** A month, and a day for time zones. */
const KEPT_DAYS = 31;

export const forgetUsage = forget(
  'key_usage',
  ['key_id', 'hour'],
  `hour < now() - make_interval(days => ${KEPT_DAYS})`,
);

export interface Period {
  unit: 'hour' | 'day';
  count: number;
  /** Minutes east of UTC. */
  utcOffset: number;
}

const SUMS = `coalesce(sum(requests), 0)::float8 AS requests, coalesce(sum(items), 0)::float8 AS items,
  coalesce(sum(bytes), 0)::float8 AS bytes`;

/** SQL: start of each step. Parameters: unit, number of steps, UTC offset. */
const STEPS = `
  SELECT at, at + $1::interval AS "end" FROM (
    SELECT date_bin($1::interval, now(), 'epoch'::timestamptz - make_interval(mins => $3)) - $1::interval * i AS at
    FROM generate_series($2::int - 1, 0, -1) AS i
  ) AS step`;

const valuesOf = ({ unit, count, utcOffset }: Period) => [`1 ${unit}`, count, utcOffset];

export const usageByStep = (
  db: Db,
  keyIds: readonly string[],
  period: Period,
): Promise<(Counts & { at: Date })[]> =>
  db.query<Counts & { at: Date }>(
    `SELECT at, ${SUMS} FROM (${STEPS}) AS steps
     LEFT JOIN key_usage u ON u.key_id = ANY ($4) AND u.hour >= at AND u.hour < "end"
     GROUP BY at ORDER BY at`,
    [...valuesOf(period), keyIds],
  );

/** Sums usage of each key in a period, with the bytes it holds and the bytes that quotas leave it. */
export const usageByKey = (
  db: Db,
  keyIds: readonly string[],
  period: Period,
): Promise<(Counts & { id: string; held: number; left: number | null })[]> =>
  db.query<Counts & { id: string; held: number; left: number | null }>(
    `SELECT k.id, ${SUMS}, (
       SELECT greatest(coalesce(sum(c.bytes), 0), 0)::float8 FROM byte_counters c WHERE c.owner = k.id
     ) AS held, bytes_left_by_quotas(k.id)::float8 AS left
     FROM unnest($4::text[]) AS k (id)
     LEFT JOIN key_usage u ON u.key_id = k.id AND u.hour >= (SELECT min(at) FROM (${STEPS}) AS steps)
     GROUP BY k.id`,
    [...valuesOf(period), keyIds],
  );
