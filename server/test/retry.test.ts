import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutcomeUnknownError } from '../src/storage/postgres/database-errors.ts';
import { retryUnavailable, retryWhileAway, withTimeout } from '../src/storage/postgres/retry.ts';

const away = (): Error => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
const failing = (times: number, error: Error) => {
  let calls = 0;
  return vi.fn(async () => {
    if (++calls <= times) throw error;
    return 'done';
  });
};

describe('work that an unavailable database refuses', () => {
  it('is tried three times', async () => {
    expect(await retryUnavailable(failing(2, away()))).toBe('done');
    const work = failing(3, away());
    await expect(retryUnavailable(work)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(work).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['that refuses the statement itself', new Error('syntax error')],
    ['whose outcome is unknown', new OutcomeUnknownError(away())],
  ])('is tried once by a database %s', async (_, error) => {
    const work = failing(1, error);
    await expect(retryUnavailable(work)).rejects.toBe(error);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('without a response ends in a time-out', async () => {
    const waiting = withTimeout(1_000, new Promise<never>(() => undefined));
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'ETIMEDOUT', name: 'SilentDatabaseError' });
    await vi.advanceTimersByTimeAsync(1_000);
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the response, whatever it is', async () => {
    expect(await withTimeout(1_000, Promise.resolve('row'))).toBe('row');
    await expect(withTimeout(1_000, Promise.reject(away()))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('repeatable work goes on when the database is back, and fails on other errors', async () => {
  expect(await retryWhileAway(failing(2, away()))).toBe('done');
  await expect(retryWhileAway(failing(1, new Error('syntax error')))).rejects.toThrow('syntax error');
});
