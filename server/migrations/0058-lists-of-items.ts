import type { Knex } from 'knex';

/**
 * Indexes of the list of all items of a person. Each starts with the key, goes on with the kind or state, and then in the
 * order of the list. While one is built its table takes no writes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A role may have a limit that fits requests.
    SET LOCAL statement_timeout = 0;

    CREATE INDEX transfers_by_type ON transfers (api_key_id, type, created_at DESC, id DESC);
    CREATE INDEX IF NOT EXISTS secrets_by_state ON secrets (api_key_id, state, created_at DESC, id DESC);
    CREATE INDEX IF NOT EXISTS rooms_by_state ON rooms (api_key_id, state, created_at DESC, id DESC);
  `);
}
