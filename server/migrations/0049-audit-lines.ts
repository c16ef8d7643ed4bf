import type { Knex } from 'knex';

/**
 * Entries of the audit log become lines of the server's log, each once: earlier ones count as written. Times have
 * milliseconds, as cursors of lists do: with microseconds an entry of the same millisecond fell between two pages.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE audit_entries SET at = date_trunc('milliseconds', at) WHERE at <> date_trunc('milliseconds', at);
    ALTER TABLE audit_entries ALTER COLUMN at SET DEFAULT date_trunc('milliseconds', now()),
      ADD COLUMN logged boolean NOT NULL DEFAULT true;
    ALTER TABLE audit_entries ALTER COLUMN logged SET DEFAULT false;
    CREATE INDEX audit_entries_to_log ON audit_entries (at, id) WHERE NOT logged;
  `);
}
