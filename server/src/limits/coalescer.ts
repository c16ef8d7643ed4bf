import type { Admission } from '../domain/admission.ts';
import { ServiceProblem } from '../domain/problem.ts';
import { isLockTimeout } from '../storage/postgres/database-errors.ts';
import { InFlight } from '../storage/postgres/in-flight.ts';
import { FullWindows } from './full-windows.ts';

export interface CallerRequests {
  name: string;
  count: number;
}

type Request<Result> = PromiseWithResolvers<Result | undefined>;

/** Maximum number of waiting requests per caller. */
const MAX_WAITING = 1_000;
const MAX_CALLERS = 200;
/** Maximum number of statements in flight. Two may be lost with connections used lately; the third gets a tested one. */
const MAX_IN_FLIGHT = 3;

/**
 * Counts requests of all callers in batches: those that arrive while a statement is in flight are counted by the next
 * one. Overdue statements may overlap, since each counts exactly in the database.
 */
export class Coalescer<Result extends { admission: Admission }> {
  /** In the order of first requests. A new map per statement: V8 keeps the contents of a changing one for long. */
  #waiting = new Map<string, Request<Result>[]>();
  readonly #full = new FullWindows<Result>();
  readonly #inFlight = new InFlight({ current: 1, total: MAX_IN_FLIGHT });
  readonly #count: (callers: readonly CallerRequests[]) => Promise<Result[][]>;

  /** @param count decides the requests of each caller; no result for a request of an unknown one */
  constructor(count: (callers: readonly CallerRequests[]) => Promise<Result[][]>) {
    this.#count = count;
  }

  /** Undefined for an unknown caller. @throws ServiceProblem `service_unavailable` if too many wait for the database */
  async ask(name: string): Promise<Result | undefined> {
    const refusal = this.#full.refusal(name);
    if (refusal) return refusal;
    const waiting = this.#waiting.get(name) ?? [];
    if (waiting.length >= MAX_WAITING) {
      throw new ServiceProblem(
        'service_unavailable',
        'Too many requests wait to be counted. Retry shortly.',
        { retryAfter: 1 },
      );
    }
    const request = Promise.withResolvers<Result | undefined>();
    waiting.push(request);
    this.#waiting.set(name, waiting);
    this.#sendNext();
    return await request.promise;
  }

  readonly #sendNext = (): void => {
    if (this.#waiting.size === 0 || this.#inFlight.isFull) return;
    const waiting = [...this.#waiting];
    this.#waiting = new Map(waiting.splice(MAX_CALLERS));
    this.#inFlight.run(() => this.#decide(waiting), this.#sendNext);
  };

  async #decide(batch: [name: string, requests: Request<Result>[]][]): Promise<void> {
    const sentAt = performance.now();
    try {
      const results = await this.#count(batch.map(([name, { length }]) => ({ name, count: length })));
      batch.forEach(([name, requests], caller) => {
        const decided = results[caller] as Result[];
        this.#full.decided(name, decided, sentAt);
        requests.forEach(({ resolve }, i) => resolve(decided[i]));
      });
    } catch (error) {
      // Another transaction holds the row of one caller, who then waits alone.
      if (batch.length > 1 && isLockTimeout(error))
        await Promise.all(batch.map((one) => this.#decide([one])));
      else for (const [, requests] of batch) for (const { reject } of requests) reject(error);
    }
  }
}
