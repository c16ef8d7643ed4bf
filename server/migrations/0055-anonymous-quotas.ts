import type { Knex } from 'knex';

/**
 * Senders without an account have a quota of their own: a share of it for each of the keys that their items belong to. Sessions
 * that are told no quotas read it from the table.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION charge(key text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
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
      PERFORM take_room(key, amount, coalesce(max_key, 4611686018427387904));
      IF max_total IS NOT NULL THEN PERFORM take_room('*', amount, max_total); END IF;
    END $$;
  `);
}
