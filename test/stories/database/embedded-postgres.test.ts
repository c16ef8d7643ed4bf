import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  attachEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../server/src/storage/embedded/embedded-postgres.ts';
import { prepareDataDir } from '../../support/server/prepared-data-dir.ts';

let dataDir: string;
const opened: EmbeddedPostgres[] = [];
const log = (): void => undefined;
const start = async (): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  opened.push(postgres);
  return postgres;
};
const pidFile = () => join(dataDir, 'postgres/postmaster.pid');
const postmaster = async () => Number.parseInt(await readFile(pidFile(), 'utf8'));
async function query(connection: pg.ClientConfig, text: string): Promise<object[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))));
afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.stop();
  await rm(dataDir, { recursive: true });
});

it('an admin command makes the database if there is none, and a server finds what it has written', async () => {
  const command = await attachEmbeddedPostgres({ dataDir, log });
  await query(command.connection, "CREATE TABLE memory AS SELECT 'kept' AS word");
  await command.stop();
  expect(existsSync(pidFile())).toBe(false);
  const { connection } = await start();
  expect(await query(connection, 'SELECT word FROM memory')).toEqual([{ word: 'kept' }]);
});

it('a running database is durable, reached by its user alone, and shared with commands but with no other server', async () => {
  await prepareDataDir(dataDir);
  const { connection } = await start();
  const expected = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    is_superuser: 'off',
    listen_addresses: '',
  };
  for (const [setting, value] of Object.entries(expected))
    expect(await query(connection, `SHOW ${setting}`)).toEqual([{ [setting]: value }]);
  for (const user of [connection.user, 'postgres'])
    await expect(query({ ...connection, user, password: 'guess' }, 'SELECT')).rejects.toThrow(/password/);
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);

  await expect(start()).rejects.toThrow(
    `Another Tempshare process (pid ${process.pid}) is using ${dataDir}: stop it first, or give this server a DATA_DIR of its own.`,
  );
  const command = await attachEmbeddedPostgres({ dataDir, log });
  expect(command.connection).toEqual(connection);
  await command.stop();
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('PostgreSQL is started again, with all its data, when it is killed', async () => {
  await prepareDataDir(dataDir);
  const { connection } = await start();
  await query(connection, "CREATE TABLE memory AS SELECT 'kept' AS word");
  const killed = await postmaster();
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(
    async () => {
      expect(await postmaster()).not.toBe(killed);
      expect(await query(connection, 'SELECT word FROM memory')).toEqual([{ word: 'kept' }]);
    },
    { timeout: 60_000, interval: 10 },
  );
});

it('a database of another version of PostgreSQL is refused and left as it is', async () => {
  await prepareDataDir(dataDir);
  const file = join(dataDir, 'postgres/PG_VERSION');
  const version = await readFile(file, 'utf8');
  await writeFile(file, '12\n');
  await expect(start()).rejects.toThrow(
    `${dataDir}/postgres was written by PostgreSQL 12 and the installed one is ${version.trim()}`,
  );
  expect(await readFile(file, 'utf8')).toBe('12\n');
});
