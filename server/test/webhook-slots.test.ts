import { describe, expect, it } from 'vitest';
import {
  shareSlots,
  type Candidate,
  type Occupant,
  type SlotLimits,
} from '../src/features/webhooks/sender/slots.ts';

const LIMITS: SlotLimits = {
  maxInFlight: 1_024,
  promptMs: 500,
  maxPrompt: 128,
  maxPerHost: 32,
  maxPerEndpoint: 4,
  keyPart: 16,
  hostPart: 4,
};

/** Endpoints of one key, each on a host of its own unless there is one for all. */
const endpoints = (keyId: string, count: number, more: Partial<Candidate> = {}): Candidate[] =>
  Array.from({ length: count }, (_, i) => {
    const endpointId = `${keyId}-${i}`;
    return { endpointId, host: `${endpointId}.example`, keyId, trial: false, ...more };
  });
/** All that would be given in the end to endpoints that hold on to what they get. */
function hold(candidates: Candidate[], limits = LIMITS): Occupant[] {
  const held: Occupant[] = [];
  for (;;) {
    const grants = shareSlots({ candidates, occupants: held, limits, now: 0 });
    if (grants.length === 0) return held;
    for (const grant of grants)
      for (let i = 0; i < grant.count; i++) held.push({ ...grant, since: -LIMITS.promptMs });
  }
}
const given = (candidates: Candidate[], occupants: Occupant[], limits = LIMITS): number =>
  shareSlots({ candidates, occupants, limits, now: 0 }).reduce((sum, { count }) => sum + count, 0);
const many = (keys: number, count: number, more?: Partial<Candidate>): Candidate[] =>
  Array.from({ length: keys }, (_, i) => endpoints(`many${i}`, count, more)).flat();

describe('slots', () => {
  it('are up to four for an endpoint that answers, and one for any other', () => {
    expect(given(endpoints('a', 1), [])).toBe(4);
    expect(given(endpoints('a', 1, { trial: true }), [])).toBe(1);
    const trial = endpoints('a', 1, { trial: true });
    expect(given(trial, hold(trial))).toBe(0);
  });

  it('are left for a key that has none, however many others keep all they can get', () => {
    for (const keys of [1, 20, 100, 300]) {
      const held = hold(many(keys, 20));
      expect(given(endpoints('one', 1), held), `${keys} keys`).toBeGreaterThanOrEqual(1);
      expect(held.length).toBeLessThan(LIMITS.maxInFlight);
    }
    expect(given(endpoints('one', 1), hold(many(20, 20)))).toBe(4);
  });

  it('are left for each endpoint of a key whose other nineteen keep all they can get', () => {
    expect(given(endpoints('one', 1, { keyId: 'many0' }), hold(many(1, 19)))).toBe(1);
    expect(given(endpoints('one', 1, { keyId: 'many0' }), hold(many(20, 5)))).toBe(1);
  });

  it('are left for endpoints that answer, however many are tried alone', () => {
    const trials = hold(many(600, 1, { trial: true }));
    expect(trials).toHaveLength(LIMITS.maxInFlight / 2);
    expect(given(endpoints('new', 1, { trial: true }), trials)).toBe(0);
    expect(given(endpoints('one', 1), trials)).toBe(4);
  });

  it('are left on a host of which a hundred endpoints hang', () => {
    const held = hold(many(20, 5, { trial: true, host: 'shared.example' }));
    expect(held).toHaveLength(100);
    expect(given(endpoints('one', 1, { host: 'shared.example' }), held)).toBe(4);
  });

  it('are given to one host no faster than it may get them, to those that answer before those on trial', () => {
    const [host, since] = ['shared.example', 0];
    const responsive = many(20, 1, { host }).map((each) => ({ ...each, since }));
    expect(given(many(40, 2, { host }), responsive)).toBe(LIMITS.maxPerHost - 20);
    expect(given(many(40, 2, { host, trial: true }), responsive)).toBe(LIMITS.maxPerHost - 20);
    expect(given(many(40, 2, { host, trial: true }), [])).toBe(LIMITS.maxPerHost / 2);
    expect(given(many(40, 4), [])).toBe(LIMITS.maxPrompt);
  });

  it('go round: a key with few endpoints is not behind one with many', () => {
    for (let i = 0; i < 50; i++) {
      const few = endpoints('few', 2);
      const grants = shareSlots({
        candidates: [...endpoints('many', 20), ...few],
        occupants: [],
        limits: { ...LIMITS, maxPrompt: 8 },
        now: 0,
      });
      const own = grants.filter(({ keyId }) => keyId === 'few');
      expect(own.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    }
  });
});
