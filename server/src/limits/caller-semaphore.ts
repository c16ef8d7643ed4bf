import { Semaphore } from './semaphore.ts';

/** Limits the concurrent work of each caller, independently of others. */
export class CallerSemaphore {
  readonly #count: number;
  readonly #callers = new Map<string, { semaphore: Semaphore; works: number }>();

  constructor(count: number) {
    this.#count = count;
  }

  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const entry = this.#callers.get(caller) ?? { semaphore: new Semaphore(this.#count), works: 0 };
    this.#callers.set(caller, entry);
    entry.works++;
    try {
      return await entry.semaphore.run(work);
    } finally {
      if (--entry.works === 0) this.#callers.delete(caller);
    }
  }
}
