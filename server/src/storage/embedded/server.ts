import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isDiskFull } from '../postgres/database-errors.ts';
import { run } from './binaries.ts';
import { type Cluster, clearTheWay } from './cluster.ts';
import { RESERVE_BYTES, type Reserve } from './reserve.ts';
import { settings } from './settings.ts';
import { freeBytes } from './volume.ts';

/** How to run the server of a cluster. */
export interface ServerOptions {
  logFile: string;
  durable: boolean;
  log: (message: string) => void;
  /** Given up when there is no room to start. */
  reserve: Reserve;
  /** Aborts the start. */
  signal?: AbortSignal | undefined;
}

/** Where to ask whether the server is up: the address and a user. */
export type Connection = pg.ClientConfig;

/**
 * Starts the server of a cluster and, until `stop`, starts it again whenever it dies. Stops it when our process exits.
 *
 * @returns once connections are accepted
 * @throws when PostgreSQL does not start, with what it wrote in its log
 */
export async function superviseServer(
  cluster: Cluster,
  connection: Connection,
  options: ServerOptions,
): Promise<{ stop(): Promise<void> }> {
  const { log, logFile, reserve, signal } = options;
  const stopping = new AbortController();
  let current: Server | undefined;
  const interrupt = (): unknown => current?.process.kill('SIGINT');

  const giveUpReserve = async (): Promise<boolean> => {
    const wasThere = await reserve.release();
    if (wasThere)
      log(
        `The disk of ${cluster.directory} is full: its reserve of ${IN_MIB} MiB is given up, so that PostgreSQL can start and things can be deleted.`,
      );
    return wasThere;
  };
  const makeRoom = async (): Promise<void> => {
    if (!(await giveUpReserve())) throw new NoRoomError(cluster.directory);
  };

  const start = async (): Promise<Server> => {
    for (const started = Date.now(); ; await delay(20)) {
      await clearTheWay(cluster);
      const offset = await sizeOf(logFile);
      stopping.signal.throwIfAborted();
      current = spawnServer(cluster, await settings(cluster, options.durable), logFile);
      if (await isAccepting(connection, current, { log, makeRoom })) return current;
      stopping.signal.throwIfAborted();
      const reason = (await readFile(logFile)).subarray(offset).toString().trim();
      // Backends of a killed postmaster take a moment to notice, and PostgreSQL refuses to start beside them.
      if (reason.includes('shared memory block') && Date.now() - started < 30_000) continue;
      if (!(await lacksRoom(cluster.directory, reason)))
        throw new Error(`PostgreSQL does not start in ${cluster.directory}: ${reason}`);
      await makeRoom();
    }
  };

  const restart = async (): Promise<Server> => {
    // It may start without, and die of the next change.
    if ((await freeBytes(cluster.directory)) < RESERVE_BYTES) await giveUpReserve();
    return start();
  };

  const keepRunning = async (server: Server | undefined): Promise<void> => {
    for (let pause = 0; ;) {
      const watched = Date.now();
      await server?.ended;
      if (stopping.signal.aborted) return;
      pause = Date.now() - watched > 60_000 ? 0 : Math.min(2 * pause + 50, 5000);
      log(`PostgreSQL is not running, starting it again in ${pause} ms (its log is ${logFile})`);
      await delay(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      server = await restart().catch((error: Error) => {
        if (!stopping.signal.aborted) log(error instanceof NoRoomError ? error.whileRunning : error.message);
        return undefined;
      });
    }
  };

  await rotate(logFile);
  process.on('exit', interrupt);
  const abort = (): void => {
    stopping.abort(signal?.reason);
    interrupt();
  };
  signal?.addEventListener('abort', abort);
  const first = await start()
    .catch(async (error: Error) => {
      interrupt();
      current?.process.ref();
      await current?.ended;
      process.off('exit', interrupt);
      throw error;
    })
    .finally(() => signal?.removeEventListener('abort', abort));
  const finished = keepRunning(first);

  return {
    async stop() {
      stopping.abort();
      current?.process.ref();
      // Windows has no SIGINT for another process: kill() would end it like kill -9.
      if (process.platform === 'win32') {
        await run(cluster.programs.command('pg_ctl', ['stop', '-D', cluster.directory, '-m', 'fast']));
      }
      interrupt();
      await finished;
      // One that took no connections for lack of room is not waited for above.
      await current?.ended;
      process.off('exit', interrupt);
    },
  };
}

const IN_MIB = RESERVE_BYTES / 1024 / 1024;

/** PostgreSQL cannot always say that the disk is full, since its log lies there too. */
const lacksRoom = async (directory: string, reason: string): Promise<boolean> =>
  reason.includes('No space left on device') || (await freeBytes(directory)) < RESERVE_BYTES;

/** PostgreSQL cannot run for lack of room, and the reserve is gone. */
export class NoRoomError extends Error {
  /** What is said in place of the message by a server that runs, and tries again. */
  readonly whileRunning: string;

  constructor(directory: string) {
    const full = `The disk of ${directory} is full, and PostgreSQL needs ${2 * IN_MIB} MiB to start: free them there or enlarge the disk`;
    super(`${full}, and start again. What has been stored is safe.`);
    this.name = 'NoRoomError';
    this.whileRunning = `${full}. It is started as soon as they are there. What has been stored is safe.`;
  }
}

/** Connects and survives the loss of the connection: the query in flight, or the next one, rejects with it. */
export async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

interface Server {
  process: ChildProcess;
  ended: Promise<unknown>;
}

function spawnServer(cluster: Cluster, settings: string[], logFile: string): Server {
  const { file, args, options } = cluster.programs.command('postgres', settings);
  const output = openSync(logFile, 'a', 0o600);
  // Detached: the Ctrl-C that stops us in order must not take the database away first.
  const detached = process.platform !== 'win32';
  const child = spawn(file, args, { ...options, detached, stdio: ['ignore', output, output] });
  closeSync(output);
  child.unref();
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  return { process: child, ended };
}

/**
 * Waits until the server accepts connections, however long its recovery takes; false when it has ended instead. After a
 * crash the first connection to each database writes a file, and is refused when there is no room for that.
 */
async function isAccepting(
  connection: Connection,
  server: Server,
  { log, makeRoom }: { log: (message: string) => void; makeRoom: () => Promise<void> },
): Promise<boolean> {
  let noteAt = Date.now() + 5000;
  for (let pause = 2; isAlive(server); pause = Math.min(pause * 1.5, 250)) {
    try {
      await (await connect(connection)).end();
      await visit({ ...connection, database: 'tempshare' });
      return true;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (isDiskFull(error)) {
        await makeRoom();
        continue;
      }
      if (code === INVALID_PASSWORD) {
        throw new Error('postgres.password does not fit the cluster: restore both from the same backup.', {
          cause: error,
        });
      }
      if (Date.now() > noteAt) {
        log(`Still waiting for PostgreSQL: ${message}`);
        noteAt += 30_000;
      }
    }
    await Promise.race([delay(pause), server.ended]);
  }
  return false;
}

/** Connects to a database that may not have been made yet. */
async function visit(connection: Connection): Promise<void> {
  try {
    await (await connect(connection)).end();
  } catch (error) {
    if ((error as { code?: string }).code !== MISSING_DATABASE) throw error;
  }
}

function isAlive({ process: { pid, exitCode, signalCode } }: Server): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

const INVALID_PASSWORD = '28P01';
const MISSING_DATABASE = '3D000';

async function rotate(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) > 1_000_000) await rename(logFile, `${logFile}.1`);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}
