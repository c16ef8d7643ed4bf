import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../server/src/storage/embedded/embedded-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { databaseUrl } from '../../support/database/database-url.ts';
import { startPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { prepareDataDir } from '../../support/server/prepared-data-dir.ts';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const WAIT = { timeout: 120_000, interval: 100 };
const ENV = { RATE_LIMIT_KEY: '1000000', RATE_LIMIT_ANONYMOUS: '1000000', LOG_LEVEL: 'silent' };

/** One of each: what looks, what changes, what belongs to a key and what does not. */
const calls = ({ baseUrl, apiKey: key }: ServerProcess, id: string): (() => Promise<Reply>)[] => [
  () => send(baseUrl, 'POST /secrets', { key, json: { secret: 'x' } }),
  () => send(baseUrl, 'POST /secrets', { key, json: { secret: 'x' }, headers: { 'idempotency-key': 'k' } }),
  () => send(baseUrl, 'POST /transfers', { key, json: { type: 'file' } }),
  () => send(baseUrl, 'GET /transfers', { key }),
  () => send(baseUrl, `GET /public/secrets/${id}`),
  () => send(baseUrl, `POST /public/secrets/${id}/reveal`),
];
const ready = async ({ url }: ServerProcess): Promise<number> => (await send(url, 'GET /readyz')).status;
const makeSecret = async ({ baseUrl, apiKey }: ServerProcess): Promise<string> => {
  const made = await send(baseUrl, 'POST /secrets', { key: apiKey, json: { secret: 'kept' } });
  expect(made.status).toBe(201);
  return made.body.secretId as string;
};
/** Every operation is told to come again, the load balancer to go elsewhere; and nothing was changed. */
async function expectAway(server: ServerProcess, id: string): Promise<void> {
  for (const call of calls(server, id)) {
    const { status, headers, body } = await call();
    expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([
      503,
      'service_unavailable',
      true,
    ]);
  }
  await expect.poll(() => ready(server), WAIT).toBe(503);
}
async function expectBack(server: ServerProcess, id: string): Promise<void> {
  await expect.poll(() => ready(server), WAIT).toBe(200);
  expect((await send(server.baseUrl, `POST /public/secrets/${id}/reveal`)).body).toMatchObject({
    secret: 'kept',
  });
  await makeSecret(server);
}

describe('a PostgreSQL of its own', () => {
  let dataDir: string;
  const running: (() => Promise<unknown>)[] = [];
  const startPostgres = () => startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tempshare-faults-'));
    await prepareDataDir(dataDir);
  });
  afterEach(async () => {
    for (const stop of running.splice(0).reverse()) await stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  /** Stops it, all of it; what is returned lets it go on. */
  const freeze = (): (() => void) => {
    const root = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'));
    const parentOf = (pid: string): number =>
      Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    // While the parent is stopped none of its children comes or is gone, not even one that has ended.
    process.kill(root, 'SIGSTOP');
    const children = readdirSync('/proc').filter((name) => {
      try {
        return /^\d+$/.test(name) && parentOf(name) === root;
      } catch {
        return false;
      }
    });
    const stopped = [root, ...children.map(Number)];
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of stopped.toReversed()) process.kill(pid, 'SIGCONT');
    };
  };

  it('that hangs makes /readyz a 503 soon, takes no connection for each time it is asked, and is used again', async () => {
    const own = await startPostgres();
    running.push(() => own.stop());
    const env = { ...ENV, DATABASE_URL: databaseUrl(own.connection), DATABASE_POOL_SIZE: '2' };
    const server = await startServerProcess(env);
    running.push(() => server.stop('SIGKILL'));
    const id = await makeSecret(server);
    const thaw = freeze();
    try {
      for (let asked = 0; asked < 3; asked++) {
        const { status, headers } = await send(server.url, 'GET /readyz');
        expect([status, headers['retry-after']]).toEqual([503, '2']);
        await delay(1_000);
      }
    } finally {
      thaw();
    }
    await expectBack(server, id);
  });

  it('that stands by for another one is a 503 everywhere', async () => {
    const primary = await startPostgres();
    const server = await startServerProcess({ ...ENV, DATABASE_URL: databaseUrl(primary.connection) });
    running.push(() => server.stop('SIGKILL'));
    const id = await makeSecret(server);
    await primary.stop();
    await writeFile(join(dataDir, 'postgres/standby.signal'), '', { mode: 0o644 });
    const standby = await startPostgres();
    await expectAway(server, id);
    await standby.stop();
    await rm(join(dataDir, 'postgres/standby.signal'));
    const promoted = await startPostgres();
    running.unshift(() => promoted.stop());
    await expectBack(server, id);
  });
});

describe('a network that swallows everything', () => {
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

  it('costs those nothing who come when it is over, however many connections it has left dead', async () => {
    const server = await startServerProcess({ ...ENV, DATABASE_URL: databaseUrl(proxy.connection) });
    try {
      const create = () =>
        send(server.baseUrl, 'POST /secrets', { key: server.apiKey, json: { secret: 'x' } });
      expect(tally(await atOnce(8, create))).toEqual({ 201: 8 });
      // Nothing is on its way, nor is a connection still being made.
      const busy = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state IS DISTINCT FROM 'idle'`;
      await expect.poll(() => database.query(busy), WAIT).toEqual([]);
      proxy.swallow();
      // For so long a connection may be silent without a doubt.
      await delay(1_500);
      proxy.relent();
      // A connection that a worker of the server was making just then may take its time, once; dead ones do not.
      const createOrAgain = async (): Promise<Reply> => {
        const first = await create();
        if (first.status !== 503) return first;
        expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
        return create();
      };
      expect((await createOrAgain()).status).toBe(201);
      expect(tally(await atOnce(8, createOrAgain))).toEqual({ 201: 8 });
    } finally {
      await server.stop('SIGKILL');
    }
  });
});

it('a start on a database that takes connections and never answers ends with a sentence', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const { port } = silent.address() as AddressInfo;
    const url = `postgres://tempshare@127.0.0.1:${port}/tempshare`;
    await expect(startServerProcess({ ...ENV, DATABASE_URL: url })).rejects.toThrow(
      'The database cannot be used (PostgreSQL at DATABASE_URL takes connections, but does not answer). Check DATABASE_URL, and that PostgreSQL runs there.',
    );
  } finally {
    silent.close();
  }
});
