/** Time without a response after which the next batch is sent anyway, in milliseconds. The connection may be lost. */
const OVERDUE_MS = 1_000;

/** Limits the batches in flight. */
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

  /** Sends a batch. Calls `next` after the response, and earlier if the batch is overdue. */
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
