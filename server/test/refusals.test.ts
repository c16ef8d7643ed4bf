import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Admission } from '../src/domain/admission.ts';
import { Coalescer } from '../src/limits/coalescer.ts';
import { RefusalPace } from '../src/http/pacing/refusal-pace.ts';
import { RequestLog } from '../src/http/pipeline/request-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the pace of refusals', () => {
  it('lets a burst pass, spaces out what follows, and comes back with time', () => {
    const pace = new RefusalPace({ burst: 3, perSecond: 10 });
    const waits = (count: number) => Array.from({ length: count }, () => Math.round(pace.next('a') ?? NaN));
    expect(waits(6)).toEqual([0, 0, 0, 100, 200, 300]);
    expect(pace.next('b')).toBe(0);
    vi.advanceTimersByTime(500);
    expect(waits(4)).toEqual([0, 0, 100, 200]);
    vi.advanceTimersByTime(60_000);
    expect(waits(4)).toEqual([0, 0, 0, 100]);
  });

  it('gives no slots further off than 20 seconds, so that a flood does not outlast itself', () => {
    const pace = new RefusalPace({ burst: 10, perSecond: 10 });
    const slots = Array.from({ length: 100_000 }, () => pace.next('a')).filter((wait) => wait !== undefined);
    expect(slots).toHaveLength(210);
    expect(slots.at(-1)).toBeCloseTo(20_000);
    vi.advanceTimersByTime(20_000);
    expect(pace.next('a')).toBeCloseTo(100);
    vi.advanceTimersByTime(1_000);
    expect(pace.next('a')).toBe(0);
  });
});

describe('a bucket that is flooded', () => {
  /** A window with room for nobody during `fullMs`, as the database sees it. */
  function flooded(fullMs: number) {
    const until = performance.now() + fullMs;
    const asked: number[] = [];
    const coalescer = new Coalescer<{ admission: Admission }>(([caller]) => {
      const { count } = caller!;
      asked.push(count);
      const resetMs = until - performance.now();
      const admission = {
        admitted: resetMs <= 0,
        policy: 'key',
        limit: 1,
        remaining: 0,
        now: new Date(),
      } as const;
      return Promise.resolve([
        Array.from({ length: count }, () => ({ admission: { ...admission, resetMs } })),
      ]);
    });
    const ask = async () => (await coalescer.ask('bucket'))!.admission;
    return { asked, ask, left: () => until - performance.now() };
  }

  it('is refused without the database after a hundred refusals, with a wait that is true', async () => {
    const { asked, ask, left } = flooded(30_000);
    await Promise.all(Array.from({ length: 200 }, ask));
    const before = asked.length;
    for (let i = 0; i < 1_000; i++) {
      if (i % 100 === 0) vi.advanceTimersByTime(50);
      const { admitted, resetMs } = await ask();
      expect([admitted, Math.round(resetMs - left())]).toEqual([false, 0]);
    }
    expect(asked.length).toBe(before);
    vi.advanceTimersByTime(600);
    await ask();
    expect(asked.length).toBe(before + 1);
  });

  it('is asked for again at the moment in which its window may have room', async () => {
    const { ask } = flooded(500);
    await Promise.all(Array.from({ length: 200 }, ask));
    vi.advanceTimersByTime(499);
    expect((await ask()).admitted).toBe(false);
    vi.advanceTimersByTime(1);
    expect((await ask()).admitted).toBe(true);
  });

  it('has every refusal decided by the database as long as they are few', async () => {
    const { asked, ask } = flooded(30_000);
    for (let i = 0; i < 99; i++) await ask();
    expect(asked).toHaveLength(99);
  });

  it('waits alone for a row of it that somebody holds', async () => {
    const held = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const first = Promise.withResolvers<{ admission: Admission }[][]>();
    const asked: string[][] = [];
    const coalescer = new Coalescer<{ admission: Admission }>((callers) => {
      const names = callers.map(({ name }) => name);
      if (asked.push(names) === 1) return first.promise;
      if (names.includes('held')) return Promise.reject(held);
      return Promise.resolve(callers.map(() => []));
    });
    const results = Promise.allSettled(['before', 'one', 'held', 'other'].map((name) => coalescer.ask(name)));
    first.resolve([[]]);
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(asked).toEqual([['before'], ['one', 'held', 'other'], ['one'], ['held'], ['other']]);
  });

  it('lets a thousand wait for the database, and no more', async () => {
    const first = Promise.withResolvers<{ admission: Admission }[][]>();
    const coalescer = new Coalescer<{ admission: Admission }>(() => first.promise);
    const asked = Array.from({ length: 1_001 }, () => coalescer.ask('bucket'));
    await expect(coalescer.ask('bucket')).rejects.toMatchObject({ code: 'service_unavailable' });
    first.resolve([[]]);
    expect(await Promise.all(asked)).toHaveLength(1_001);
  });
});

describe('the log of requests', () => {
  const lines: Record<string, unknown>[] = [];
  const written = () => lines.splice(0).map(({ level: _level, time: _time, ...fields }) => fields);
  const log = new RequestLog(
    pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line) as never) }),
  );
  const request = (i: number, status: number, network = '198.51.100.0/24') => {
    const fields = { requestId: `req_${i}`, status, operation: 'key.get', network };
    log.over(fields);
    return fields;
  };

  it('has what a limit refuses as a warning, and what fails as an error', () => {
    log.refused('req_1', { refused: 'service_unavailable', message: 'Too many files are on their way now.' });
    log.failed('req_2', { name: 'Error', message: 'away' });
    log.flush();
    expect(lines.splice(0)).toMatchObject([
      { level: 40, requestId: 'req_1', refused: 'service_unavailable' },
      { level: 50, requestId: 'req_2', error: { message: 'away' } },
    ]);
  });

  it('has the first ten refusals of a kind, and the number of the others when ten seconds are over', () => {
    const fields = Array.from({ length: 1_000 }, (_, i) => request(i, 429));
    expect(written()).toEqual(fields.slice(0, 10));
    vi.advanceTimersByTime(10_000);
    const common = { status: 429, operation: 'key.get', network: '198.51.100.0/24' };
    expect(written()).toEqual([{ ...common, suppressed: 990 }]);
    expect(written()).toEqual([]);
    const next = request(1_000, 429);
    expect(written()).toEqual([next]);
    log.flush();
  });

  it('has every request that was carried out', () => {
    const fields = Array.from({ length: 1_000 }, (_, i) => request(i, 200));
    expect(written()).toEqual(fields);
  });

  it('has the first ten preflights of a network, which are for no operation', () => {
    for (let i = 0; i < 100; i++) log.over({ status: 204, operation: undefined, network: '198.51.100.0/24' });
    log.flush();
    expect(written()).toMatchObject([
      ...Array.from({ length: 10 }, () => ({ status: 204 })),
      { suppressed: 90 },
    ]);
  });

  it('stays short when the refusals come from everywhere, and counts each', () => {
    for (let i = 0; i < 20_000; i++) request(i, 404, `network ${i}`);
    log.flush();
    const all = written();
    expect(all.length).toBeLessThan(300);
    const suppressed = all.reduce((sum, fields) => sum + ((fields.suppressed as number | undefined) ?? 0), 0);
    expect(all.filter((fields) => 'requestId' in fields).length + suppressed).toBe(20_000);
  });

  it('has the first ten errors of a kind in full', () => {
    const error = { name: 'Error', code: 'ECONNREFUSED', message: 'away' };
    for (let i = 0; i < 100; i++) log.failed(`req_${i}`, error);
    log.failed('req_other', { ...error, code: '57P01' });
    log.flush();
    expect(written()).toMatchObject([
      ...Array.from({ length: 10 }, (_, i) => ({ requestId: `req_${i}`, error })),
      { requestId: 'req_other' },
      { failed: 'Error', code: 'ECONNREFUSED', suppressed: 90 },
    ]);
  });
});
