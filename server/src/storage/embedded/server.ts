import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isDiskFull } from '../postgres/database-errors.ts';
import { run } from './binaries.ts';
import { type Cluster, stopLeftovers } from './cluster.ts';
import { RESERVE_BYTES, type Reserve } from './reserve.ts';
import { settings } from './settings.ts';
import { freeBytes } from './volume.ts';

export interface ServerOptions {
  logFile: string;
  durable: boolean;
  log: (message: string) => void;
  reserve: Reserve;
  signal?: AbortSignal | undefined;
}

export type Connection = pg.ClientConfig;

/** Starts and supervises the server of a cluster. @returns once it accepts connections @throws Error with its log */
export async function superviseServer(
  cluster: Cluster,
  connection: Connection,
  options: ServerOptions,
): Promise<{ stop(): Promise<void> }> {
  const { log, logFile, reserve, signal } = options;
  const stopping = new AbortController();
  let current: Server | undefined;
  const interrupt = (): unknown => current?.process.kill('SIGINT');

  const releaseReserve = async (): Promise<boolean> => {
    const wasThere = await reserve.release();
    if (wasThere)
      log(
        `The disk of ${cluster.directory} is full: its reserve of ${IN_MIB} MiB is given up, so that PostgreSQL can start and things can be deleted.`,
      );
    return wasThere;
  };
  const makeRoom = async (): Promise<void> => {
    if (!(await releaseReserve())) throw new DiskFullError(cluster.directory);
  };

  const start = async (): Promise<Server> => {
    for (const started = Date.now(); ; await delay(20)) {
      await stopLeftovers(cluster);
      const offset = await sizeOf(logFile);
      stopping.signal.throwIfAborted();
      current = spawnServer(cluster, await settings(cluster, options.durable), logFile);
      if (await isAccepting(connection, current, { log, makeRoom })) return current;
      stopping.signal.throwIfAborted();
      const reason = (await readFile(logFile)).subarray(offset).toString().trim();
      // PostgreSQL refuses to start until backends of a killed postmaster have noticed.
      if (reason.includes('shared memory block') && Date.now() - started < 30_000) continue;
      if (!(await ranOutOfSpace(cluster.directory, reason)))
        throw new Error(`PostgreSQL does not start in ${cluster.directory}: ${reason}`);
      await makeRoom();
    }
  };

  const restart = async (): Promise<Server> => {
    // PostgreSQL may start on a nearly full disk and fail at the next write.
    if ((await freeBytes(cluster.directory)) < RESERVE_BYTES) await releaseReserve();
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
        if (!stopping.signal.aborted)
          log(error instanceof DiskFullError ? error.whileRunning : error.message);
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
      // Windows has no SIGINT for another process: `kill()` would terminate it.
      if (process.platform === 'win32') {
        await run(cluster.programs.command('pg_ctl', ['stop', '-D', cluster.directory, '-m', 'fast']));
      }
      interrupt();
      await finished;
      // A server that never accepted connections is not awaited above.
      await current?.ended;
      process.off('exit', interrupt);
    },
  };
}

const IN_MIB = RESERVE_BYTES / 1024 / 1024;

/** PostgreSQL's log may lack the message, since it lies on the same disk. */
const ranOutOfSpace = async (directory: string, reason: string): Promise<boolean> =>
  reason.includes('No space left on device') || (await freeBytes(directory)) < RESERVE_BYTES;

/** PostgreSQL cannot run on a full disk, and the reserve is used up. */
export class DiskFullError extends Error {
  /** Message for a running server, which retries. */
  readonly whileRunning: string;

  constructor(directory: string) {
    const full = `The disk of ${directory} is full, and PostgreSQL needs ${2 * IN_MIB} MiB to start: free them there or enlarge the disk`;
    super(`${full}, and start again. What has been stored is safe.`);
    this.name = 'DiskFullError';
    this.whileRunning = `${full}. It is started as soon as they are there. What has been stored is safe.`;
  }
}

/** Connects. A lost connection rejects the current or the next query. */
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
  // Detached, so that a Ctrl-C for us does not stop the database first.
  const detached = process.platform !== 'win32';
  const child = spawn(file, args, { ...options, detached, stdio: ['ignore', output, output] });
  closeSync(output);
  child.unref();
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  return { process: child, ended };
}

/** Waits until connections are accepted; false if the server has ended. A first connection may find the disk full. */
async function isAccepting(
  connection: Connection,
  server: Server,
  { log, makeRoom }: { log: (message: string) => void; makeRoom: () => Promise<void> },
): Promise<boolean> {
  let noteAt = Date.now() + 5000;
  for (let pause = 2; isAlive(server); pause = Math.min(pause * 1.5, 250)) {
    try {
      await (await connect(connection)).end();
      await connectIfExists({ ...connection, database: 'tempshare' });
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

async function connectIfExists(connection: Connection): Promise<void> {
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
