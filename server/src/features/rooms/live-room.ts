import type { News } from './news.ts';

/**
 * A room that somebody in this process follows. All who follow it are told at once, and those who are at the same place
 * share what is read there.
 */
export class LiveRoom {
  readonly #read: (after: number) => Promise<News>;
  readonly #reads = new Map<string, Promise<News>>();
  readonly #waiting = new Set<() => void>();
  #told = 0;

  /** @param read Reads what has come after a place. */
  constructor(read: (after: number) => Promise<News>) {
    this.#read = read;
  }

  /** How often something has, or may have, happened. */
  get told(): number {
    return this.#told;
  }

  readonly tell = (): void => {
    this.#told += 1;
    for (const wake of [...this.#waiting]) wake();
  };

  /** What has come after a place: everything that has been told of by now is in it. */
  readOn(after: number): Promise<News> {
    const place = `${after} ${this.#told}`;
    const shared = this.#reads.get(place);
    if (shared) return shared;
    const read = this.#read(after).finally(() => this.#reads.delete(place));
    this.#reads.set(place, read);
    return read;
  }

  /** Waits until something else than the first `told` things happens, or for `ms`, or until the signal is aborted. */
  until(told: number, ms: number, signal: AbortSignal): Promise<void> {
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
      if (this.#told !== told || signal.aborted) wake();
    });
  }
}
