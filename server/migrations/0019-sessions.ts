import type { Knex } from 'knex';

/**
 * Sessions of those who have shown that they may send to a request, or enter a room. An item has so many numbered places
 * for them, so that the unique index holds their number.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE sessions (
      item_id text NOT NULL,
      place integer NOT NULL,
      token_hash bytea NOT NULL,
      proof bytea,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (item_id, place)
    );
    CREATE INDEX sessions_expires_at ON sessions (expires_at);
  `);
}
