import { describe, expect, it } from 'vitest';
import { PAUSES, pauses, RETRY_GAPS, retryDelay } from '../src/features/webhooks/sender/schedule.ts';

const HOUR = 3_600_000;
const delayOf = (step: number, retryAfterMs: number | null = null, random = 0.5) =>
  retryDelay(RETRY_GAPS, { step, retryAfterMs, random });

describe('the schedule of retries', () => {
  it('has ten attempts over 75.6 hours, each gap counted from the failure before', () => {
    const gaps = Array.from({ length: 10 }, (_, step) => delayOf(step));
    const hours = [2, 5, 10, 14, 20, 24].map((each) => each * 3600);
    expect(gaps.map((gap) => gap && gap / 1000)).toEqual([5, 5 * 60, 30 * 60, ...hours, null]);
    expect(RETRY_GAPS.reduce((sum, gap) => sum + gap, 0) / HOUR).toBeCloseTo(75.58, 2);
  });

  it('is spread by a fifth both ways', () => {
    expect([delayOf(1, null, 0), delayOf(1, null, 1)]).toEqual([240_000, 360_000]);
    const drawn = Array.from({ length: 1000 }, () => retryDelay(RETRY_GAPS, { step: 1, retryAfterMs: null }));
    expect(Math.min(...(drawn as number[]))).toBeGreaterThanOrEqual(240_000);
    expect(Math.max(...(drawn as number[]))).toBeLessThanOrEqual(360_000);
    expect(new Set(drawn).size).toBeGreaterThan(900);
  });

  it.each([
    ['less than the gap: the gap', 0, 1_000, 5_000],
    ['more: what it asks for', 0, 60_000, 60_000],
    ['more than an hour, early on: an hour', 0, 2 * HOUR, HOUR],
    ['more than twice the gap, later: twice the gap', 4, 24 * HOUR, 10 * HOUR],
    ['any time after the last attempt: nothing', 9, 60_000, null],
  ])('gives a receiver that asks for %s', (_, step, asked, expected) => {
    expect(delayOf(step, asked)).toBe(expected);
  });

  it('never comes back before the time the receiver asked for', () => {
    expect(delayOf(1, 310_000, 0)).toBe(310_000);
  });
});

describe('pauses of an endpoint that hangs', () => {
  it('grow to five minutes, and are spread by a fifth both ways', () => {
    expect(pauses(PAUSES, 0.5)).toEqual([5_000, 15_000, 45_000, 120_000, 300_000]);
    expect([pauses(PAUSES, 0).at(-1), pauses(PAUSES, 1).at(-1)]).toEqual([240_000, 360_000]);
  });
});
