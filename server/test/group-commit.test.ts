import { performance } from 'node:perf_hooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BatchError, type Connection, type PgStatement } from '../src/storage/postgres/pg-internals.ts';
import { NotSentError } from '../src/storage/postgres/database-errors.ts';
import { GroupCommit, type BatchOptions } from '../src/storage/postgres/group-commit.ts';

/** Batches that are sent nowhere, each until it is ended. */
function open(options: Omit<BatchOptions, 'writes'>) {
  const sent: { names: string[]; end: () => void }[] = [];
  const sendBatch = async (_: Connection, statements: readonly PgStatement[]) => {
    const names = statements.map(({ name }) => name as string);
    await new Promise<void>((end) => sent.push({ names, end }));
    return names.map((name) => ({ status: 'fulfilled' as const, value: [{ name }] }));
  };
  const batches = new GroupCommit(
    {
      acquire: async () => ({}) as Connection,
      release: () => undefined,
      sendBatch,
      sendAlone: () => Promise.reject(new Error('Nothing is sent alone here.')),
    },
    { writes: true, ...options },
  );
  const run = (name: string): Promise<object[][]> =>
    batches.run({ statements: [{ name, text: '' }], lockKey: name, signal: undefined });
  return { run, sent };
}

it('two batches are in flight, and requests that arrive meanwhile are the next one', async () => {
  const { run, sent } = open({ maxRequests: 2 });
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

it('at most six batches wait for a response, overdue ones among them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { run, sent } = open({ maxRequests: 1 });
  for (const name of 'abcdefg') void run(name).catch(() => undefined);
  for (const overdue of [2, 4, 6]) {
    await expect.poll(() => sent).toHaveLength(overdue);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(sent).toHaveLength(6);
  sent[0]!.end();
  await expect.poll(() => sent.at(-1)!.names).toEqual(['g']);
});

it('a request that could not be sent for 5 seconds fails, and those in flight do not', async () => {
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
  const { run, sent } = open({ maxRequests: 1 });
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

it('a batch begins with its settings, and with timeouts if it has several requests', async () => {
  const settings = (name: string): PgStatement[] => [{ name, text: '' }];
  const { run, sent } = open({ settings: settings('setting'), timeouts: settings('timeout') });
  const one = run('a');
  await expect.poll(() => sent).toHaveLength(1);
  sent[0]!.end();
  expect(await one).toEqual([[{ name: 'a' }]]);
  const both = [run('c'), run('b')];
  await expect.poll(() => sent).toHaveLength(2);
  sent[1]!.end();
  expect(sent.map(({ names }) => names)).toEqual([
    ['setting', 'a'],
    ['setting', 'timeout', 'b', 'c'],
  ]);
  expect(await Promise.all(both)).toEqual([[[{ name: 'c' }]], [[{ name: 'b' }]]]);
});

it('a batch whose end could not be sent is repeated, and its requests are batched as before', async () => {
  const sizes: number[] = [];
  const batches = new GroupCommit(
    {
      acquire: async () => ({}) as Connection,
      release: () => undefined,
      sendBatch: async (_, statements) => {
        if (sizes.push(statements.length) === 1)
          throw new BatchError(0, Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
        return statements.map(() => ({ status: 'fulfilled' as const, value: [] }));
      },
      sendAlone: async (statements) => statements.map(() => []),
    },
    { writes: true },
  );
  const run = (lockKey: string) => batches.run({ statements: [{ text: '' }], lockKey, signal: undefined });
  expect(await Promise.all([run('a'), run('b')])).toEqual([[[]], [[]]]);
  await run('a');
  expect(sizes).toEqual([2, 1]);
});
