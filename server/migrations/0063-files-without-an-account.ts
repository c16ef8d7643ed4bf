import type { Knex } from 'knex';

/**
 * A file that is sent without an account is charged when it has arrived, as those of containers are. What is expected of it is held
 * to the quota of senders without an account.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION expect_room(key text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      told text := current_setting('tempshare.max_bytes_per_key', true);
      max_key bigint := nullif(told, '')::bigint;
      max_total bigint := nullif(current_setting('tempshare.max_bytes_total', true), '')::bigint;
      is_anonymous boolean := starts_with(key, 'key_anonymous000000000000');
    BEGIN
      IF is_anonymous THEN
        max_key := nullif(current_setting('tempshare.max_bytes_anonymous', true), '')::bigint;
      END IF;
      IF told IS NULL THEN
        SELECT bytes INTO max_key FROM byte_quotas WHERE owner = CASE WHEN is_anonymous THEN 'anonymous' ELSE 'each' END;
        SELECT bytes INTO max_total FROM byte_quotas WHERE owner = '*';
      END IF;
      IF max_key IS NOT NULL THEN PERFORM expect_room_of(key, amount, max_key); END IF;
      IF max_total IS NOT NULL THEN PERFORM expect_room_of('*', amount, max_total); END IF;
    END $$;
  `);
}
