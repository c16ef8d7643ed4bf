import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceProblem } from '../http/problem.ts';

const derive = promisify(pbkdf2);

/** Rounds of PBKDF2-HMAC-SHA512 for new items (OWASP Password Storage Cheat Sheet). */
export const PASSWORD_ITERATIONS = 220_000;

const CONCURRENT = 2;
const WAITING = 50;

/**
 * Derives keys from passwords off the event loop, two at a time. Beyond fifty waiting it answers 503, so that guesses
 * cannot take the processor from everything else.
 */
export class PasswordKdf {
  #running = 0;
  readonly #queue = new Set<() => void>();

  /**
   * 32 bytes of PBKDF2-HMAC-SHA512 over the NFKC form of the password (RFC 8018). Whoever waits leaves the queue when
   * `signal` is aborted.
   * @throws ServiceProblem `service_unavailable`; the signal's reason
   */
  async derive(password: string, salt: Buffer, iterations: number, signal?: AbortSignal): Promise<Buffer> {
    signal?.throwIfAborted();
    if (this.#running >= CONCURRENT) await this.#turn(signal);
    else this.#running++;
    try {
      return await derive(password.normalize('NFKC'), salt, iterations, 32, 'sha512');
    } finally {
      const [next] = this.#queue;
      if (next) next();
      else this.#running--;
    }
  }

  /** Resolves when one that was running hands over its place. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#queue.size >= WAITING) {
      throw new ServiceProblem(
        'service_unavailable',
        'Too many passwords are being checked. Retry shortly.',
        { retryAfter: 2 },
      );
    }
    await new Promise<void>((resolve, reject) => {
      const over = (): void => {
        this.#queue.delete(start);
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
      this.#queue.add(start);
      signal?.addEventListener('abort', leave);
    });
  }
}
