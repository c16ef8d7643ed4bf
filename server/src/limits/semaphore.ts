/** Limits concurrent work. The rest waits, first come, first served. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

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
