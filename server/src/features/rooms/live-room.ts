import type { Updates } from './updates.ts';

/**
 * A room that somebody in this process follows. All who follow it are notified at once, and those who are at the same place
 * share what is read there.
 */
export class LiveRoom {
  readonly #read: (after: number) => Promise<Updates>;
  readonly #reads = new Map<string, Promise<Updates>>();
  readonly #waiting = new Set<() => void>();
  #notified = 0;

  /** @param read Reads what has come after a place. */
  constructor(read: (after: number) => Promise<Updates>) {
    this.#read = read;
  }

  /** Number of events, or possible events, so far. */
  get notified(): number {
    return this.#notified;
  }

  readonly notify = (): void => {
    this.#notified += 1;
    for (const wake of [...this.#waiting]) wake();
  };

  /** Events after a place; includes everything that was notified by now. */
  readOn(after: number): Promise<Updates> {
    const place = `${after} ${this.#notified}`;
    const shared = this.#reads.get(place);
    if (shared) return shared;
    const read = this.#read(after).finally(() => this.#reads.delete(place));
    this.#reads.set(place, read);
    return read;
  }

  /** Waits until there are more than the first `notified` notifications, or for `ms`, or until the signal is aborted. */
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
