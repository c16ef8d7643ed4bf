import { expirationSeconds, lifetimes, limits, type Schema } from '@tempshare/contract';
import { invalid } from './problem.ts';
import { timeOf } from './time.ts';

type Expiration = Schema<'Expiration'>;

const HOUR = 3_600_000;
const SOONEST = 1000 * lifetimes.soonestExpiry;
const LONGEST_ROOM = HOUR * limits.roomHours;

const lengthOf = (expiration: Expiration): number => 1000 * (expirationSeconds[expiration] ?? Infinity);

/** Turns the contract's `expiration`, `ttlHours` and `expiresAt` into a time, within what the operator allows. */
export class Lifetimes {
  /** The longest `expiration` that is allowed. */
  readonly longest: Expiration;

  constructor(longest: Expiration) {
    this.longest = longest;
  }

  /**
   * When something made at `now` expires: at `expiresAt` if that is there; null for `forever`.
   * @throws ServiceProblem when the operator allows only less, or `expiresAt` is too soon.
   */
  expiryOf(
    { expiration, expiresAt }: { expiration: Expiration; expiresAt?: string | undefined },
    now: Date,
  ): Date | null {
    const longest = lengthOf(this.longest);
    if (expiresAt !== undefined) return within(expiresAt, now, longest);
    const lifetime = lengthOf(expiration);
    if (lifetime > longest) {
      throw invalid('/body/expiration', 'maximum', `may be at most ${this.longest} on this server`);
    }
    return lifetime === Infinity ? null : new Date(now.getTime() + lifetime);
  }

  /**
   * When a room made at `now` expires: at `expiresAt` if that is there, else after `ttlHours`.
   * @throws ServiceProblem when the operator allows only less, or `expiresAt` is too soon or too late.
   */
  expiryOfRoom(
    { ttlHours, expiresAt }: { ttlHours: number; expiresAt?: string | undefined },
    now: Date,
  ): Date {
    const longest = lengthOf(this.longest);
    if (expiresAt !== undefined) return within(expiresAt, now, Math.min(longest, LONGEST_ROOM));
    const lifetime = Math.max(1, Math.round(ttlHours * HOUR));
    if (lifetime > longest) {
      throw invalid('/body/ttlHours', 'maximum', `may be at most ${longest / HOUR} on this server`);
    }
    return new Date(now.getTime() + lifetime);
  }
}

/** @throws ServiceProblem unless the time is a minute to `longest` milliseconds from `now`. */
function within(expiresAt: string, now: Date, longest: number): Date {
  const pointer = '/body/expiresAt';
  const time = timeOf(expiresAt, pointer);
  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  const lifetime = time.getTime() - now.getTime();
  if (lifetime < SOONEST) throw invalid(pointer, 'minimum', `must be at least ${after(SOONEST)}`);
  if (lifetime > longest)
    throw invalid(pointer, 'maximum', `may be at most ${after(longest)} on this server`);
  return time;
}
