import type { Knex } from 'knex';

export const worksWith = '0066-backup-schedule';

const TABLES = ['transfers', 'secrets', 'requests', 'rooms', 'drops', 'ended_items'];

/**
 * The indexes of labels get the creation time, so that a search reads it without the rows. While one is built its table
 * takes no writes.
 */
export async function up(knex: Knex): Promise<void> {
  // A role may have a limit that fits requests.
  await knex.raw('SET LOCAL statement_timeout = 0');
  for (const table of TABLES)
    await knex.raw(`
      DROP INDEX ${table}_by_label;
      CREATE INDEX ${table}_by_label ON ${table} (api_key_id, label_index, created_at, id) WHERE label_index IS NOT NULL;
    `);
}
