import knex, { type Knex } from 'knex';
import pg, { type ClientConfig } from 'pg';
import { VERSION } from '../version.ts';
import { loadMigrations, migrationNames, type Migration } from './migration-files.ts';
import { checkSchema, SchemaError } from './schema.ts';

const LOCK = 7_239_104_511;

/**
 * Brings the database to the newest schema and holds it against what this version was written for. Concurrent callers
 * wait for one another on an advisory lock.
 *
 * @throws SchemaError when a newer version has used the database, or something else has changed its tables
 */
export async function migrate(connection: ClientConfig): Promise<void> {
  await withLock(connection, async (client) => {
    await refuseNewer(client);
    await applyMigrations(connection);
    await checkSchema(client);
  });
}

/** Runs the migrations that the database has not had. */
export async function applyMigrations(connection: ClientConfig): Promise<void> {
  const database = knex({
    client: 'pg',
    connection: connection as Knex.StaticConnectionConfig,
    pool: { min: 0, max: 1 },
    log: { warn: () => undefined, error: () => undefined },
  });
  try {
    await database.migrate.latest({ migrationSource });
  } finally {
    await database.destroy();
  }
}

async function withLock(connection: ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await work(client);
  } finally {
    await client.end();
  }
}

async function refuseNewer(client: pg.Client): Promise<void> {
  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows;
  const [tables] = await rows<{ applied: boolean; versions: boolean }>(
    `SELECT to_regclass('knex_migrations') IS NOT NULL AS applied,
            to_regclass('migration_versions') IS NOT NULL AS versions`,
  );
  if (!tables?.applied) return;
  const applied = await rows<{ name: string; version: string | null }>(
    tables.versions
      ? `SELECT name, version FROM knex_migrations LEFT JOIN migration_versions ON migration = name ORDER BY id`
      : 'SELECT name, NULL AS version FROM knex_migrations ORDER BY id',
  );
  const known = migrationNames();
  const newest = applied.findLast(({ name }) => !known.includes(name));
  if (!newest) return;
  throw new SchemaError(
    `The database has been used by a newer version of Tempshare${newest.version ? ` (${newest.version})` : ''}: this one ` +
      `(${VERSION}) does not know its migration ${newest.name}. There is no way back to an older version: start ` +
      `${newest.version ?? 'the newer version'} or a later one, or restore a backup from before the upgrade.`,
  );
}

const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: loadMigrations,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => ({
    async up(trx) {
      await migration.up(trx).catch((error: Error) => Promise.reject(failed(migration, error)));
      await recordVersion(trx, migration.name);
    },
    down: async () => undefined,
  }),
};

/** The error without the statements, which Knex puts in front of the reason. */
function failed({ name }: Migration, error: Error): Error {
  const reason = error.message.split(' - ').at(-1);
  return Object.assign(new Error(`Migration ${name} failed, and nothing of it was kept: ${reason}.`), {
    code: (error as { code?: string }).code,
    cause: error,
  });
}

/** Notes who applied a migration, for the older version that is started on it one day. */
async function recordVersion(trx: Knex, migration: string): Promise<void> {
  if (await trx.schema.hasTable('migration_versions'))
    await trx('migration_versions').insert({ migration, version: VERSION });
}
