import type { Knex } from 'knex';

/** What operators did to what others have shared. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE audit_entries (
      id text PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      actor text NOT NULL,
      action text NOT NULL,
      target text NOT NULL,
      details jsonb NOT NULL
    );
    CREATE INDEX audit_entries_by_time ON audit_entries (at DESC, id DESC);
  `);
}
