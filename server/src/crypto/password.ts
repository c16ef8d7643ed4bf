import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { defaults } from '@tempshare/contract';
import { ServiceProblem } from '../domain/problem.ts';
import { CallerQueue } from '../limits/caller-queue.ts';
import { siteOf } from '../limits/networks.ts';

const derive = (password: string, salt: Buffer, iterations: number): Promise<Buffer> =>
  promisify(pbkdf2)(password, salt, iterations, 32, 'sha512');

/** Iterations of PBKDF2-HMAC-SHA512 for new items (OWASP Password Storage Cheat Sheet). */
export const PASSWORD_ITERATIONS = defaults.kdfIterations;

const CONCURRENT = 2;
/** Maximum number of waiting derivations, per caller and per purpose. */
const WAITING = { caller: 50, all: 500 };
/** Maximum wait in milliseconds, well below timeouts of clients and proxies. */
const LONGEST_WAIT_MS = 30_000;
/** Weight of the latest derivation in the average duration. */
const LATEST_WEIGHT = 0.2;

/** Purpose of a derivation: sealing a new item, or opening one. */
export type Purpose = 'seal' | 'open';
const OTHER = { seal: 'open', open: 'seal' } as const;

export interface Derivation {
  purpose: Purpose;
  /** Id of an API key, or a network. */
  caller: string;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  start: () => void;
  refuse: (problem: ServiceProblem) => void;
}

/** Derives keys off the event loop. Purposes alternate, callers take turns, and a full queue refuses the busiest caller. */
export class PasswordKdf {
  #running = 0;
  readonly #queues: Record<Purpose, CallerQueue<Waiting>> = {
    seal: new CallerQueue(),
    open: new CallerQueue(),
  };
  #next: Purpose = 'open';
  #averageMs = 100;
  readonly #longestWaitMs: number;

  constructor({ longestWaitMs = LONGEST_WAIT_MS }: { longestWaitMs?: number } = {}) {
    this.#longestWaitMs = longestWaitMs;
  }

  /** Derives 32 bytes from the NFKC form of the password (RFC 8018). @throws ServiceProblem as `run` */
  async derive({
    password,
    salt,
    iterations,
    ...derivation
  }: Derivation & { password: string; salt: Buffer; iterations: number }): Promise<Buffer> {
    return this.run(() => derive(password.normalize('NFKC'), salt, iterations), derivation);
  }

  /** Runs a derivation in turn. @throws ServiceProblem `service_unavailable`; the signal's reason */
  async run<Result>(work: () => Promise<Result>, { purpose, caller, signal }: Derivation): Promise<Result> {
    signal?.throwIfAborted();
    const site = siteOf(caller);
    if (this.#running >= CONCURRENT) await this.#wait(purpose, site, signal);
    else {
      this.#running++;
      this.#queues[purpose].count(site);
    }
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#averageMs += LATEST_WEIGHT * (performance.now() - startedAt - this.#averageMs);
      this.#release();
    }
  }

  #release(): void {
    const purpose = this.#queues[this.#next].size > 0 ? this.#next : OTHER[this.#next];
    const waiting = this.#queues[purpose].next();
    this.#next = OTHER[purpose];
    if (waiting) waiting.start();
    else this.#running--;
  }

  async #wait(purpose: Purpose, caller: string, signal: AbortSignal | undefined): Promise<void> {
    this.#makePlace(purpose, caller);
    const queue = this.#queues[purpose];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { start: resolve, refuse: reject };
    queue.add(caller, waiting);
    const leave = (): void => {
      queue.remove(caller, waiting);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => {
      queue.remove(caller, waiting);
      reject(this.#refusal(purpose));
    }, this.#longestWaitMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Removes the latest derivation of the busiest caller from a full queue. @throws ServiceProblem `service_unavailable` */
  #makePlace(purpose: Purpose, caller: string): void {
    const queue = this.#queues[purpose];
    const own = queue.sizeOf(caller);
    if (own >= WAITING.caller) throw this.#refusal(purpose);
    if (queue.size < WAITING.all) return;
    const longest = queue.longest();
    if (!longest || longest.size <= own + 1) throw this.#refusal(purpose);
    queue.removeLast(longest.caller)?.refuse(this.#refusal(purpose));
  }

  /** Refusal with the estimated time until the present queue is served. */
  #refusal(purpose: Purpose): ServiceProblem {
    const own = this.#queues[purpose].size;
    const before = own + Math.min(own, this.#queues[OTHER[purpose]].size);
    const seconds = Math.ceil((before * this.#averageMs) / CONCURRENT / 1000);
    return new ServiceProblem('service_unavailable', 'Too many passwords are being checked. Retry shortly.', {
      retryAfter: Math.max(1, seconds),
    });
  }
}
