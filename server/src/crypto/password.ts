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
  readonly #queue: (() => void)[] = [];

  /** 32 bytes of PBKDF2-HMAC-SHA512 over the NFKC form of the password (RFC 8018). */
  async derive(password: string, salt: Buffer, iterations: number): Promise<Buffer> {
    if (this.#running >= CONCURRENT) {
      if (this.#queue.length >= WAITING) {
        throw new ServiceProblem(
          'service_unavailable',
          'Too many passwords are being checked. Retry shortly.',
          {
            retryAfter: 2,
          },
        );
      }
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await derive(password.normalize('NFKC'), salt, iterations, 32, 'sha512');
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
