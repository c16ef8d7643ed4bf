import { limits } from '@tempshare/contract';
import type { Db } from '../storage/postgres/database.ts';
import type { Admission } from '../domain/admission.ts';
import { Coalescer, type CallerRequests } from './coalescer.ts';

export const WINDOW_SECONDS = limits.rateLimit.windowSeconds;
const WINDOW_MS = WINDOW_SECONDS * 1000;
const GRANULE_MS = WINDOW_MS / 250;
/** Maximum time ahead by rounding. A later one dates from before the database's clock was set back, and does not count. */
const SLACK_MS = 2 * GRANULE_MS;

/**
 * Log of a bucket: number of admitted requests by time (ms), oldest first. With limits above 1,000, times are rounded
 * up to the next 250th of the window, so that a log stays short. A request then counts for up to 240 ms longer, and
 * never more are admitted. `used` is the sum: subtracting what has left the window reads less than adding up what
 * stays.
 */
const CLOCK = `
  SELECT now, CASE WHEN $1::int > 1000 THEN ceil(now / ${GRANULE_MS}.0)::bigint * ${GRANULE_MS} ELSE now END AS stamp
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) moment`;

/**
 * SQL that counts the requests of many callers against the limit `$1`. Row locks, always in the order of buckets, and
 * the database's clock keep the window exact on any number of servers. The table is unlogged: a crash forgets at most a
 * minute. @param source CTE with `bucket` and number of requests `n` of each caller; callers may share a bucket
 */
export const countRequests = (source: string): string => `
  INSERT INTO rate_limits AS r (bucket, at, hits, admitted, used, oldest, decided)
  SELECT bucket, ARRAY[c.stamp], ARRAY[first], first, first, c.stamp, c.now
  FROM (SELECT bucket, least(sum(n), $1::int)::int AS first FROM ${source} GROUP BY bucket ORDER BY bucket) s, (${CLOCK}) c
  ON CONFLICT (bucket) DO UPDATE SET (at, hits, admitted, used, oldest, decided) = (
    SELECT
      CASE WHEN n = 0 OR merge THEN live_at ELSE live_at || stamp END,
      CASE
        WHEN n = 0 THEN live_hits
        WHEN merge THEN live_hits[:cardinality(live_hits) - 1] || (live_hits[cardinality(live_hits)] + n)
        ELSE live_hits || n
      END,
      n, live_used + n, coalesce(live_at[1], stamp), now
    FROM (
      SELECT *,
        greatest(0, least(EXCLUDED.used, $1::int - live_used)) AS n,
        coalesce(live_at[cardinality(live_at)] >= stamp, false) AS merge
      FROM (
        SELECT now, stamp, r.at[first:last] AS live_at, r.hits[first:last] AS live_hits,
          CASE WHEN first = 1 AND last = cardinality(r.at) THEN r.used
            ELSE r.used - (SELECT sum(hit)::int FROM unnest(r.hits[:first - 1] || r.hits[last + 1:]) AS hit)
          END AS live_used
        FROM (
          SELECT now, stamp, width_bucket(now - ${WINDOW_MS}, r.at) + 1 AS first, width_bucket(now + ${SLACK_MS}, r.at) AS last
          FROM (${CLOCK}) c
          OFFSET 0
        ) place
        OFFSET 0
      ) live
      OFFSET 0
    ) decision
  )
  RETURNING bucket, admitted, used, oldest, decided`;

/** Requests of each API key that count now. A key without any is left out. */
export async function usedByKey(db: Db, keyIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; used: number }>(USED_BY_KEY, [keyIds]);
  return new Map(rows.map(({ id, used }) => [id, used]));
}

const USED_BY_KEY = `
  SELECT id, sum(hit)::int AS used
  FROM unnest($1::text[]) AS k (id) JOIN rate_limits r ON r.bucket = 'key:' || id, unnest(r.at, r.hits) AS h (at, hit)
  WHERE h.at > (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${WINDOW_MS})
  GROUP BY id`;

export interface CountedRow {
  /** Index of the caller, from 1. */
  i: number;
  admitted: number;
  used: number;
  oldest: string;
  decided: string;
}

/** SQL that counts requests by a name, such as an address. */
const countNamed = (prefix: string): string => `
  WITH callers AS (
    SELECT '${prefix}:' || address AS bucket, n, i FROM unnest((SELECT $2::text[]), $3::int[]) WITH ORDINALITY AS a (address, n, i)
  ), counted AS (${countRequests('callers')})
  SELECT i::int, admitted, used, oldest, decided FROM callers JOIN counted USING (bucket)`;

interface Counted extends Pick<Admission, 'policy' | 'limit'> {
  requests: number;
  /** Requests of earlier callers with the same bucket. */
  before?: number;
}

/** Splits a row into one decision per request. */
export function decisions(row: CountedRow, { requests, policy, limit, before = 0 }: Counted): Admission[] {
  const decided = Number(row.decided);
  const resetMs = Math.max(1, Number(row.oldest) + WINDOW_MS - decided);
  return Array.from({ length: requests }, (_, i) => ({
    admitted: before + i < row.admitted,
    policy,
    limit,
    remaining: Math.max(0, limit - row.used + (row.admitted - 1 - before - i)),
    resetMs,
    now: new Date(decided),
  }));
}

/**
 * Callers known by a name alone: prefix of their buckets, and place of their statement in a batch. That of addresses
 * sorts last, so that others are not behind it: one client may have any number of addresses.
 */
const CALLERS = {
  anonymous: { prefix: 'ip', lockKey: 'without key', policy: 'anonymous' },
  'anonymous-creates': { prefix: 'creates of ip', lockKey: 'without key, creating', policy: 'anonymous' },
  'address-sessions': {
    prefix: 'sessions of ip',
    lockKey: 'without key, under sessions',
    policy: 'address-sessions',
  },
  panel: { prefix: 'panel', lockKey: 'panel', policy: 'panel' },
} as const;

export class RequestLimit {
  readonly #coalescer: Coalescer<{ admission: Admission }>;

  constructor(db: Db, of: keyof typeof CALLERS, limit: number) {
    const { prefix, lockKey, policy } = CALLERS[of];
    const statement = countNamed(prefix);
    this.#coalescer = new Coalescer(async (callers) => {
      const values = [limit, callers.map(({ name }) => name), callers.map(({ count }) => count)];
      const rows = await db.query<CountedRow>(statement, values, { lockKey, admits: true });
      return inOrder(rows, callers, (row, count) =>
        decisions(row, { requests: count, policy, limit }).map((admission) => ({ admission })),
      );
    });
  }

  async admit(name: string): Promise<Admission> {
    return ((await this.#coalescer.ask(name)) as { admission: Admission }).admission;
  }
}

/** Results in the order of the callers; empty for one without a row. */
export function inOrder<Row extends CountedRow, Result>(
  rows: readonly Row[],
  callers: readonly CallerRequests[],
  toResults: (row: Row, requests: number) => Result[],
): Result[][] {
  const results: Result[][] = callers.map(() => []);
  for (const row of rows) results[row.i - 1] = toResults(row, (callers[row.i - 1] as CallerRequests).count);
  return results;
}
