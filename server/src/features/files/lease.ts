import { notFound } from '../../domain/problem.ts';

/** Well before a download URL dies. */
const RENEWED_MS = 60_000;

/** Renews something while it is held. If the server is killed, it expires. */
export class Lease {
  readonly #renew: () => Promise<boolean>;
  #holders = 0;
  #timer: NodeJS.Timeout | undefined;
  #isLost = false;

  /** @param renew returns false if nothing is left to renew */
  constructor(renew: () => Promise<boolean>) {
    this.#renew = renew;
  }

  hold(): void {
    if (this.#holders++ > 0) return;
    this.#timer = setInterval(() => {
      // The next renewal retries after a failure.
      this.#renew().then(
        (isThere) => (this.#isLost = !isThere),
        () => undefined,
      );
    }, RENEWED_MS).unref();
  }

  release(): void {
    if (--this.#holders === 0) clearInterval(this.#timer);
  }

  /** Holds the lease while bytes pass. @throws ServiceProblem `not_found` if it is lost */
  async *during(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.hold();
    try {
      for await (const piece of bytes) {
        if (this.#isLost) throw notFound();
        yield piece;
      }
    } finally {
      this.release();
    }
  }
}
