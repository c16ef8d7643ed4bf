import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Claim, claimDirectory } from './claim.ts';
import { clusterDirectory, prepareCluster, readPassword } from './cluster.ts';
import { Reserve } from './reserve.ts';
import { type Connection, connect, NoRoomError, superviseServer } from './server.ts';
import { openVolume, type Volume } from './volume.ts';
import { makeDirectory } from '../make-directory.ts';

/** A PostgreSQL that lives in DATA_DIR. */
export interface EmbeddedPostgres {
  /**
   * Where to connect: a Unix socket (127.0.0.1 on Windows), user and database `tempshare`. The user owns the database
   * and may create others; it is not a superuser.
   *
   * It stays valid until `stop`. When PostgreSQL dies it is started again at the same address: connections break, new
   * ones are refused for a moment, and a pool that replaces its broken connections recovers by itself.
   */
  connection: pg.ClientConfig;
  /** Shuts PostgreSQL down in order and resolves when it is gone. After `attachEmbeddedPostgres` to a running server: does nothing. */
  stop(): Promise<void>;
}

/** One that this process has started, and not only connected to. */
export interface OwnPostgres extends EmbeddedPostgres {
  /** The volume that it lies on. */
  volume: Volume;
  /** Of the cluster. */
  directory: string;
}

/** What an embedded PostgreSQL is started with. */
export interface EmbeddedPostgresOptions {
  /**
   * Created when missing. Holds `postgres/` (the cluster), `postgres.password` (back up both), `postgres.log`,
   * `postgres.lock`, `postgres.owner` and `postgres.reserve`.
   */
  dataDir: string;
  log: (message: string) => void;
  /** Told when this has to wait until an admin command has ended; `log` is, where it is left out. */
  onWait?: (message: string) => void;
  /** False for throwaway clusters: nothing is synced, a power cut loses everything. Default true. */
  durable?: boolean;
  /** Aborts a start: PostgreSQL is stopped again, and the start throws. Later it means nothing. */
  signal?: AbortSignal;
}

/**
 * Starts the PostgreSQL of a server, which owns DATA_DIR until `stop` or its death. Takes over what a killed server
 * left: a running PostgreSQL, a stale pid file, a half-finished initialisation.
 *
 * @throws when another server uses DATA_DIR, no PostgreSQL is installed, it cannot run there, or it refuses to start;
 *   the message says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<OwnPostgres> {
  const dataDir = await openDirectory(options.dataDir);
  const claim = await claimDirectory(dataDir, 'server', waiting(options));
  if ('release' in claim) return own(dataDir, claim, options);
  const pid = claim.pid ? ` (pid ${claim.pid})` : '';
  throw new Error(
    `Another Tempshare process${pid} is using ${dataDir}: stop it first, or give this server a DATA_DIR of its own.`,
  );
}

/**
 * The database for an admin command: the running server's if there is one, else one started for the moment. A server
 * that starts meanwhile waits until the command has stopped.
 *
 * @throws as `startEmbeddedPostgres`, or when the running server's database does not answer within 30 seconds
 */
export async function attachEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDirectory(options.dataDir);
  for (const started = Date.now(); ; await delay(20)) {
    const claim = await claimDirectory(dataDir, 'command', waiting(options));
    if ('release' in claim) return own(dataDir, claim, options);
    try {
      const connection = await findRunning(dataDir);
      await (await connect(connection)).end();
      return { connection, stop: () => Promise.resolve() };
    } catch (cause) {
      if (Date.now() - started < 30_000) continue;
      throw new Error(`The database of the server that is using ${dataDir} does not answer.`, { cause });
    }
  }
}

const waiting = ({ signal, log, onWait = log }: EmbeddedPostgresOptions) => ({ signal, onWait });

async function openDirectory(dataDir: string): Promise<string> {
  // Others may pass, because PostgreSQL may run as another user, but not look.
  makeDirectory(dataDir, 0o711);
  return realpath(dataDir);
}

async function findRunning(dataDir: string): Promise<Connection> {
  const lines = (await readFile(join(clusterDirectory(dataDir), 'postmaster.pid'), 'utf8')).split('\n');
  const [port, socket, address] = lines.slice(3, 6);
  return application({
    host: socket || address,
    port: Number(port),
    password: await readPassword(dataDir),
    ssl: false,
  });
}

async function own(dataDir: string, claim: Claim, options: EmbeddedPostgresOptions): Promise<OwnPostgres> {
  const reserve = new Reserve(dataDir);
  try {
    const cluster = await prepareCluster(dataDir);
    const address = { host: cluster.host, port: cluster.port, password: cluster.password, ssl: false };
    const superuser = { ...address, user: 'postgres', database: 'postgres' };
    const server = await superviseServer(cluster, superuser, {
      logFile: join(dataDir, 'postgres.log'),
      durable: options.durable ?? true,
      log: options.log,
      reserve,
      signal: options.signal,
    });
    const stop = async (): Promise<void> => {
      await server.stop();
      await claim.release();
    };
    let stopped: Promise<void> | undefined;
    let volume: Volume;
    try {
      await createDatabase(superuser);
      volume = await openVolume(cluster.directory, {
        reserve,
        superuser: { ...superuser, database: 'tempshare' },
      });
    } catch (error) {
      await server.stop();
      throw error;
    }
    return {
      connection: application(address),
      volume,
      directory: cluster.directory,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await claim.release();
    throw NO_SPACE.test((error as Error).message) ? new NoRoomError(dataDir) : error;
  }
}

/** How the system, and with it every program, says that a disk is full. */
const NO_SPACE = /ENOSPC|No space left on device/;

async function createDatabase(superuser: Connection & { password: string }): Promise<void> {
  const client = await connect(superuser);
  try {
    const role = await client.query(`SELECT FROM pg_roles WHERE rolname = 'tempshare'`);
    if (!role.rowCount)
      await client.query(`CREATE ROLE tempshare LOGIN CREATEDB PASSWORD '${superuser.password}'`);
    const database = await client.query(`SELECT FROM pg_database WHERE datname = 'tempshare'`);
    if (!database.rowCount) await client.query('CREATE DATABASE tempshare OWNER tempshare');
  } finally {
    await client.end();
  }
}

function application(address: Connection): Connection {
  return { ...address, user: 'tempshare', database: 'tempshare' };
}
