import { limits as contractLimits } from '@tempshare/contract';
import { checkNames } from '../domain/names.ts';
import type { MockLimits } from '../mock.ts';
import { MockProblem } from './problem.ts';

export const WINDOW_SECONDS = contractLimits.rateLimit.windowSeconds;

/** Subject of a rate limit: key, session, capability URL, or address. */
export type Policy = keyof MockLimits;
type Limits = Readonly<Record<Policy, number>>;

const NONE_TO_SPEAK_OF = 1_000_000;
const UNLIMITED: Limits = {
  key: NONE_TO_SPEAK_OF,
  anonymous: NONE_TO_SPEAK_OF,
  session: NONE_TO_SPEAK_OF,
  url: NONE_TO_SPEAK_OF,
};

/** Remaining quota of a caller. */
export interface Quota {
  policy: Policy;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Requests of each caller in the last minute. */
export class Quotas {
  readonly #initial: Limits;
  #limits: Limits;
  #calls = new Map<string, number[]>();

  /** @throws TypeError for what is not a number of requests, or of nobody */
  constructor(limits: MockLimits = {}) {
    this.#initial = this.#limits = changed(UNLIMITED, limits);
  }

  get limits(): Limits {
    return this.#limits;
  }

  /**
   * Changes limits, and lets every caller begin anew.
   * @throws TypeError for what is not a number of requests, or of nobody
   */
  change(limits: MockLimits): void {
    this.#limits = changed(this.#limits, limits);
    this.#calls.clear();
  }

  reset(): void {
    this.change(this.#initial);
  }

  /**
   * Counts a request against a limit, in a sliding window.
   * @param counted false for a request that is always admitted
   * @throws MockProblem `rate_limited`; a refused request is not counted.
   */
  admit({ policy, caller }: { policy: Policy; caller: string }, now: number, counted = true): Quota {
    const limit = this.#limits[policy];
    const calls = (this.#calls.get(caller) ?? []).filter((at) => at > now - WINDOW_SECONDS * 1000);
    const admitted = calls.length < limit;
    if (admitted && counted) calls.push(now);
    this.#calls.set(caller, calls);
    const resetSeconds = Math.ceil(((calls[0] ?? now) + WINDOW_SECONDS * 1000 - now) / 1000);
    const quota: Quota = { policy, limit, remaining: limit - calls.length, resetSeconds };
    if (admitted || !counted) return quota;
    const headers = { ...quotaHeaders(quota), 'Retry-After': String(resetSeconds) };
    const detail = `The limit is ${limit} requests per minute. Retry after ${resetSeconds} seconds.`;
    throw new MockProblem('rate_limited', detail, { headers });
  }
}

/** `RateLimit` headers of draft-ietf-httpapi-ratelimit-headers-10. */
export function quotaHeaders({ policy, limit, remaining, resetSeconds }: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}

function changed(limits: Limits, by: MockLimits): Limits {
  checkNames('limit', by, Object.keys(UNLIMITED));
  const given = Object.entries(by).filter(([, limit]) => limit !== undefined);
  for (const [policy, limit] of given)
    if (!(Number.isSafeInteger(limit) && limit >= 0))
      throw new TypeError(`limit: ${policy} must be a whole number of requests, from 0`);
  return { ...limits, ...Object.fromEntries(given) };
}
