import type { Updates } from './updates.ts';

/** Room with followers in this process. They are notified together, and share reads from the same place. */
export class LiveRoom {
  readonly #read: (after: number) => Promise<Updates>;
  readonly #reads = new Map<string, Promise<Updates>>();
  readonly #waiting = new Set<() => void>();
  #notified = 0;

  constructor(read: (after: number) => Promise<Updates>) {
    this.#read = read;
  }

  /** Number of notifications so far. */
  get notified(): number {
    return this.#notified;
  }

  readonly notify = (): void => {
    this.#notified += 1;
    for (const wake of [...this.#waiting]) wake();
  };

  /** Includes everything that was notified so far. */
  readOn(after: number): Promise<Updates> {
    const place = `${after} ${this.#notified}`;
    const shared = this.#reads.get(place);
    if (shared) return shared;
    const read = this.#read(after).finally(() => this.#reads.delete(place));
    this.#reads.set(place, read);
    return read;
  }

  /** Waits for a notification beyond the first `notified`, for `ms`, or for the signal. */
  until(notified: number, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
      if (this.#notified !== notified || signal.aborted) wake();
    });
  }
}
