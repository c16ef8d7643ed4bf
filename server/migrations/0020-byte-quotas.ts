import type { Knex } from 'knex';

/**
 * The quotas for sessions that cannot be told: behind a pooler nobody knows whose session a statement gets. Sessions that
 * are told go by that.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE byte_quotas (owner text PRIMARY KEY, bytes bigint);

    CREATE OR REPLACE FUNCTION charge(key text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      told text := current_setting('tempshare.max_bytes_per_key', true);
      max_key bigint := nullif(told, '')::bigint;
      max_total bigint := nullif(current_setting('tempshare.max_bytes_total', true), '')::bigint;
    BEGIN
      IF told IS NULL THEN
        SELECT bytes INTO max_key FROM byte_quotas WHERE owner = 'each';
        SELECT bytes INTO max_total FROM byte_quotas WHERE owner = '*';
      END IF;
      PERFORM take_room(key, amount, coalesce(max_key, 4611686018427387904));
      IF max_total IS NOT NULL THEN PERFORM take_room('*', amount, max_total); END IF;
    END $$;
  `);
}
