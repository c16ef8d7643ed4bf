import type { Admission } from '../domain/admission.ts';

/** Refusals of a bucket within a second that the database decides. From then on it is a flood. */
const FLOOD = 100;
/** Maximum time without asking the database again. */
const REMEMBERED_MS = 1_000;
const MAX_BUCKETS = 10_000;

interface Refused<Result> {
  since: number;
  count: number;
  full?: { result: Result; sentAt: number; readAt: number };
}

/**
 * Buckets flooded beyond their limit. A full window stays full until its oldest request leaves it, whatever other
 * servers do. Until then, and at most for a second, requests are refused without a query.
 */
export class FullWindows<Result extends { admission: Admission }> {
  readonly #refused = new Map<string, Refused<Result>>();

  /** Undefined: ask the database. */
  refusal(bucket: string): Result | undefined {
    const full = this.#refused.get(bucket)?.full;
    if (!full) return undefined;
    const now = performance.now();
    const { admission } = full.result;
    // Safe both ways: full from the earliest moment of the reading, to be waited for from the latest.
    if (now - full.sentAt >= Math.min(admission.resetMs, REMEMBERED_MS)) return undefined;
    return { ...full.result, admission: { ...admission, resetMs: admission.resetMs - (now - full.readAt) } };
  }

  decided(bucket: string, results: readonly Result[], sentAt: number): void {
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
    const full = entry.count >= FLOOD ? { full: { result: last, sentAt, readAt: now } } : {};
    this.#refused.set(bucket, { ...entry, ...full });
  }
}
