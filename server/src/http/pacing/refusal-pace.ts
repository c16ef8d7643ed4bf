/** Maximum number of keys, so that a flood from everywhere takes no memory. */
const MAX_KEYS = 10_000;

/** A caller that would wait longer is not served. */
const LONGEST_WAIT_MS = 20_000;

/** Rate limit that delays: `burst` at once for each key, then `perSecond`. Stores only how long a key has to wait. */
export class RefusalPace {
  readonly #burstMs: number;
  readonly #stepMs: number;
  /** Time until which each key has used up its pace. */
  readonly #until = new Map<string, number>();

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#stepMs = 1000 / perSecond;
    this.#burstMs = burst * this.#stepMs;
  }

  /** Reserves a slot of a key, and returns the milliseconds until it. Undefined, with none reserved, if too many wait. */
  next(key: string): number | undefined {
    const now = performance.now();
    const until = Math.max(now, this.#until.get(key) ?? 0) + this.#stepMs;
    if (until - this.#burstMs - now > LONGEST_WAIT_MS) return undefined;
    if (this.#until.size >= MAX_KEYS && !this.#until.has(key)) this.#forget(now);
    this.#until.set(key, until);
    return Math.max(0, until - this.#burstMs - now);
  }

  #forget(now: number): void {
    for (const [key, until] of this.#until) if (until <= now) this.#until.delete(key);
    const [oldest] = this.#until.keys();
    if (this.#until.size >= MAX_KEYS && oldest !== undefined) this.#until.delete(oldest);
  }
}
