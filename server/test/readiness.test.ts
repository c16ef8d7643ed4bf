import { afterEach, describe, expect, it, vi } from 'vitest';
import { Readiness } from '../src/http/readiness.ts';

describe('readiness', () => {
  afterEach(() => vi.useRealTimers());

  it('asks once for all who want to know within a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let asked = 0;
    const readiness = new Readiness([async () => void asked++]);
    await Promise.all(Array.from({ length: 1_000 }, () => readiness.check()));
    vi.advanceTimersByTime(999);
    await readiness.check();
    expect(asked).toBe(1);
    vi.advanceTimersByTime(2);
    await readiness.check();
    expect(asked).toBe(2);
  });

  it('says what a probe says, to everybody', async () => {
    const readiness = new Readiness([() => Promise.reject(new Error('no database'))]);
    const checks = await Promise.allSettled([readiness.check(), readiness.check()]);
    expect(checks.map((check) => check.status === 'rejected' && String(check.reason))).toEqual([
      'Error: no database',
      'Error: no database',
    ]);
  });

  it('does not wait for a probe that never ends', async () => {
    const readiness = new Readiness([() => new Promise(() => undefined)]);
    await expect(readiness.check()).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('is over once the process drains', async () => {
    const readiness = new Readiness([]);
    await readiness.check();
    readiness.drain();
    await expect(readiness.check()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
