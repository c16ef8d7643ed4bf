import type { Expiration } from '@tempshare/sdk/types';

const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;
/** How long what has ended stays in lists. */
export const LISTED_FOR = 30 * DAY;
const LIFETIMES: Record<Expiration, number | null> = {
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
  '6h': 360 * MINUTE,
  '1d': 1440 * MINUTE,
  '7d': 7 * 1440 * MINUTE,
  forever: null,
};

/** What lives until a time, or for ever. */
export interface Mortal {
  createdAt: number;
  expiresAt: number | null;
}

export function lifetime(expiration: Expiration, now: number): Mortal {
  const ms = LIFETIMES[expiration];
  return { createdAt: now, expiresAt: ms === null ? null : now + ms };
}

export const hasExpired = ({ expiresAt }: Mortal, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Both times as the contract writes them. */
export function timestamps({ createdAt, expiresAt }: Mortal): {
  createdAt: string;
  expiresAt: string | null;
} {
  return { createdAt: timestamp(createdAt), expiresAt: expiresAt === null ? null : timestamp(expiresAt) };
}

export const timestamp = (ms: number): string => new Date(ms).toISOString();
