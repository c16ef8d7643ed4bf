import type { ClientBase } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../src/storage/postgres/database.ts';
import { migrationNames } from '../src/storage/postgres/migrations/migration-files.ts';
import { keepRegistered, processesWithout } from '../src/storage/postgres/migrations/server-processes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a process registers again and again, although the database may be away, until it stops', async () => {
  const query = vi.fn(async (_sql: string, _values: string[]) => Promise.reject(new Error('away')));
  const stop = keepRegistered({ query } as unknown as Database, 'mine', 1_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(query.mock.calls.map(([, values]) => [values[0], values[2]])).toEqual(
    Array(3).fill(['mine', migrationNames().at(-1)]),
  );
  await stop();
  expect(query.mock.lastCall).toEqual([expect.stringContaining('DELETE'), ['mine']]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(query).toHaveBeenCalledTimes(4);
});

it('processes without a migration are counted by version', async () => {
  const rows = [
    { version: '0.1.0', newest: '0060-a', count: 1 },
    { version: '0.2.0', newest: '0066-b', count: 3 },
  ];
  const client = { query: async () => ({ rows }) } as unknown as Pick<ClientBase, 'query'>;
  expect(await processesWithout(client, '0067-c')).toEqual([
    '1 process of 0.1.0 (newest migration 0060-a)',
    '3 processes of 0.2.0 (newest migration 0066-b)',
  ]);
});
