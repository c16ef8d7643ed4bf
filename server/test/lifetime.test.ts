import { describe, expect, it } from 'vitest';
import { Lifetimes } from '../src/domain/lifetime.ts';

const now = new Date('2026-11-21T10:00:00.000Z');

describe('a lifetime in hours', () => {
  it('is counted to the millisecond, and is one at least', () => {
    const lifetimes = new Lifetimes('forever');
    expect(lifetimes.expiryAfter(720, now).toISOString()).toBe('2026-12-21T10:00:00.000Z');
    expect(lifetimes.expiryAfter(0.001, now).toISOString()).toBe('2026-11-21T10:00:03.600Z');
    expect(lifetimes.expiryAfter(1e-12, now).toISOString()).toBe('2026-11-21T10:00:00.001Z');
  });

  it('is no longer than the operator allows, who is named the maximum', () => {
    const lifetimes = new Lifetimes('6h');
    expect(lifetimes.expiryAfter(6, now).toISOString()).toBe('2026-11-21T16:00:00.000Z');
    expect(() => lifetimes.expiryAfter(6.001, now)).toThrow(
      expect.objectContaining({
        status: 400,
        errors: [{ pointer: '/body/ttlHours', code: 'maximum', detail: 'may be at most 6 on this server' }],
      }),
    );
  });
});
