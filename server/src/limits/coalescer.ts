import type { Admission } from '../domain/admission.ts';
import { ServiceProblem } from '../domain/problem.ts';
import { isLockTimeout } from '../storage/database-errors.ts';
import { FullWindows } from './full-windows.ts';

/** How many requests one caller has made. */
export interface Asked {
  name: string;
  count: number;
}

interface Request<Result> {
  resolve: (result: Result | undefined) => void;
  reject: (error: unknown) => void;
}

/** Requests of one caller that may wait for the next statement. */
const MAX_WAITING = 1_000;
/** Callers that one statement decides about. */
const MAX_TOGETHER = 200;
/** How long those who come later wait for the response to a statement, in milliseconds: it may have been lost. */
const OVERDUE_MS = 1_000;
/**
 * Statements that may be without a response. The first and the second may be lost with connections that were used a
 * moment ago; the third gets one that has proved to be alive.
 */
const MAX_UNDER_WAY = 3;

/**
 * Collects the requests that arrive while a statement is under way, of all callers, and sends them as the next one. Under
 * load one round trip decides many requests; an idle server decides each at once, and a flood beyond a caller's limit is
 * refused without any. Nobody waits for a statement that is overdue: each counts for itself in the database, so that
 * several at once are as exact.
 */
export class Coalescer<Result extends { admission: Admission }> {
  /**
   * Who waits for the next statement, first those who came first. Another map for each: one that is changed all the time
   * leaves tables behind, which V8 keeps, with what was in them, until its next full collection.
   */
  #waiting = new Map<string, Request<Result>[]>();
  readonly #full = new FullWindows<Result>();
  readonly #send: (asked: readonly Asked[]) => Promise<Result[][]>;
  /** The statement that is waited for, as long as it is not overdue. */
  #current: NodeJS.Timeout | undefined;
  #underWay = 0;

  /** @param send decides for each of some callers about its requests; fewer results: the caller is not known */
  constructor(send: (asked: readonly Asked[]) => Promise<Result[][]>) {
    this.#send = send;
  }

  /**
   * The result for one request; undefined when the caller is not known.
   * @throws ServiceProblem `service_unavailable` when too many wait for the database.
   */
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
    const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
    waiting.push({ resolve, reject });
    this.#waiting.set(name, waiting);
    this.#sendNext();
    return await promise;
  }

  #sendNext(): void {
    if (this.#waiting.size === 0 || this.#current || this.#underWay === MAX_UNDER_WAY) return;
    const waiting = [...this.#waiting];
    const batch = waiting.slice(0, MAX_TOGETHER);
    this.#waiting = new Map(waiting.slice(MAX_TOGETHER));
    const goOn = (): void => {
      if (this.#current === overdue) this.#current = undefined;
      this.#sendNext();
    };
    const overdue = setTimeout(goOn, OVERDUE_MS).unref();
    this.#current = overdue;
    this.#underWay++;
    void this.#decide(batch).then(() => {
      clearTimeout(overdue);
      this.#underWay--;
      goOn();
    });
  }

  async #decide(batch: [name: string, requests: Request<Result>[]][]): Promise<void> {
    const askedAt = performance.now();
    try {
      const results = await this.#send(batch.map(([name, { length }]) => ({ name, count: length })));
      batch.forEach(([name, requests], caller) => {
        const decided = results[caller] as Result[];
        this.#full.decided(name, decided, askedAt);
        requests.forEach(({ resolve }, i) => resolve(decided[i]));
      });
    } catch (error) {
      // Whose row somebody holds waits alone.
      if (batch.length > 1 && isLockTimeout(error))
        await Promise.all(batch.map((one) => this.#decide([one])));
      else for (const [, requests] of batch) for (const { reject } of requests) reject(error);
    }
  }
}
