import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../../server/src/storage/embedded/embedded-postgres.ts';
import { applyMigrations } from '../../../server/src/storage/postgres/migrations/migrate.ts';
import { runAdmin } from '../../support/server/admin.ts';
import { createTestDatabase } from '../../support/database/database.ts';
import { useInstallation } from '../../support/server/data-dir.ts';
import { send } from '../../support/network/send.ts';
import { prepareDataDir } from '../../support/server/prepared-data-dir.ts';
import { ROOT, type ServerProcess } from '../../support/server/server-process.ts';

const WAIT = { timeout: 60_000, interval: 10 };

const installation = useInstallation();
const { start } = installation;

/** Made as soon as the database is there: it may still be starting, whose processes already run. */
const makeSecret = async ({ baseUrl }: ServerProcess, apiKey: string): Promise<string> =>
  vi.waitFor(async () => {
    const made = await send(baseUrl, 'POST /secrets', { key: apiKey, json: { secret: 'kept' } });
    expect(made.status).toBe(201);
    return made.body.secretId as string;
  }, WAIT);
const reveal = ({ baseUrl }: ServerProcess, id: string) => send(baseUrl, `POST /public/secrets/${id}/reveal`);
const postmaster = async (): Promise<number> =>
  Number.parseInt(await readFile(join(installation.dataDir, 'postgres/postmaster.pid'), 'utf8'));

describe('what was shared', () => {
  it('survives kill -9 of the server, of its PostgreSQL, and of both; requests meanwhile are told to come back', async () => {
    let server = await start();
    const { apiKey } = server;
    const ids = [];
    for (const victims of ['server', 'postgres', 'both']) {
      const id = await makeSecret(server, apiKey);
      ids.push(id);
      const killed = await postmaster();
      if (victims !== 'server') process.kill(killed, 'SIGKILL');
      if (victims !== 'postgres') {
        await server.stop('SIGKILL');
        server = await start();
      }
      await vi.waitFor(async () => {
        const { status, headers, body } = await send(server.baseUrl, `GET /public/secrets/${id}`);
        if (status === 200) return;
        expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([
          503,
          'service_unavailable',
          true,
        ]);
        throw new Error('the database is still away');
      }, WAIT);
      await vi.waitFor(async () => expect(await postmaster()).not.toBe(killed), WAIT);
    }
    for (const id of ids) expect((await reveal(server, id)).body.secret).toBe('kept');
  });
});

describe('the admin commands', () => {
  it('make the database of a DATA_DIR that has none, in which a server finds the key', async () => {
    const create = ['keys', 'create', '--name', 'ci', '--scopes', 'secret:create', '--json'];
    const { stdout } = await runAdmin(create, { DATA_DIR: installation.dataDir });
    const { apiKey: key } = JSON.parse(stdout) as { apiKey: string };
    const server = await start();
    expect(server.apiKey).toBe('');
    expect((await send(server.baseUrl, 'POST /secrets', { key, json: { secret: 'x' } })).status).toBe(201);
  });

  it('say what is wrong with them', async () => {
    const database = await createTestDatabase();
    const run = (...args: string[]) => runAdmin(args, { DATABASE_URL: database.url });
    try {
      expect((await run('keys', 'create', '--scopes', 'all')).stderr).toMatch(/needs --name/);
      for (const more of ['keys revoke key_a key_b', 'keys list --key key_a', 'backup a b'])
        expect(await run(...more.split(' '))).toMatchObject({
          code: 2,
          stderr: expect.stringMatching(/^That is more than "(keys revoke|keys list|backup)" takes\./),
        });
      expect((await run('items', 'delete', 'https://a.example/x', '--key', 'key_a')).stderr).toMatch(
        /not both/,
      );
      expect((await run('constructor')).stderr).toMatch(/^Usage:/);
      expect((await runAdmin(['keys', 'list'], { DATABASE_URL: 'mysql://x' })).stderr).toMatch(
        /DATABASE_URL must begin/,
      );
      const file = join(installation.dataDir, 'environment');
      await writeFile(file, 'production\n');
      expect(
        (await runAdmin(['keys', 'list'], { DATABASE_URL: database.url, NODE_ENV_FILE: file })).code,
      ).toBe(0);
    } finally {
      await database.drop();
    }
  });
});

describe('a signal to stop', () => {
  /** Starts a program, and sends it SIGINT as soon as a file is there. */
  async function interrupt(args: string[], env: Record<string, string>, file: string) {
    const { PATH, HOME, TMPDIR } = process.env;
    const [program = '', ...words] = args;
    const child = spawn(process.execPath, [join(ROOT, program), ...words], {
      env: { PATH, HOME, TMPDIR, PORT: '0', DATA_DIR: installation.dataDir, ...env },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), WAIT);
    child.kill('SIGINT');
    return (await exited)[0];
  }
  const pidFile = () => join(installation.dataDir, 'postgres/postmaster.pid');
  /** Has whoever looks which migrations were made wait for an hour. */
  async function slowDown(): Promise<void> {
    const { dataDir } = installation;
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    await applyMigrations(postgres.connection);
    const client = new pg.Client(postgres.connection);
    await client.connect();
    await client.query(`
      ALTER TABLE knex_migrations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY slow ON knex_migrations USING (pg_sleep(3600) IS NOT NULL);
    `);
    await client.end();
    await postgres.stop();
  }

  it('takes PostgreSQL along while the server, of one process or several, or a command starts', async () => {
    await prepareDataDir(installation.dataDir);
    expect(await interrupt(['server/main.js'], {}, pidFile())).toBe(0);
    expect(existsSync(pidFile())).toBe(false);
    expect(await interrupt(['server/main.js'], { WORKERS: '2' }, pidFile())).toBe(0);
    expect(existsSync(pidFile())).toBe(false);
    await slowDown();
    expect(await interrupt(['server/src/admin.ts', 'migrate'], {}, pidFile())).toBe(1);
    expect(existsSync(pidFile())).toBe(false);
  });

  it('leaves nothing of a backup that is not finished', async () => {
    const database = await createTestDatabase();
    // Reading this row takes an hour.
    await database.query(`
      INSERT INTO accounts (id, name) VALUES ('acc_slow', 'slow');
      ALTER TABLE accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY slow ON accounts USING (pg_sleep(3600) IS NOT NULL);
    `);
    const file = join(installation.dataDir, 'backup');
    const backup = ['server/src/admin.ts', 'backup', file];
    expect(await interrupt(backup, { DATABASE_URL: database.url }, `${file}.unfinished`)).toBe(1);
    expect(await readdir(installation.dataDir)).toEqual([]);
    await database.drop();
  });

  it('stops a server in order when its terminal is closed', async () => {
    for (const WORKERS of ['1', '2']) {
      const server = await start({ WORKERS });
      expect(await server.stop('SIGHUP')).toBe(0);
      expect(existsSync(pidFile())).toBe(false);
    }
  });

  it('ends a server at once when it is the second, of whichever kind', async () => {
    const server = await start({ SHUTDOWN_DELAY: '600' });
    process.kill(server.pid, 'SIGTERM');
    await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503), WAIT);
    expect(await server.stop('SIGINT')).toBe(1);
    await vi.waitFor(() => expect(existsSync(pidFile())).toBe(false), WAIT);
  });
});
