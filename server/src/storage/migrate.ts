import knex, { type Knex } from 'knex';
import pg, { type ClientConfig } from 'pg';
import * as firstSlice from '../../migrations/0001-first-slice.ts';
import * as files from '../../migrations/0002-files-requests-rooms-drops.ts';
import * as webhooks from '../../migrations/0003-webhooks.ts';
import * as sweeps from '../../migrations/0004-sweeps.ts';

interface Migration {
  name: string;
  up: (knex: Knex) => Promise<void>;
}

/** All migrations in order. They only go forward; a mistake is mended by the next one. */
const MIGRATIONS: Migration[] = [
  { name: '0001-first-slice', up: firstSlice.up },
  { name: '0002-files-requests-rooms-drops', up: files.up },
  { name: '0003-webhooks', up: webhooks.up },
  { name: '0004-sweeps', up: sweeps.up },
];

const LOCK = 7_239_104_511;

/** Brings the database to the newest schema. Concurrent callers wait for one another on an advisory lock. */
export async function migrate(connection: ClientConfig): Promise<void> {
  const lock = new pg.Client(connection);
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const database = knex({
      client: 'pg',
      connection: connection as Knex.StaticConnectionConfig,
      pool: { min: 0, max: 1 },
    });
    try {
      await database.migrate.latest({ migrationSource });
    } finally {
      await database.destroy();
    }
  } finally {
    await lock.end();
  }
}

const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: async () => MIGRATIONS,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => ({ up: migration.up, down: async () => undefined }),
};
