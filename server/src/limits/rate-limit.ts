import { limits } from '@tempshare/contract';
import type { Db } from '../storage/database.ts';
import { FullWindows } from './full-windows.ts';
import type { Admission } from '../domain/admission.ts';
import { ServiceProblem } from '../domain/problem.ts';

/** The length of the sliding window. */
export const WINDOW_SECONDS = limits.rateLimit.windowSeconds;
const WINDOW_MS = WINDOW_SECONDS * 1000;
const GRANULE_MS = WINDOW_MS / 250;
/** How far ahead a time may lie: it was rounded up. Beyond, the database's clock was set back, and it does not count. */
const SLACK_MS = 2 * GRANULE_MS;

/**
 * The log of a bucket: times (ms) and how many requests were admitted at each, oldest first. A refused request is not
 * recorded. With limits above 1,000 times are rounded up to the next 250th of the window, so that a log stays short; a
 * request then counts for up to 240 ms longer, and never more are admitted.
 */
const CLOCK = `
  SELECT now, CASE WHEN $3::int > 1000 THEN ceil(now / ${GRANULE_MS}.0)::bigint * ${GRANULE_MS} ELSE now END AS stamp
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) moment`;

/**
 * SQL that counts `$2` requests against the limit `$3` in one statement. The row lock orders concurrent callers on all
 * nodes, and the clock is the database's, so the window is exact however many servers there are. The table is unlogged:
 * a crash of the database forgets at most one minute.
 *
 * @param bucket an SQL expression for the bucket's name
 * @param source what the expression is taken from, as the beginning of a FROM list
 */
export const countRequests = (bucket: string, source: string): string => `
  INSERT INTO rate_limits AS r (bucket, at, hits, admitted, used, oldest, decided)
  SELECT ${bucket}, ARRAY[c.stamp], ARRAY[least($2::int, $3::int)], least($2::int, $3::int), least($2::int, $3::int), c.stamp, c.now
  FROM ${source} (${CLOCK}) c
  ON CONFLICT (bucket) DO UPDATE SET (at, hits, admitted, used, oldest, decided) = (
    SELECT
      CASE WHEN n = 0 OR merge THEN live.at ELSE live.at || c.stamp END,
      CASE
        WHEN n = 0 THEN live.hits
        WHEN merge THEN live.hits[:cardinality(live.hits) - 1] || (live.hits[cardinality(live.hits)] + n)
        ELSE live.hits || n
      END,
      n, live.used + n, coalesce(live.at[1], c.stamp), c.now
    FROM (${CLOCK}) c
    CROSS JOIN LATERAL (
      SELECT
        coalesce(array_agg(e.at ORDER BY e.i), '{}') AS at,
        coalesce(array_agg(e.hits ORDER BY e.i), '{}') AS hits,
        coalesce(sum(e.hits), 0)::int AS used
      FROM unnest(r.at, r.hits) WITH ORDINALITY AS e (at, hits, i)
      WHERE e.at > c.now - ${WINDOW_MS} AND e.at <= c.now + ${SLACK_MS}
    ) live
    CROSS JOIN LATERAL (
      SELECT
        greatest(0, least($2::int, $3::int - live.used)) AS n,
        coalesce(live.at[cardinality(live.at)] >= c.stamp, false) AS merge
    ) decision
  )
  RETURNING admitted, used, oldest, decided`;

/** What `countRequests` returns. */
export interface CountedRow {
  admitted: number;
  used: number;
  oldest: string;
  decided: string;
}

const COUNT_ANONYMOUS = countRequests('$1::text', '');

/** Splits a batch's result into one decision for each of its requests. */
export function decisions(
  row: CountedRow,
  batch: number,
  policy: Admission['policy'],
  limit: number,
): Admission[] {
  const decided = Number(row.decided);
  const resetMs = Math.max(1, Number(row.oldest) + WINDOW_MS - decided);
  return Array.from({ length: batch }, (_, i) => ({
    admitted: i < row.admitted,
    policy,
    limit,
    remaining: Math.max(0, limit - row.used + (row.admitted - 1 - i)),
    resetMs,
    now: new Date(decided),
  }));
}

interface Caller<Result> {
  resolve: (result: Result | undefined) => void;
  reject: (error: unknown) => void;
}

/** Requests for one bucket that may wait for its next statement. */
const MAX_WAITING = 1_000;
/** How long those who come later wait for the response to a statement, in milliseconds: it may have been lost. */
const OVERDUE_MS = 1_000;
/**
 * Statements for one bucket that may be without a response. The first and the second may be lost with connections that
 * were used a moment ago; the third gets one that has proved to be alive.
 */
const MAX_UNDER_WAY = 3;

/** What is under way for one bucket. */
interface Bucket<Result> {
  waiting: Caller<Result>[];
  /** The statement that is waited for, as long as it is not overdue. */
  current: NodeJS.Timeout | undefined;
  underWay: number;
}

/**
 * Collects what arrives for one bucket while a statement for it is under way, and sends it as the next one. Under load
 * one round trip decides many requests; an idle server decides each at once, and a flood beyond the limit is refused
 * without any. Nobody waits for a statement of others that is overdue: each counts for itself in the database, so that
 * several at once are as exact.
 */
export class Coalescer<Result extends { admission: Admission }> {
  readonly #buckets = new Map<string, Bucket<Result>>();
  readonly #full = new FullWindows<Result>();
  readonly #send: (bucket: string, count: number) => Promise<Result[]>;

  constructor(send: (bucket: string, count: number) => Promise<Result[]>) {
    this.#send = send;
  }

  /**
   * The result for one request; undefined when the statement returned fewer.
   * @throws ServiceProblem `service_unavailable` when too many wait for the database.
   */
  async ask(name: string): Promise<Result | undefined> {
    const refusal = this.#full.refusal(name);
    if (refusal) return refusal;
    const bucket = this.#buckets.get(name) ?? { waiting: [], current: undefined, underWay: 0 };
    if (bucket.waiting.length >= MAX_WAITING) {
      throw new ServiceProblem(
        'service_unavailable',
        'Too many requests wait to be counted. Retry shortly.',
        { retryAfter: 1 },
      );
    }
    this.#buckets.set(name, bucket);
    return new Promise((resolve, reject) => {
      bucket.waiting.push({ resolve, reject });
      this.#sendNext(name, bucket);
    });
  }

  #sendNext(name: string, bucket: Bucket<Result>): void {
    if (bucket.waiting.length === 0 || bucket.current || bucket.underWay === MAX_UNDER_WAY) return;
    const batch = bucket.waiting.splice(0);
    const goOn = (): void => {
      if (bucket.current === overdue) bucket.current = undefined;
      this.#sendNext(name, bucket);
    };
    const overdue = setTimeout(goOn, OVERDUE_MS).unref();
    bucket.current = overdue;
    bucket.underWay++;
    void this.#decide(name, batch).then(() => {
      clearTimeout(overdue);
      bucket.underWay--;
      goOn();
      if (bucket.underWay === 0) this.#buckets.delete(name);
    });
  }

  async #decide(name: string, batch: Caller<Result>[]): Promise<void> {
    const askedAt = performance.now();
    try {
      const results = await this.#send(name, batch.length);
      this.#full.decided(name, results, askedAt);
      batch.forEach((caller, i) => caller.resolve(results[i]));
    } catch (error) {
      for (const caller of batch) caller.reject(error);
    }
  }
}

/** The limit for callers without a valid key, by address. */
export class AnonymousLimit {
  readonly #coalescer: Coalescer<{ admission: Admission }>;

  constructor(db: Db, limit: number) {
    this.#coalescer = new Coalescer(async (address, count) => {
      const [row] = await db.query<CountedRow>(COUNT_ANONYMOUS, [`ip:${address}`, count, limit]);
      return decisions(row as CountedRow, count, 'anonymous', limit).map((admission) => ({ admission }));
    });
  }

  async admit(address: string): Promise<Admission> {
    return ((await this.#coalescer.ask(address)) as { admission: Admission }).admission;
  }
}
