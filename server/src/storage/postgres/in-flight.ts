/** A batch without a response for so long, in milliseconds, may be lost with its connection: the next one is sent anyway. */
const OVERDUE_MS = 1_000;

/** Counts the batches in flight. */
export class InFlight {
  readonly #limits: { current: number; total: number };
  #current = 0;
  #total = 0;

  /** @param limits maximum number of batches that are not overdue, and of all */
  constructor(limits: { current: number; total: number }) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#current === this.#limits.current || this.#total === this.#limits.total;
  }

  /** Counts a batch until it is sent and answered. `next` is called then, and before if it is overdue. */
  run(send: () => Promise<void>, next: () => void): void {
    this.#current++;
    this.#total++;
    let isCurrent = true;
    const sendNext = (): void => {
      if (isCurrent) this.#current--;
      isCurrent = false;
      next();
    };
    const overdue = setTimeout(sendNext, OVERDUE_MS).unref();
    void send().finally(() => {
      clearTimeout(overdue);
      this.#total--;
      sendNext();
    });
  }
}
