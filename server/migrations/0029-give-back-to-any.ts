import type { Knex } from 'knex';

/**
 * Who gives bytes back takes the first counter that nobody holds, with one statement, and makes one that is not there yet where
 * all are held: nobody waits, and a key has hardly more of them than are held at once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION give_back(key text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      mine int := 64 + pg_backend_pid();
    BEGIN
      UPDATE byte_counters SET bytes = bytes - amount
      WHERE owner = key AND slot = (
        SELECT slot FROM byte_counters WHERE owner = key AND slot >= 32 LIMIT 1 FOR UPDATE SKIP LOCKED);
      IF FOUND THEN RETURN; END IF;
      -- There is none, or all are held, and so may be those that this process has made: the next one of its own. Processes
      -- have numbers below 2^22.
      INSERT INTO byte_counters AS c (owner, slot, bytes)
      SELECT key, coalesce(max(slot) + 4194304, mine), -amount FROM byte_counters
      WHERE owner = key AND slot >= mine AND (slot - mine) % 4194304 = 0
      ON CONFLICT (owner, slot) DO UPDATE SET bytes = c.bytes - amount;
    END $$;

    CREATE OR REPLACE FUNCTION give_content_back() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE byte_counters SET bytes = bytes - octet_length(OLD.content)
      WHERE owner = OLD.api_key_id AND slot = (
        SELECT slot FROM byte_counters WHERE owner = OLD.api_key_id AND slot >= 32 LIMIT 1 FOR UPDATE SKIP LOCKED);
      IF NOT FOUND THEN PERFORM give_back(OLD.api_key_id, octet_length(OLD.content)); END IF;
      RETURN NULL;
    END $$;
  `);
}
