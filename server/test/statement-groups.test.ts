import { performance } from 'node:perf_hooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Connection, NamedStatement } from '../src/storage/batch.ts';
import { NotSentError } from '../src/storage/database-errors.ts';
import { StatementGroups, type GroupOptions } from '../src/storage/statement-groups.ts';

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

it('no more than so many groups are under way, and what comes meanwhile is the next', async () => {
  const { run, sent } = open({ most: 2 });
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

it('six groups may be without a response, and the next is sent when one of them gets its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { run, sent } = open({ most: 1 });
  for (const name of 'abcdefg') void run(name).catch(() => undefined);
  for (const overdue of [2, 4, 6]) {
    await expect.poll(() => sent).toHaveLength(overdue);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(sent).toHaveLength(6);
  sent[0]!.end();
  await expect.poll(() => sent.at(-1)!.names).toEqual(['g']);
});

it('a statement that cannot be sent for 5 seconds is given up, and those under way are not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => {
    vi.useRealTimers();
    clock.mockRestore();
  });
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  const { run, sent } = open({ most: 1 });
  const outcomes = [...'abcdefg'].map((name) => run(name).catch((error: unknown) => error));
  for (const overdue of [2, 4, 6]) {
    await expect.poll(() => sent).toHaveLength(overdue);
    await pass(1_000);
  }
  await pass(2_001);
  expect(await outcomes[6]).toBeInstanceOf(NotSentError);
  sent[0]!.end();
  expect(await outcomes[0]).toEqual([[{ name: 'a' }]]);
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
