import type { OperationInfo } from '@tempshare/contract';
import { ServiceProblem } from '../domain/problem.ts';

/** Whether the request or the response of an operation is the bytes of a file. */
export const carriesFile = ({ requestType, responseType }: OperationInfo): boolean =>
  [requestType, responseType].includes('application/octet-stream');

/** How many files may be on their way at once. */
export interface FileLimits {
  /** In this process. */
  inAll: number;
  /** In this process, for one key, or for one address without a key. */
  perCaller: number;
}

const LIMITS: FileLimits = { inAll: 500, perCaller: 50 };
/** How soon somebody who is refused may come again, in seconds. */
const RETRY_SECONDS = 10;

/**
 * Bounds how many files come and go at once. Each takes some memory for as long as its client likes to be slow, which
 * may be hours; what a caller may ask for in a minute does not bound what it has under way.
 */
export class FileSlots {
  readonly #limits: FileLimits;
  readonly #callers = new Map<string, number>();
  #count = 0;

  constructor(limits: FileLimits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * Carries one file.
   * @throws ServiceProblem `rate_limited` when too many of the caller are on their way, `service_unavailable` when too
   * many of all are.
   */
  async take<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const { inAll, perCaller } = this.#limits;
    const own = this.#callers.get(caller) ?? 0;
    if (own >= perCaller) {
      throw new ServiceProblem(
        'rate_limited',
        `At most ${perCaller} files of one caller can be on their way at once.`,
        { retryAfter: RETRY_SECONDS },
      );
    }
    if (this.#count >= inAll) {
      throw new ServiceProblem('service_unavailable', 'Too many files are on their way now.', {
        retryAfter: RETRY_SECONDS,
      });
    }
    this.#callers.set(caller, own + 1);
    this.#count++;
    try {
      return await work();
    } finally {
      this.#count--;
      const left = (this.#callers.get(caller) as number) - 1;
      if (left > 0) this.#callers.set(caller, left);
      else this.#callers.delete(caller);
    }
  }
}
