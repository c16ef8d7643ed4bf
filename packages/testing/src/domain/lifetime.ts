import { expirationSeconds, lifetimes, limits } from '@tempshare/contract';
import type { Expiration } from '@tempshare/sdk/types';
import { invalid } from '../http/problem.ts';

/** How long what has ended stays in lists. */
export const LISTED_FOR = 1000 * lifetimes.listedAfterEnd;

/** Item that expires at a time, or never. */
export interface Mortal {
  createdAt: number;
  expiresAt: number | null;
}

/** The times of something made now: it expires at `expiresAt` if that is there. */
export function lifetime(
  { expiration, expiresAt }: { expiration: Expiration; expiresAt?: string | undefined },
  now: number,
): Mortal {
  if (expiresAt !== undefined) return { createdAt: now, expiresAt: endAt(expiresAt, now, Infinity) };
  const seconds = expirationSeconds[expiration];
  return { createdAt: now, expiresAt: seconds === null ? null : now + 1000 * seconds };
}

/** The same for a room. */
export function roomLifetime(
  { ttlHours, expiresAt }: { ttlHours: number; expiresAt?: string | undefined },
  now: number,
): { createdAt: number; expiresAt: number } {
  if (expiresAt !== undefined) return { createdAt: now, expiresAt: endAt(expiresAt, now, LONGEST_ROOM) };
  return { createdAt: now, expiresAt: now + Math.max(1, Math.round(ttlHours * HOUR)) };
}

const HOUR = 3_600_000;
/** How long a room may live, in milliseconds. */
export const LONGEST_ROOM = HOUR * limits.roomHours;

/** The time of an `expiresAt`. @throws MockProblem unless the time is a minute to `longest` milliseconds from now */
export function endAt(text: string, now: number, longest: number): number {
  const fault = (code: string, detail: string) => invalid([{ pointer: '/body/expiresAt', code, detail }]);
  const time = Date.parse(text);
  if (Number.isNaN(time) || timestamp(time) !== text) throw fault('pattern', 'must be a day that exists');
  const soonest = now + 1000 * lifetimes.soonestExpiry;
  if (time < soonest) throw fault('minimum', `must be at least ${timestamp(soonest)}`);
  if (time > now + longest)
    throw fault('maximum', `may be at most ${timestamp(now + longest)} on this server`);
  return time;
}

export const hasExpired = ({ expiresAt }: Mortal, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Both times as the contract writes them. */
export function timestamps({ createdAt, expiresAt }: Mortal): {
  createdAt: string;
  expiresAt: string | null;
} {
  return { createdAt: timestamp(createdAt), expiresAt: nullableTimestamp(expiresAt) };
}

export const nullableTimestamp = (ms: number | null): string | null => (ms === null ? null : timestamp(ms));

export const timestamp = (ms: number): string => new Date(ms).toISOString();
