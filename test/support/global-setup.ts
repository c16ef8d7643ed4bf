/** Starts the PostgreSQL that the tests of a run share, with a migrated template of their databases. */
import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type ClientConfig } from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/storage/embedded/embedded-postgres.ts';
import { CHECKSUM_FILE, recordedChecksums } from '../../server/generate/checksums.ts';
import { migrationNames } from '../../server/src/storage/postgres/migrations/migration-files.ts';
import { applyMigrations } from '../../server/src/storage/postgres/migrations/migrate.ts';
import { startPgBouncer } from './database/pgbouncer.ts';
import { copyCluster } from './database/copy-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR with a migrated database and nothing in it; none where PostgreSQL is not embedded. */
    preparedDataDir: string | undefined;
    /** A cluster where tests make databases of their own. */
    cluster: ClientConfig;
    /** The migrated database that they are cloned from. */
    template: string;
    /** The way to it through a pooler, if servers are to take that one. */
    pooler: ClientConfig | undefined;
  }
}

/** Time-outs that an operator sets for the role of the server. */
const TIMEOUTS =
  'SET lock_timeout = 5000; SET statement_timeout = 15000; SET idle_in_transaction_session_timeout = 60000';
/** Startup parameters that the pools of tests send. */
const IGNORED = ['ignore_startup_parameters = options'];
const TEMPLATE = `tempshare_test_${process.pid}`;

/** Throws if `schema.txt` is stale: a server refuses a database with tables that it does not name. */
function refuseStaleSchema(): void {
  const recorded = recordedChecksums(readFileSync(CHECKSUM_FILE, 'utf8'));
  const missing = migrationNames().filter((name) => !recorded.has(`${name}.ts`));
  if (missing.length > 0)
    throw new Error(`Run "npm run schema": it does not know ${missing.join(', ')} yet.`);
}

/** The PostgreSQL of a run, and the number of projects that use it. */
interface Shared {
  cluster: Promise<Cluster>;
  users: number;
}

interface Cluster {
  provided: Pick<ProvidedContext, 'preparedDataDir' | 'cluster' | 'template' | 'pooler'>;
  stop(): Promise<void>;
}

/** Each project loads this file anew; what they share is found by this name. */
const SHARED = Symbol.for('tempshare test cluster');
const place = globalThis as { [SHARED]?: Shared };

/**
 * Provides the PostgreSQL of the run: the one at TEST_DATABASE_URL, or an embedded one that is deleted at the end. With
 * TEST_POOLER servers reach it through PgBouncer in transaction mode.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (place[SHARED] ??= { cluster: startCluster(), users: 0 });
  shared.users++;
  const cluster = await shared.cluster;
  const { provided } = cluster;
  project.provide('preparedDataDir', provided.preparedDataDir);
  project.provide('cluster', provided.cluster);
  project.provide('template', provided.template);
  project.provide('pooler', provided.pooler);
  return async () => {
    shared.users--;
    if (shared.users > 0) return;
    delete place[SHARED];
    await cluster.stop();
  };
}

async function startCluster(): Promise<Cluster> {
  refuseStaleSchema();
  const url = process.env.TEST_DATABASE_URL;
  const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-test-'));
  const prepared = join(dataDir, 'prepared');
  const embedded = url ? undefined : await startRoomyPostgres(dataDir, prepared);
  const cluster: ClientConfig = embedded?.connection ?? fromUrl(url as string);
  const admin = new pg.Client(cluster);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE} ${embedded ? 'TEMPLATE tempshare' : ''}`);
  await applyMigrations({ ...cluster, database: TEMPLATE });
  const pooler = process.env.TEST_POOLER
    ? await startPgBouncer(cluster, { connectQuery: TIMEOUTS, settings: IGNORED })
    : undefined;
  return {
    provided: {
      preparedDataDir: url ? undefined : prepared,
      cluster,
      template: TEMPLATE,
      pooler: pooler?.connection,
    },
    async stop() {
      await pooler?.stop();
      if (!embedded) await dropDatabases(admin);
      await admin.end();
      await embedded?.stop();
      for (const folder of [dataDir, process.env.TEST_RUN_DIR!])
        await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Drops the template, and the databases that files of a process have shared. */
async function dropDatabases(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname LIKE '${TEMPLATE}%'`,
  );
  for (const { name } of rows) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
}

/** Starts an embedded PostgreSQL with room for the connections of many servers, and copies it to `prepared` before. */
async function startRoomyPostgres(dataDir: string, prepared: string): Promise<EmbeddedPostgres> {
  const options = { dataDir, log: () => undefined, durable: false };
  const first = await startEmbeddedPostgres(options);
  await applyMigrations(first.connection);
  await first.stop();
  await copyCluster(dataDir, prepared);
  await appendFile(join(dataDir, 'postgres/postgresql.conf'), '\nmax_connections = 400\n');
  return startEmbeddedPostgres(options);
}

/** Reads a URL as plain data, which can be provided to test processes. */
function fromUrl(text: string): ClientConfig {
  const url = new URL(text);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.searchParams.get('port') ?? (url.port || 5432)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1) || 'postgres',
  };
}
