import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Claim, claimDirectory } from './claim.ts';
import { clusterDirectory, prepareCluster, readPassword } from './cluster.ts';
import { Reserve } from './reserve.ts';
import { type Connection, connect, DiskFullError, superviseServer } from './server.ts';
import { openVolume, type Volume } from './volume.ts';
import { makeDirectory } from '../make-directory.ts';

export interface EmbeddedPostgres {
  /**
   * Unix socket (127.0.0.1 on Windows), user and database `tempshare`. The user owns the database and may create
   * others, but is no superuser. The address stays valid until `stop`. If PostgreSQL dies, it is restarted at the same
   * address, and a pool recovers by itself.
   */
  connection: pg.ClientConfig;
  /** Shuts PostgreSQL down. Does nothing if this process is attached to another server's. */
  stop(): Promise<void>;
}

export interface OwnPostgres extends EmbeddedPostgres {
  volume: Volume;
  directory: string;
}

export interface EmbeddedPostgresOptions {
  /** Holds `postgres/` and `postgres.password`, both to be backed up, besides files of the server. */
  dataDir: string;
  log: (message: string) => void;
  /** Receives the message if an admin command has to end first. Default: `log`. */
  onWait?: (message: string) => void;
  /** False for throwaway clusters: nothing is synced. Default: true. */
  durable?: boolean;
  /** Aborts a start and stops PostgreSQL. Has no effect later. */
  signal?: AbortSignal;
}

/**
 * Starts the PostgreSQL of a server, which owns DATA_DIR until `stop` or its death. Takes over leftovers of a killed
 * server.
 * @throws Error with the remedy, if another server uses DATA_DIR, or PostgreSQL is missing or cannot start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<OwnPostgres> {
  const dataDir = await openDirectory(options.dataDir);
  const claim = await claimDirectory(dataDir, 'server', waiting(options));
  if ('release' in claim) return startOwn(dataDir, claim, options);
  const pid = claim.pid ? ` (pid ${claim.pid})` : '';
  throw new Error(
    `Another Tempshare process${pid} is using ${dataDir}: stop it first, or give this server a DATA_DIR of its own.`,
  );
}

/**
 * Connects an admin command to the running server's database, or starts one for the moment. A server that starts
 * meanwhile waits for the command.
 * @throws Error as `startEmbeddedPostgres`, or if the database does not respond within 30 seconds
 */
export async function attachEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDirectory(options.dataDir);
  for (const started = Date.now(); ; await delay(20)) {
    const claim = await claimDirectory(dataDir, 'command', waiting(options));
    if ('release' in claim) return startOwn(dataDir, claim, options);
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
  // Traversable, but not readable, for the user of PostgreSQL.
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

async function startOwn(
  dataDir: string,
  claim: Claim,
  options: EmbeddedPostgresOptions,
): Promise<OwnPostgres> {
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
    throw NO_SPACE.test((error as Error).message) ? new DiskFullError(dataDir) : error;
  }
}

/** Message of the system and all programs for a full disk. */
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
