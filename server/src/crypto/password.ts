import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceProblem } from '../http/problem.ts';

const derive = promisify(pbkdf2);

/** Rounds of PBKDF2-HMAC-SHA512 for new items (OWASP Password Storage Cheat Sheet). */
export const PASSWORD_ITERATIONS = 220_000;

const CONCURRENT = 2;
const WAITING = 50;

/** What a key is derived for: an item that is being made, or one that somebody wants to open. */
export type Purpose = 'seal' | 'open';
const OTHER = { seal: 'open', open: 'seal' } as const;

/**
 * Derives keys from passwords off the event loop, two at a time. Those who open and those who seal have their turns one
 * after the other, however many of the others wait. Of each kind fifty may wait; beyond, it answers 503, so that guesses
 * cannot take the processor from everything else.
 */
export class PasswordKdf {
  #running = 0;
  readonly #queues: Record<Purpose, Set<() => void>> = { seal: new Set(), open: new Set() };
  /** Whose turn it is when both wait. */
  #next: Purpose = 'open';

  /**
   * 32 bytes of PBKDF2-HMAC-SHA512 over the NFKC form of the password (RFC 8018). Whoever waits leaves the queue when
   * `signal` is aborted.
   * @throws ServiceProblem `service_unavailable`; the signal's reason
   */
  async derive(
    password: string,
    salt: Buffer,
    iterations: number,
    { purpose, signal }: { purpose: Purpose; signal?: AbortSignal | undefined },
  ): Promise<Buffer> {
    signal?.throwIfAborted();
    if (this.#running >= CONCURRENT) await this.#turn(this.#queues[purpose], signal);
    else this.#running++;
    try {
      return await derive(password.normalize('NFKC'), salt, iterations, 32, 'sha512');
    } finally {
      this.#handOver();
    }
  }

  /** Gives the place of one that was running to the next. */
  #handOver(): void {
    const purpose = this.#queues[this.#next].size > 0 ? this.#next : OTHER[this.#next];
    const [start] = this.#queues[purpose];
    this.#next = OTHER[purpose];
    if (start) start();
    else this.#running--;
  }

  /** Resolves when one that was running hands over its place. */
  async #turn(queue: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    if (queue.size >= WAITING) {
      throw new ServiceProblem(
        'service_unavailable',
        'Too many passwords are being checked. Retry shortly.',
        { retryAfter: 2 },
      );
    }
    await new Promise<void>((resolve, reject) => {
      const over = (): void => {
        queue.delete(start);
        signal?.removeEventListener('abort', leave);
      };
      const start = (): void => {
        over();
        resolve();
      };
      const leave = (): void => {
        over();
        reject(signal?.reason as Error);
      };
      queue.add(start);
      signal?.addEventListener('abort', leave);
    });
  }
}
