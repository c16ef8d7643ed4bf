/** Test databases, each cloned from a migrated template. */
import { randomBytes } from 'node:crypto';
import pg, { type ClientConfig } from 'pg';
import { expect, inject } from 'vitest';
import { databaseUrl } from './database-url.ts';

export interface TestDatabase {
  /** The way of servers to it. */
  connection: ClientConfig;
  /** The same as a `DATABASE_URL`. */
  url: string;
  /** Rows of a statement, over a connection of the test's own. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Returns another connection, for transactions. Its caller ends it. */
  connect(): Promise<pg.Client>;
  /** Waits until a statement waits for a lock. */
  untilLocked(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * A fresh, migrated database, cloned from the template of this run; or an empty one.
 * @param settings what the test's own connections are set to
 */
export async function createTestDatabase({
  empty = false,
  settings = {},
}: { empty?: boolean; settings?: Readonly<Record<string, string>> } = {}): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`;
  await onceUnused(cluster, `CREATE DATABASE ${name} ${empty ? '' : `TEMPLATE ${inject('template')}`}`);
  const connection = { ...(inject('pooler') ?? cluster), database: name };
  const options = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`);
  const pool = new pg.Pool({ ...cluster, database: name, max: 2, options: options.join(' ') });
  pool.on('error', () => undefined);
  return {
    connection,
    url: databaseUrl(connection),
    query: async <Row extends object>(sql: string, values?: unknown[]) =>
      (await pool.query<Row>(sql, values)).rows,
    async connect() {
      const client = new pg.Client(connection).on('error', () => undefined);
      await client.connect();
      return client;
    },
    async untilLocked() {
      await expect.poll(async () => (await pool.query(WAITING)).rowCount).toBeGreaterThan(0);
    },
    async drop() {
      await pool.end();
      // FORCE may not end autovacuum for a role without superuser's rights; the plain form waits for it to leave.
      await once(
        cluster,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`,
      );
      await onceUnused(cluster, `DROP DATABASE ${name}`);
    },
  };
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** SQL that ends the connections of a test's database but this one. Those of autovacuum belong to the superuser. */
export const CUT_CONNECTIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user`;

/** Runs a statement about a database that nobody must use, whom PostgreSQL waits for 5 seconds: again until it can. */
async function onceUnused(cluster: ClientConfig, sql: string): Promise<void> {
  for (;;) {
    try {
      return await once(cluster, sql);
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error;
    }
  }
}

const OBJECT_IN_USE = '55006';

async function once(connection: ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
