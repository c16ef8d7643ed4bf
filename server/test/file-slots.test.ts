import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileSlots, type FileTransfer } from '../src/http/pacing/file-slots.ts';

let slots: FileSlots;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  slots = new FileSlots({ inAll: 500, perCaller: 50 });
});
afterEach(() => void vi.useRealTimers());

interface Held {
  caller: string;
  /** Undefined as long as it is on its way. */
  outcome: unknown;
  /** How many bytes have come and gone. */
  bytes: number;
  end: () => void;
}

/** A file of a caller, on its way until it is ended or broken off. */
async function hold(caller: string): Promise<Held> {
  const held: Held = { caller, outcome: undefined, bytes: 0, end: () => undefined };
  const work = Promise.withResolvers<string>();
  const transfer: FileTransfer = {
    isKeyed: caller.startsWith('key'),
    bytes: () => held.bytes,
    breakOff: work.reject,
  };
  held.end = () => work.resolve('ended');
  slots
    .take(caller, transfer, () => work.promise)
    .then(
      (outcome) => (held.outcome = outcome),
      ({ code }: { code: string }) => (held.outcome = code),
    );
  await settled();
  return held;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const hoard = async (callers: number, each: number): Promise<Held[]> => {
  const held: Held[] = [];
  for (let i = 0; i < callers * each; i++) held.push(await hold(`hoarder ${i % callers}`));
  return held;
};
/** Lets 10 seconds pass, in which so many bytes come of each. */
const pass = (files: readonly Held[], bytes: number): void => {
  vi.advanceTimersByTime(10_000);
  for (const file of files) file.bytes += bytes;
};
const broken = (files: readonly Held[]): Held[] => files.filter(({ outcome }) => outcome !== undefined);

describe('500 files on their way', () => {
  it('of ten callers who are slow leave one more caller as many places as each of them has', async () => {
    const slow = await hoard(10, 50);
    pass(slow, 10_000);
    const own: Held[] = [];
    for (let i = 0; i < 50; i++) own.push(await hold('newcomer'));
    expect(broken(own).map(({ outcome }) => outcome)).toEqual(Array(5).fill('service_unavailable'));
    const kept = slow.filter((file) => !broken(slow).includes(file));
    const counts = Map.groupBy(kept, ({ caller }) => caller);
    expect([...counts.values()].map(({ length }) => length).sort()).toEqual([
      ...Array(5).fill(45),
      ...Array(5).fill(46),
    ]);
    expect(new Set(broken(slow).map(({ outcome }) => outcome))).toEqual(new Set(['service_unavailable']));
  });

  it('give way in the order of their slowness', async () => {
    const slow = await hoard(10, 50);
    pass(slow, 10_000);
    for (const i of [333, 444]) (slow[i] as Held).bytes = 0;
    await hold('newcomer');
    await hold('another');
    expect(broken(slow)).toEqual([slow[333], slow[444]]);
  });

  it('are kept by those who are fast, have just begun, or have one', async () => {
    const fast = await hoard(10, 50);
    pass(fast, 10_000_000);
    expect((await hold('newcomer')).outcome).toBe('service_unavailable');
    fast.forEach(({ end }) => end());
    await settled();

    const young = await hoard(10, 50);
    expect((await hold('newcomer')).outcome).toBe('service_unavailable');
    young.forEach(({ end }) => end());
    await settled();

    const single = await hoard(500, 1);
    pass(single, 0);
    expect((await hold('newcomer')).outcome).toBe('service_unavailable');
    expect(broken(single)).toEqual([]);
  });
});

describe('a caller with an API key', () => {
  it('gets the place of a slow stranger, though strangers with an address for each file have all of them', async () => {
    const strangers = await hoard(500, 1);
    vi.advanceTimersByTime(10_000);
    const [key, stranger] = [await hold('key'), await hold('one more')];
    expect(key.outcome).toBeUndefined();
    expect(stranger.outcome).toBe('service_unavailable');
    await settled();
    expect(strangers.filter(({ outcome }) => outcome !== undefined)).toHaveLength(1);
  });
});
