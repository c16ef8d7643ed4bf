import type { Admission } from '../domain/admission.ts';

/** So many refusals of a bucket within a second are decided by the database; it is a flood from then on. */
const ASKED = 100;
/** For how long at most the database is not asked again. */
const REMEMBERED_MS = 1_000;
const MAX_BUCKETS = 10_000;

interface Refused<Result> {
  since: number;
  count: number;
  full?: { result: Result; askedAt: number; readAt: number };
}

/**
 * The buckets that are flooded with requests beyond their limit. A window that the database has found full stays full
 * until its oldest request leaves it, whatever other servers do; so for as long, and at most a second, further
 * requests are refused without asking again.
 */
export class FullWindows<Result extends { admission: Admission }> {
  readonly #refused = new Map<string, Refused<Result>>();

  /** The refusal of one more request; undefined: ask the database. */
  refusal(bucket: string): Result | undefined {
    const full = this.#refused.get(bucket)?.full;
    if (!full) return undefined;
    const now = performance.now();
    const { admission } = full.result;
    // Both ways on the safe side: full by the earliest moment that the window may have been seen at, and to be waited
    // for by the latest.
    if (now - full.askedAt >= Math.min(admission.resetMs, REMEMBERED_MS)) return undefined;
    return { ...full.result, admission: { ...admission, resetMs: admission.resetMs - (now - full.readAt) } };
  }

  /** Takes note of what the database, asked at `askedAt`, decided. */
  decided(bucket: string, results: readonly Result[], askedAt: number): void {
    const refused = results.filter(({ admission }) => !admission.admitted);
    const last = refused.at(-1);
    if (!last) {
      this.#refused.delete(bucket);
      return;
    }
    const now = performance.now();
    const known = this.#refused.get(bucket);
    const entry = known && now - known.since < REMEMBERED_MS ? known : { since: now, count: 0 };
    entry.count += refused.length;
    this.#refused.delete(bucket);
    const [oldest] = this.#refused.keys();
    if (this.#refused.size >= MAX_BUCKETS && oldest !== undefined) this.#refused.delete(oldest);
    const full = entry.count >= ASKED ? { full: { result: last, askedAt, readAt: now } } : {};
    this.#refused.set(bucket, { ...entry, ...full });
  }
}
