import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats work until stopped: at once while there is something to do, else after a pause that doubles, or when woken.
 */
export class Polling {
  readonly ended: Promise<void>;
  #isStopped = false;
  #wake = (): void => undefined;

  /** @param work returns whether there was anything to do. @param pauses shortest and longest, in milliseconds */
  constructor(work: () => Promise<boolean>, pauses: readonly [number, number]) {
    this.ended = this.#run(work, pauses);
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  wake(): void {
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  async #run(work: () => Promise<boolean>, [shortest, longest]: readonly [number, number]): Promise<void> {
    let pause = shortest;
    while (!this.#isStopped) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      if (await work()) {
        pause = shortest;
        continue;
      }
      const timeout = new AbortController();
      const timer = delay(pause, undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([woken, timer]);
      timeout.abort();
      pause = Math.min(2 * pause, longest);
    }
  }
}
