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

/** Lifetime in seconds; null for `forever`. */
export type Lifetime = number | null;

const UNITS = { m: 60, h: 3_600, d: 86_400 } as const;
const MOST_SECONDS = 3_650 * UNITS.d;

const secondsOf = (lifetime: Lifetime): number => lifetime ?? Infinity;

/** @throws Error with the valid forms */
export function readLifetime(text: string): Lifetime {
  if (text === 'forever') return null;
  const [, count, unit] = /^(\d{1,7})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * UNITS[unit as keyof typeof UNITS];
  if (seconds >= lifetimes.soonestExpiry && seconds <= MOST_SECONDS) return seconds;
  throw new Error('must be forever, or a time from 1m to 3650d, such as 30m, 12h or 3d');
}

/** Parses a comma-separated list of lifetimes. @throws Error with the valid forms */
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

/** Lifetimes that pages offer, and the default one. @throws Error beginning with the name of the invalid setting */
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

/** Converts `expiration`, `ttlHours` and `expiresAt` of the contract into a time within the operator's limits. */
export class Lifetimes {
  readonly longest: Expiration;
  readonly offered: OfferedLifetimes;

  constructor(longest: Expiration, offered = offeredLifetimes({ longest })) {
    this.longest = longest;
    this.offered = offered;
  }

  /** End of an item created at `now`. `expiresAt` takes precedence. @throws ServiceProblem outside the operator's limits */
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

  /** End of a room created at `now`. `expiresAt` takes precedence. @throws ServiceProblem outside the operator's limits */
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

  /** Change requested by an owner. @throws ServiceProblem as `endAt` */
  changeOf({ label, expiresAt }: Schema<'ItemUpdate'>, now: Date): ItemChange {
    return { label, expiresAt: expiresAt === undefined ? undefined : this.endAt(expiresAt, now) };
  }

  /** Change requested by the owner of a room. @throws ServiceProblem as `roomEndAt` */
  roomChangeOf({ label, expiresAt }: Schema<'ItemUpdate'>, now: Date): ItemChange {
    return { label, expiresAt: expiresAt === undefined ? undefined : this.roomEndAt(expiresAt, now) };
  }

  /** Parses `expiresAt`. @throws ServiceProblem if it is too soon, or exceeds the operator's maximum */
  endAt(expiresAt: string, now: Date): Date {
    return within(expiresAt, now, lengthOf(this.longest));
  }

  /** Parses `expiresAt` of a room. @throws ServiceProblem if it is too soon or too late */
  roomEndAt(expiresAt: string, now: Date): Date {
    return within(expiresAt, now, Math.min(lengthOf(this.longest), LONGEST_ROOM));
  }
}

/** @throws ServiceProblem unless the time is a minute to `longest` milliseconds from `now` */
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
