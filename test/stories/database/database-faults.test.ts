import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { startApp } from '../../support/server/app.ts';
import { CUT_CONNECTIONS, createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { holdClock } from '../../support/clocks/held-clock.ts';
import { startPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { send } from '../../support/network/send.ts';

const ENV = { RATE_LIMIT_KEY: '1000000', RATE_LIMIT_ANONYMOUS: '1000000', LOG_LEVEL: 'silent' };

let database: TestDatabase;
let proxy: PostgresProxy;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startPostgresProxy(database.connection);
});
afterEach(async () => {
  await proxy.cut();
  await database.drop();
});

it('a database that takes no changes is a 503 everywhere, also for load balancers, until it takes some', async () => {
  const app = await startApp({}, database);
  const key = app.apiKey;
  const ready = async (): Promise<number> => (await send(app.url, 'GET /readyz')).status;
  const create = () => send(app.baseUrl, 'POST /secrets', { key, json: { secret: 'kept' } });
  const id = (await create()).body.secretId as string;
  const readOnly = async (on: boolean): Promise<void> => {
    const [{ name = '' } = {}] = await database.query<{ name: string }>('SELECT current_database() AS name');
    await database.query('SET default_transaction_read_only = off');
    await database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${on}`);
    await database.query(CUT_CONNECTIONS);
  };
  try {
    await readOnly(true);
    await expect.poll(ready).toBe(503);
    const responses = [
      await create(),
      await send(app.baseUrl, 'POST /transfers', { key, json: { type: 'file' } }),
      await send(app.baseUrl, 'GET /transfers', { key }),
      await send(app.baseUrl, `GET /public/secrets/${id}`),
      await send(app.baseUrl, `POST /public/secrets/${id}/reveal`),
    ];
    for (const { status, headers, body } of responses)
      expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([
        503,
        'service_unavailable',
        true,
      ]);
    await readOnly(false);
    await expect.poll(ready).toBe(200);
    expect((await send(app.baseUrl, `POST /public/secrets/${id}/reveal`)).body.secret).toBe('kept');
  } finally {
    await app.close({ keepDatabase: true });
  }
});

describe('a network that swallows everything', () => {
  it.each([
    { on: 'one connection of two', poolSize: '2', callers: 1 },
    { on: 'all connections', poolSize: '2', callers: 5 },
  ])(
    'costs 20 seconds once, and nobody more, when it comes over statements on their way over $on',
    async ({ poolSize, callers }) => {
      const clock = holdClock(proxy.isQuiet);
      const env = { ...ENV, DATABASE_POOL_SIZE: poolSize };
      const app = await startApp(env, {
        ...database,
        connection: proxy.connection,
        drop: async () => undefined,
      });
      const ended: { begun: number; after: number; status: number }[] = [];
      let now = 0;
      const create = async (key: string): Promise<void> => {
        const begun = now;
        const { status } = await send(app.baseUrl, 'POST /secrets', { key, json: { secret: 'x' } });
        ended.push({ begun, after: now - begun, status });
      };
      const pass = async (seconds: number): Promise<void> => {
        for (let i = 0; i < seconds; i++, now++) await clock.pass(1);
      };
      try {
        // Each with a key of its own: what comes with one is counted in turn.
        const keys = await Promise.all(
          Array.from({ length: callers }, async () => (await app.createKey()).text),
        );
        await Promise.all(keys.map(create));
        for (const key of keys) void create(key);
        proxy.swallow();
        await pass(2);
        proxy.relent();
        for (let i = 0; i < 40; i++) {
          void create(app.apiKey);
          await pass(1);
        }
        const seconds = ended.map(({ begun, after }) => begun + after);
        const backAt = Math.min(...seconds.filter((at, i) => at > 0 && ended[i]?.status === 201));
        expect(backAt).toBeLessThanOrEqual(21);
        expect(Math.max(...ended.map(({ after }) => after))).toBeLessThanOrEqual(21);
        const since = ended.filter(({ begun }) => begun > 21);
        expect(since.filter(({ status }) => status !== 201)).toEqual([]);
        expect(since.length).toBeGreaterThan(10);
      } finally {
        clock.release();
        await proxy.cut();
        await app.close({ keepDatabase: true });
        await proxy.mend();
      }
    },
  );

  it('keeps those waiting for a moment only who come with the key of a request that it has swallowed', async () => {
    const LIMIT = 40;
    const clock = holdClock(proxy.isQuiet);
    const app = await startApp(
      { ...ENV, RATE_LIMIT_KEY: `${LIMIT}` },
      { ...database, connection: proxy.connection, drop: async () => undefined },
    );
    const waited: number[] = [];
    const statuses: number[] = [];
    let now = 0;
    const look = async (): Promise<void> => {
      const begun = now;
      const { status } = await send(app.baseUrl, 'GET /key', { key: app.apiKey });
      waited.push(now - begun);
      statuses.push(status);
    };
    const pass = async (seconds: number): Promise<void> => {
      for (let i = 0; i < seconds; i++, now++) await clock.pass(1);
    };
    try {
      await look();
      void look();
      proxy.swallow();
      await pass(1);
      proxy.relent();
      for (let i = 0; i < 15; i++) {
        for (let j = 0; j < 3; j++) void look();
        await pass(1);
      }
      await pass(10);
      // The one that was swallowed, last or not at all.
      expect(waited.sort((a, b) => b - a)[0]).toBeGreaterThan(15);
      expect(waited[1]).toBeLessThanOrEqual(4);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(LIMIT);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(LIMIT - 3);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(3);
    } finally {
      clock.release();
      await proxy.cut();
      await app.close({ keepDatabase: true });
      await proxy.mend();
    }
  });

  it('takes along all statements that wait, and all connections, when the first has waited long enough', async () => {
    const pool = openDatabase({ connection: proxy.connection, poolSize: 4, responseMs: 1_500 });
    try {
      await Promise.all(Array.from({ length: 4 }, () => pool.query('SELECT pg_sleep(0.1)')));
      proxy.swallow();
      const waiting = () =>
        pool.query('SELECT 1').then(
          () => 'answered',
          () => 'lost',
        );
      const first = waiting();
      await delay(100);
      const others = [waiting(), waiting()];
      proxy.relent();
      expect(await first).toBe('lost');
      expect(await pool.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(await Promise.all(others)).toEqual(['lost', 'lost']);
    } finally {
      await pool.close();
    }
  });
});
