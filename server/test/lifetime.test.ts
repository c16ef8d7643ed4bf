import { describe, expect, it } from 'vitest';
import { Lifetimes, offeredLifetimes, readLifetimes } from '../src/domain/lifetime.ts';

const now = new Date('2026-11-21T10:00:00.000Z');

const hours = (lifetimes: Lifetimes, ttlHours: number) => lifetimes.expiryOfRoom({ ttlHours }, now);

describe('a lifetime in hours', () => {
  it('is counted to the millisecond, and is one at least', () => {
    const lifetimes = new Lifetimes('forever');
    expect(hours(lifetimes, 720).toISOString()).toBe('2026-12-21T10:00:00.000Z');
    expect(hours(lifetimes, 0.001).toISOString()).toBe('2026-11-21T10:00:03.600Z');
    expect(hours(lifetimes, 1e-12).toISOString()).toBe('2026-11-21T10:00:00.001Z');
  });

  it('is no longer than the operator allows, who is named the maximum', () => {
    const lifetimes = new Lifetimes('6h');
    expect(hours(lifetimes, 6).toISOString()).toBe('2026-11-21T16:00:00.000Z');
    expect(() => hours(lifetimes, 6.001)).toThrow(
      expect.objectContaining({
        status: 400,
        errors: [{ pointer: '/body/ttlHours', code: 'maximum', detail: 'may be at most 6 on this server' }],
      }),
    );
  });
});

describe('a time at which something expires', () => {
  const at = (longest: '6h' | 'forever', expiresAt: string) =>
    new Lifetimes(longest).expiryOf({ expiration: '1d', expiresAt }, now)?.toISOString();
  const room = (longest: '6h' | 'forever', expiresAt: string) =>
    new Lifetimes(longest).expiryOfRoom({ ttlHours: 24, expiresAt }, now).toISOString();
  const refused = (code: string, detail: string) =>
    expect.objectContaining({ status: 400, errors: [{ pointer: '/body/expiresAt', code, detail }] });

  it('is a minute ahead or more, to the millisecond, and the refusal names the minimum', () => {
    const soonest = '2026-11-21T10:01:00.000Z';
    for (const expiry of [at, room]) {
      expect(expiry('forever', soonest)).toBe(soonest);
      for (const tooSoon of [
        '2026-11-21T10:00:59.999Z',
        '2026-11-21T09:00:00.000Z',
        '0000-01-01T00:00:00.000Z',
      ])
        expect(() => expiry('forever', tooSoon)).toThrow(refused('minimum', `must be at least ${soonest}`));
    }
  });

  it('is no later than the operator allows, and the refusal names the maximum', () => {
    const latest = '2026-11-21T16:00:00.000Z';
    for (const expiry of [at, room]) {
      expect(expiry('6h', latest)).toBe(latest);
      expect(() => expiry('6h', '2026-11-21T16:00:00.001Z')).toThrow(
        refused('maximum', `may be at most ${latest} on this server`),
      );
    }
    expect(at('forever', '9999-12-31T23:59:59.999Z')).toBe('9999-12-31T23:59:59.999Z');
    expect(room('forever', '2026-12-21T10:00:00.000Z')).toBe('2026-12-21T10:00:00.000Z');
    expect(() => room('forever', '2026-12-21T10:00:00.001Z')).toThrow(
      refused('maximum', 'may be at most 2026-12-21T10:00:00.000Z on this server'),
    );
  });

  it('is a day that exists', () => {
    for (const expiry of [at, room])
      expect(() => expiry('forever', '2027-02-30T10:00:00.000Z')).toThrow(
        refused('pattern', 'must be a day that exists'),
      );
  });
});

describe('the lifetimes that pages offer', () => {
  const offered = (settings: object) => offeredLifetimes({ longest: 'forever', ...settings });

  it.each([
    [{}, [900, 3_600, 21_600, 86_400, 604_800, null], 86_400],
    [{ longest: '6h' as const }, [900, 3_600, 21_600], 21_600],
    [{ seconds: readLifetimes('forever, 3d,60m,1h') }, [3_600, 259_200, null], 3_600],
    [{ seconds: readLifetimes('14d') }, [1_209_600], 1_209_600],
    [{ seconds: readLifetimes('1h,3d'), chosen: 259_200 }, [3_600, 259_200], 259_200],
    [{ chosen: null }, [900, 3_600, 21_600, 86_400, 604_800, null], null],
  ])('%j', (settings, seconds, chosen) => {
    expect(offered(settings)).toEqual({ seconds, chosen });
  });

  it('are not above the longest one, and have the one that is chosen first', () => {
    expect(() => offered({ longest: '1d', seconds: [3_600, 172_800] })).toThrow(/^OFFERED_LIFETIMES .* 1d$/);
    expect(() => offered({ longest: '7d', seconds: [null] })).toThrow(/^OFFERED_LIFETIMES /);
    expect(() => offered({ longest: '1h', chosen: 86_400 })).toThrow(/^DEFAULT_EXPIRATION /);
  });
});
