import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection, NamedStatement } from '../src/storage/batch.ts';
import { StatementGroups, type GroupOptions } from '../src/storage/statement-groups.ts';

const FULL = 16;
const LONG_MS = 600_000;

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

describe('behind a group that is under way', () => {
  it('a busy process gathers what comes, and sends it as the next', async () => {
    work(1);
    const { run, sent } = open({ patience: LONG_MS });
    const first = run('a');
    await expect.poll(() => sent).toHaveLength(1);
    const behind = [run('b'), run('c')];
    sent[0]!.end();
    expect(await first).toEqual([[{ name: 'a' }]]);
    await expect.poll(() => sent).toHaveLength(2);
    expect(sent[1]!.names).toEqual(['b', 'c']);
    sent[1]!.end();
    expect(await Promise.all(behind)).toEqual([[[{ name: 'b' }]], [[{ name: 'c' }]]]);
  });

  it('a busy process sends a full one at once', async () => {
    work(1);
    const { run, sent } = open({ patience: LONG_MS });
    void run('a');
    await expect.poll(() => sent).toHaveLength(1);
    for (let i = 0; i < FULL; i++) void run(`${i}`);
    await expect.poll(() => sent).toHaveLength(2);
    expect(sent[1]!.names).toHaveLength(FULL);
  });

  it.each([
    ['a busy process has patience for so long and no longer', 1, 20],
    ['a process that has nothing to do sends it soon', 0, LONG_MS],
  ])('%s', async (_, share, patience) => {
    work(share);
    const { run, sent } = open({ patience });
    void run('a');
    await expect.poll(() => sent).toHaveLength(1);
    void run('b');
    await expect.poll(() => sent).toHaveLength(2);
    // Two at once, and no third.
    void run('c');
    sent[1]!.end();
    await expect.poll(() => sent).toHaveLength(3);
    expect(sent.map(({ names }) => names)).toEqual([['a'], ['b'], ['c']]);
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
