import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { defaults } from '@tempshare/contract';
import { ServiceProblem } from '../domain/problem.ts';
import { CallerQueue } from '../limits/caller-queue.ts';

const derive = promisify(pbkdf2);

/** Rounds of PBKDF2-HMAC-SHA512 for new items (OWASP Password Storage Cheat Sheet). */
export const PASSWORD_ITERATIONS = defaults.kdfIterations;

const CONCURRENT = 2;
/** Most that may wait: of one caller, and of all of a kind. */
const WAITING = { caller: 50, all: 500 };

/** What a key is derived for: an item that is being made, or one that somebody wants to open. */
export type Purpose = 'seal' | 'open';
const OTHER = { seal: 'open', open: 'seal' } as const;

export interface Derivation {
  purpose: Purpose;
  /** Who asks for it: the id of an API key, or a network. */
  caller: string;
  signal?: AbortSignal | undefined;
}

/**
 * Derives keys from passwords off the event loop, two at a time. Those who open and those who seal alternate, and of each kind the callers, however many of one wait. Beyond a number it refuses with 503, so that
 * guesses cannot take the processor from everything else.
 */
export class PasswordKdf {
  #running = 0;
  readonly #queues: Record<Purpose, CallerQueue<() => void>> = {
    seal: new CallerQueue(),
    open: new CallerQueue(),
  };
  /** Who is next when both wait. */
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
    { purpose, caller, signal }: Derivation,
  ): Promise<Buffer> {
    signal?.throwIfAborted();
    if (this.#running >= CONCURRENT) await this.#wait(this.#queues[purpose], caller, signal);
    else this.#running++;
    try {
      return await derive(password.normalize('NFKC'), salt, iterations, 32, 'sha512');
    } finally {
      this.#release();
    }
  }

  /** Gives the place of one that was running to the next. */
  #release(): void {
    const purpose = this.#queues[this.#next].size > 0 ? this.#next : OTHER[this.#next];
    const start = this.#queues[purpose].next();
    this.#next = OTHER[purpose];
    if (start) start();
    else this.#running--;
  }

  /** Resolves when one that was running leaves its place to this one. */
  async #wait(
    queue: CallerQueue<() => void>,
    caller: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (queue.sizeOf(caller) >= WAITING.caller || queue.size >= WAITING.all) {
      throw new ServiceProblem(
        'service_unavailable',
        'Too many passwords are being checked. Retry shortly.',
        { retryAfter: 2 },
      );
    }
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.remove(caller, start);
        reject(signal?.reason as Error);
      };
      queue.add(caller, start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
