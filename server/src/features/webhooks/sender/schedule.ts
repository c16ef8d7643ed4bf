import { webhookRules } from '@tempshare/contract';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * How long each attempt waits for the one before to have failed, in milliseconds. They are gaps, as in the example
 * schedule of Standard Webhooks, not offsets from the event: the tenth attempt comes after 75.6 hours.
 */
export const RETRY_GAPS: readonly number[] = webhookRules.attemptsAfterSeconds
  .slice(1)
  .map((seconds) => seconds * SECOND);

/**
 * How long an endpoint is left alone, in milliseconds, after an attempt that hung: after the first, the second in a row,
 * and so on. The last goes for all that follow.
 */
export const PAUSES: readonly number[] = [5 * SECOND, 15 * SECOND, 45 * SECOND, 2 * MINUTE, 5 * MINUTE];

/** How long a worker takes a delivery for, in milliseconds; and an endpoint, for the trial that it makes with it. */
export const LEASE_MS = 45 * SECOND;

const JITTER = 0.2;

/**
 * How long to wait after an attempt of the schedule has failed; null when it was the last. A receiver may ask for
 * more time, up to twice the gap or an hour, whichever is longer; not for less.
 */
export function retryDelay(
  gaps: readonly number[],
  failed: { step: number; retryAfterMs: number | null; random?: number },
): number | null {
  const { step, retryAfterMs, random = Math.random() } = failed;
  const gap = gaps[step];
  if (gap === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, Math.max(2 * gap, HOUR));
  return Math.max(spread(gap, random), asked);
}

/** Pauses as they are for one attempt. */
export const pauses = (lengths: readonly number[], random = Math.random()): number[] =>
  lengths.map((length) => spread(length, random));

const spread = (ms: number, random: number): number => ms * (1 + JITTER * (2 * random - 1));
