import type { Knex } from 'knex';

/** Requests, items and bytes of an API key in each hour. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE key_usage (
      key_id text NOT NULL,
      hour timestamptz NOT NULL,
      requests bigint NOT NULL,
      items bigint NOT NULL,
      bytes bigint NOT NULL,
      PRIMARY KEY (key_id, hour)
    );
    CREATE INDEX key_usage_by_hour ON key_usage (hour);
  `);
}
