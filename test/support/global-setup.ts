import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type ClientConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/storage/embedded-postgres.ts';
import { CHECKSUM_FILE, recordedChecksums } from '../../server/generate/checksums.ts';
import { migrationNames } from '../../server/src/storage/migration-files.ts';
import { applyMigrations } from '../../server/src/storage/migrate.ts';
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

/** What an operator sets for the role. */
const TIMEOUTS =
  'SET lock_timeout = 5000; SET statement_timeout = 15000; SET idle_in_transaction_session_timeout = 60000';
/** What the pools of tests themselves say, beside those of servers. */
const IGNORED = ['ignore_startup_parameters = options'];
const TEMPLATE = `tempshare_template_${process.pid}`;

/** A server refuses a database with tables that `schema.txt` does not know, which would fail most tests obscurely. */
function refuseStaleSchema(): void {
  const recorded = recordedChecksums(readFileSync(CHECKSUM_FILE, 'utf8'));
  const missing = migrationNames().filter((name) => !recorded.has(`${name}.ts`));
  if (missing.length > 0)
    throw new Error(`Run "npm run schema": it does not know ${missing.join(', ')} yet.`);
}

/**
 * One PostgreSQL for the whole run: the one at TEST_DATABASE_URL, or a throwaway embedded one. With TEST_POOLER servers
 * reach it through PgBouncer, by transactions.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  refuseStaleSchema();
  const url = process.env.TEST_DATABASE_URL;
  const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-test-'));
  const prepared = join(dataDir, 'prepared');
  const embedded = url ? undefined : await startRoomyPostgres(dataDir, prepared);
  project.provide('preparedDataDir', url ? undefined : prepared);
  const cluster: ClientConfig = embedded?.connection ?? fromUrl(url as string);
  const admin = new pg.Client(cluster);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE} ${embedded ? 'TEMPLATE tempshare' : ''}`);
  await applyMigrations({ ...cluster, database: TEMPLATE });
  project.provide('cluster', cluster);
  project.provide('template', TEMPLATE);
  const pooler = process.env.TEST_POOLER
    ? await startPgBouncer(cluster, { connectQuery: TIMEOUTS, settings: IGNORED })
    : undefined;
  project.provide('pooler', pooler?.connection);

  return async () => {
    await pooler?.stop();
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await admin.end();
    await embedded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * One that takes the connections of many servers: of all that the files which run at once have started. What it is
 * before it has these is left in `prepared`.
 */
async function startRoomyPostgres(dataDir: string, prepared: string): Promise<EmbeddedPostgres> {
  const options = { dataDir, log: () => undefined, durable: false };
  const first = await startEmbeddedPostgres(options);
  await applyMigrations(first.connection);
  await first.stop();
  await copyCluster(dataDir, prepared);
  await appendFile(join(dataDir, 'postgres/postgresql.conf'), '\nmax_connections = 400\n');
  return startEmbeddedPostgres(options);
}

/** Plain data, so that it can be handed to the test workers. */
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
