import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection, NamedStatement } from '../src/storage/batch.ts';
import { StatementGroups, type GroupOptions } from '../src/storage/statement-groups.ts';

const FULL = 16;

/** Groups that are sent nowhere, each until it is ended. */
function open(options: Omit<GroupOptions, 'changes'>) {
  const sent: { names: string[]; end: () => void }[] = [];
  const sendAll = async (_: Connection, statements: readonly NamedStatement[]) => {
    const names = statements.map(({ name }) => name);
    await new Promise<void>((end) => sent.push({ names, end }));
    return names.map((name) => ({ status: 'fulfilled' as const, value: [{ name }] }));
  };
  const groups = new StatementGroups(
    {
      acquire: async () => ({}) as Connection,
      release: () => undefined,
      sendAll,
      alone: () => Promise.reject(new Error('Nothing is sent alone here.')),
    },
    { changes: true, ...options },
  );
  const run = (name: string): Promise<object[][]> =>
    groups.run({ statements: [{ name, text: '' }], group: name, signal: undefined });
  return { run, sent };
}

const work = (share: number): void => {
  const { idle, active } = performance.eventLoopUtilization();
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle, active, utilization: share });
};
afterEach(() => vi.restoreAllMocks());

/** Until what can be sent has been. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
};

describe('behind a group that is under way', () => {
  let now = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void vi.useRealTimers());
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
    await settle();
  };
  const behind = async (share: number, patience: number) => {
    work(share);
    const { run, sent } = open({ patience });
    const first = run('a');
    await settle();
    const second = run('b');
    await settle();
    expect(sent.map(({ names }) => names)).toEqual([['a']]);
    return { run, sent, first, second };
  };

  it('a busy process gathers what comes, and sends it as the next', async () => {
    const { run, sent, first, second } = await behind(1, 100);
    await pass(20);
    const third = run('c');
    await settle();
    expect(sent).toHaveLength(1);
    sent[0]!.end();
    expect(await first).toEqual([[{ name: 'a' }]]);
    await settle();
    expect(sent[1]!.names).toEqual(['b', 'c']);
    sent[1]!.end();
    expect(await Promise.all([second, third])).toEqual([[[{ name: 'b' }]], [[{ name: 'c' }]]]);
  });

  it('a busy process sends a full one at once', async () => {
    const { run, sent } = await behind(1, 100);
    for (let i = 1; i < FULL; i++) void run(`${i}`);
    await settle();
    expect(sent[1]!.names).toHaveLength(FULL);
  });

  it('a busy process has patience for so long and no longer', async () => {
    const { run, sent } = await behind(1, 20);
    await pass(18);
    expect(sent).toHaveLength(1);
    await pass(4);
    expect(sent).toHaveLength(2);
    // Two at once, and no third.
    void run('c');
    await pass(100);
    expect(sent).toHaveLength(2);
    sent[1]!.end();
    await settle();
    expect(sent.map(({ names }) => names)).toEqual([['a'], ['b'], ['c']]);
  });

  it('a process that has nothing to do sends it soon', async () => {
    const { sent } = await behind(0, 100);
    await pass(3);
    expect(sent.map(({ names }) => names)).toEqual([['a'], ['b']]);
  });

  it('no more than two are under way, whatever comes', async () => {
    work(0);
    const { run, sent } = open({ patience: 0, most: 2 });
    for (const name of 'abcdef') void run(name);
    await expect.poll(() => sent).toHaveLength(2);
    sent[0]!.end();
    await expect.poll(() => sent).toHaveLength(3);
    expect(sent.map(({ names }) => names)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
  });
});

it('six groups may be without a response, and the next is sent when one of them gets its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { run, sent } = open({ patience: 0, most: 1 });
  for (const name of 'abcdefg') void run(name).catch(() => undefined);
  for (const overdue of [2, 4, 6]) {
    await expect.poll(() => sent).toHaveLength(overdue);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(sent).toHaveLength(6);
  sent[0]!.end();
  await expect.poll(() => sent.at(-1)!.names).toEqual(['g']);
});

it('a group of one begins with the settings of all, and one of several is brief besides', async () => {
  const settings = (name: string): NamedStatement[] => [{ name, text: '' }];
  const { run, sent } = open({ under: settings('under'), brief: settings('brief') });
  const one = run('a');
  await expect.poll(() => sent).toHaveLength(1);
  sent[0]!.end();
  expect(await one).toEqual([[{ name: 'a' }]]);
  const both = [run('c'), run('b')];
  await expect.poll(() => sent).toHaveLength(2);
  sent[1]!.end();
  expect(sent.map(({ names }) => names)).toEqual([
    ['under', 'a'],
    ['under', 'brief', 'b', 'c'],
  ]);
  expect(await Promise.all(both)).toEqual([[[{ name: 'c' }]], [[{ name: 'b' }]]]);
});
