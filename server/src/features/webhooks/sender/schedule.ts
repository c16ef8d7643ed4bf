import { webhookRules } from '@tempshare/contract';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Delays after each failed attempt, in milliseconds. They are gaps as in Standard Webhooks, not offsets from the
 * event: the tenth attempt follows after 75.6 hours.
 */
export const RETRY_GAPS: readonly number[] = webhookRules.attemptsAfterSeconds
  .slice(1)
  .map((seconds) => seconds * SECOND);

/** Pauses of an endpoint after consecutive hung attempts, in milliseconds. The last one repeats. */
export const PAUSES: readonly number[] = [5 * SECOND, 15 * SECOND, 45 * SECOND, 2 * MINUTE, 5 * MINUTE];

/** Duration of a claim and of a trial, in milliseconds. */
export const LEASE_MS = 45 * SECOND;

const JITTER = 0.2;

/**
 * Returns the delay after a failed attempt; null after the last one. A receiver can request a longer delay, up to
 * twice the gap or an hour, whichever is longer.
 */
export function retryDelay(
  gaps: readonly number[],
  failed: { step: number; retryAfterMs: number | null; random?: number },
): number | null {
  const { step, retryAfterMs, random = Math.random() } = failed;
  const gap = gaps[step];
  if (gap === undefined) return null;
  const requested = Math.min(retryAfterMs ?? 0, Math.max(2 * gap, HOUR));
  return Math.max(spread(gap, random), requested);
}

export const pauses = (lengths: readonly number[], random = Math.random()): number[] =>
  lengths.map((length) => spread(length, random));

const spread = (ms: number, random: number): number => ms * (1 + JITTER * (2 * random - 1));
