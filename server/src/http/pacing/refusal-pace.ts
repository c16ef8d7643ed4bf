/** Keys that are remembered at once, so that a flood from everywhere takes no memory. */
const MAX_KEYS = 10_000;

/** A caller that would wait longer is not served. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Spaces out what is done for nobody in particular: `burst` at once for each key, then so many a second. Whoever asks
 * for more waits; how long is all that is kept.
 */
export class RefusalPace {
  readonly #burstMs: number;
  readonly #stepMs: number;
  /** Time until which each key has used up its pace. */
  readonly #until = new Map<string, number>();

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#stepMs = 1000 / perSecond;
    this.#burstMs = burst * this.#stepMs;
  }

  /**
   * Reserves the next slot of a key; the milliseconds until it comes. Undefined when too many wait already: that reserves
   * none, so that a flood is over for those who come after it as soon as those who wait have had theirs.
   */
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
