import { expirationSeconds, lifetimes, limits, type Schema } from '@tempshare/contract';
import type { ItemChange } from '../storage/item-change.ts';
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
    if (expiresAt !== undefined) return this.endAt(expiresAt, now);
    const longest = lengthOf(this.longest);
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
    if (expiresAt !== undefined) return this.roomEndAt(expiresAt, now);
    const longest = lengthOf(this.longest);
    const lifetime = Math.max(1, Math.round(ttlHours * HOUR));
    if (lifetime > longest) {
      throw invalid('/body/ttlHours', 'maximum', `may be at most ${longest / HOUR} on this server`);
    }
    return new Date(now.getTime() + lifetime);
  }

  /** The change that an owner asks for. @throws ServiceProblem as `endAt` does. */
  changeOf({ label, expiresAt }: Schema<'ItemUpdate'>, now: Date): ItemChange {
    return { label, expiresAt: expiresAt === undefined ? undefined : this.endAt(expiresAt, now) };
  }

  /** The change that the owner of a room asks for. @throws ServiceProblem as `roomEndAt` does. */
  roomChangeOf({ label, expiresAt }: Schema<'ItemUpdate'>, now: Date): ItemChange {
    return { label, expiresAt: expiresAt === undefined ? undefined : this.roomEndAt(expiresAt, now) };
  }

  /** The time of an `expiresAt`. @throws ServiceProblem when it is too soon, or later than the operator allows. */
  endAt(expiresAt: string, now: Date): Date {
    return within(expiresAt, now, lengthOf(this.longest));
  }

  /** The time of a room's `expiresAt`. @throws ServiceProblem when it is too soon or too late. */
  roomEndAt(expiresAt: string, now: Date): Date {
    return within(expiresAt, now, Math.min(lengthOf(this.longest), LONGEST_ROOM));
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
