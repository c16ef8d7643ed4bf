import { expirationSeconds, lifetimes } from '@tempshare/contract';
import type { Expiration } from '@tempshare/sdk/types';

/** How long what has ended stays in lists. */
export const LISTED_FOR = 1000 * lifetimes.listedAfterEnd;

/** What lives until a time, or for ever. */
export interface Mortal {
  createdAt: number;
  expiresAt: number | null;
}

export function lifetime(expiration: Expiration, now: number): Mortal {
  const seconds = expirationSeconds[expiration];
  return { createdAt: now, expiresAt: seconds === null ? null : now + 1000 * seconds };
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
