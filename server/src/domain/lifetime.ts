import { expirationSeconds, type Schema } from '@tempshare/contract';
import { invalid } from './problem.ts';

type Expiration = Schema<'Expiration'>;

const HOUR = 3_600_000;

const lengthOf = (expiration: Expiration): number => 1000 * (expirationSeconds[expiration] ?? Infinity);

/** Turns the contract's `expiration` into a time, within what the operator allows. */
export class Lifetimes {
  readonly #longest: Expiration;

  constructor(longest: Expiration) {
    this.#longest = longest;
  }

  /**
   * When something made at `now` expires; null for `forever`.
   * @throws ServiceProblem when the operator allows only less.
   */
  expiryOf(expiration: Expiration, now: Date): Date | null {
    const lifetime = lengthOf(expiration);
    if (lifetime > lengthOf(this.#longest)) {
      throw invalid('/body/expiration', 'maximum', `may be at most ${this.#longest} on this server`);
    }
    return lifetime === Infinity ? null : new Date(now.getTime() + lifetime);
  }

  /**
   * When something made at `now` to live for `ttlHours` expires.
   * @throws ServiceProblem when the operator allows only less.
   */
  expiryAfter(ttlHours: number, now: Date): Date {
    const lifetime = Math.max(1, Math.round(ttlHours * HOUR));
    const longest = lengthOf(this.#longest);
    if (lifetime > longest) {
      throw invalid('/body/ttlHours', 'maximum', `may be at most ${longest / HOUR} on this server`);
    }
    return new Date(now.getTime() + lifetime);
  }
}
