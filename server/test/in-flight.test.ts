import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InFlight } from '../src/storage/postgres/in-flight.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends a batch. @returns a function that responds to it, and how often the next one was asked for */
function send(batches: InFlight) {
  const response = Promise.withResolvers<void>();
  const next = vi.fn();
  batches.run(() => response.promise, next);
  return {
    next,
    respond: async () => {
      response.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it('a response makes room for the next batch', async () => {
  const batches = new InFlight({ current: 1, total: 2 });
  expect(batches.isFull).toBe(false);
  const { next, respond } = send(batches);
  expect(batches.isFull).toBe(true);
  await respond();
  expect([batches.isFull, next.mock.calls.length]).toEqual([false, 1]);
});

it('an overdue batch makes room once, up to the number of all', async () => {
  const batches = new InFlight({ current: 1, total: 2 });
  const first = send(batches);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([batches.isFull, first.next.mock.calls.length]).toEqual([false, 1]);
  const second = send(batches);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([batches.isFull, second.next.mock.calls.length]).toEqual([true, 1]);
  await first.respond();
  expect([batches.isFull, first.next.mock.calls.length]).toEqual([false, 2]);
});

it('a batch that fails makes room, too', async () => {
  const batches = new InFlight({ current: 1, total: 1 });
  const next = vi.fn();
  batches.run(() => Promise.reject(new Error('lost')).catch(() => undefined), next);
  await vi.advanceTimersByTimeAsync(0);
  expect([batches.isFull, next.mock.calls.length]).toEqual([false, 1]);
});
