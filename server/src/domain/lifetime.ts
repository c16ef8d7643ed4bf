import {
  defaults,
  expirationSeconds,
  lifetimes,
  limits,
  type OfferedLifetimes,
  type Schema,
} from '@tempshare/contract';
import type { ItemChange } from '../storage/item-change.ts';
import { invalid } from './problem.ts';
import { timeOf } from './time.ts';

type Expiration = Schema<'Expiration'>;

const HOUR = 3_600_000;
const SOONEST = 1000 * lifetimes.soonestExpiry;
const LONGEST_ROOM = HOUR * limits.roomHours;

const lengthOf = (expiration: Expiration): number => 1000 * (expirationSeconds[expiration] ?? Infinity);

/** A lifetime as settings write it, such as `3d`: seconds, or null for `forever`. */
export type Lifetime = number | null;

const UNITS = { m: 60, h: 3_600, d: 86_400 } as const;
/** Ten years. */
const MOST_SECONDS = 3_650 * UNITS.d;

const secondsOf = (lifetime: Lifetime): number => lifetime ?? Infinity;

/** @throws Error with what the text must be */
export function readLifetime(text: string): Lifetime {
  if (text === 'forever') return null;
  const [, count, unit] = /^(\d{1,7})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * UNITS[unit as keyof typeof UNITS];
  if (seconds >= lifetimes.soonestExpiry && seconds <= MOST_SECONDS) return seconds;
  throw new Error('must be forever, or a time from 1m to 3650d, such as 30m, 12h or 3d');
}

/** Reads lifetimes with commas between. @throws Error with what they must be */
export const readLifetimes = (text: string): readonly Lifetime[] =>
  shortestFirst(
    text.split(',').map((part) => {
      try {
        return readLifetime(part.trim());
      } catch {
        throw new Error('must be times from 1m to 3650d with commas between, such as 1h,3d,forever');
      }
    }),
  );

const shortestFirst = (all: readonly Lifetime[]): readonly Lifetime[] =>
  [...new Set(all)].toSorted((one, other) => secondsOf(one) - secondsOf(other));

/**
 * The lifetimes that pages offer. Without `seconds` these are the values of `expiration`; without `chosen` the contract's
 * default is chosen first, or the longest below it.
 * @throws Error that begins with the name of the setting that does not fit
 */
export function offeredLifetimes({
  longest,
  seconds,
  chosen,
}: {
  longest: Expiration;
  seconds?: readonly Lifetime[] | undefined;
  chosen?: Lifetime | undefined;
}): OfferedLifetimes {
  const most = secondsOf(expirationSeconds[longest]);
  if (seconds?.some((lifetime) => secondsOf(lifetime) > most))
    throw new Error(`OFFERED_LIFETIMES must be at most MAX_LIFETIME, which is ${longest}`);
  const all = seconds ?? shortestFirst(Object.values(expirationSeconds));
  const offered = all.filter((lifetime) => secondsOf(lifetime) <= most);
  const usual = offered.findLast((lifetime) => secondsOf(lifetime) <= expirationSeconds[defaults.expiration]);
  if (chosen !== undefined && !offered.includes(chosen))
    throw new Error('DEFAULT_EXPIRATION must be one of the lifetimes that pages offer (OFFERED_LIFETIMES)');
  return { seconds: offered, chosen: chosen === undefined ? (usual ?? offered[0]!) : chosen };
}

/** Turns the contract's `expiration`, `ttlHours` and `expiresAt` into a time, within what the operator allows. */
export class Lifetimes {
  /** The longest `expiration` that is allowed. */
  readonly longest: Expiration;
  /** Lifetimes that pages offer. */
  readonly offered: OfferedLifetimes;

  constructor(longest: Expiration, offered = offeredLifetimes({ longest })) {
    this.longest = longest;
    this.offered = offered;
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
