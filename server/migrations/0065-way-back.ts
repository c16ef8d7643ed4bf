import type { Knex } from 'knex';

/** Servers before this migration refuse every newer one. */
export const worksWith = '0065-way-back';

/** The oldest server that works with each migration, and the processes that use the database. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE migration_versions ADD COLUMN works_with text, ADD COLUMN oldest_version text;

    CREATE TABLE server_processes (
      id text PRIMARY KEY,
      version text NOT NULL,
      newest_migration text NOT NULL,
      seen_at timestamptz NOT NULL DEFAULT now()
    );
  `);
}
