import type { Knex } from 'knex';

/**
 * An item counts at least 1,024 bytes of its key, since its row takes hundreds, however short its content is. Messages,
 * files and items of inboxes say themselves what they count, and those that are there stay as they are. What the counters
 * lack for the secrets and transfers that are there is added while nobody adds or removes any. Rooms of 0 have whoever
 * adds next share out anew what is left of the quotas.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    LOCK TABLE secrets, transfers IN SHARE ROW EXCLUSIVE MODE;

    CREATE OR REPLACE FUNCTION charge_content() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      amount bigint := greatest(octet_length(NEW.content), 1024);
      told text := current_setting('tempshare.max_bytes_per_key', true);
    BEGIN
      IF told IS NOT NULL AND coalesce(current_setting('tempshare.max_bytes_total', true), '') = '' THEN
        UPDATE byte_counters SET bytes = bytes + amount, room = room - amount
        WHERE owner = NEW.api_key_id AND slot = (
          SELECT slot FROM byte_counters WHERE owner = NEW.api_key_id AND slot = (pg_backend_pid() & 31) AND room >= amount
            AND quota = coalesce(nullif(told, '')::bigint, 4611686018427387904) FOR UPDATE SKIP LOCKED);
        IF FOUND THEN RETURN NULL; END IF;
      END IF;
      PERFORM charge(NEW.api_key_id, amount);
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION give_content_back() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      amount bigint := greatest(octet_length(OLD.content), 1024);
    BEGIN
      UPDATE byte_counters SET bytes = bytes - amount
      WHERE owner = OLD.api_key_id AND slot = (
        SELECT slot FROM byte_counters WHERE owner = OLD.api_key_id AND slot >= 32 LIMIT 1 FOR UPDATE SKIP LOCKED);
      IF NOT FOUND THEN PERFORM give_back(OLD.api_key_id, amount); END IF;
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION settle_file() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      counted bigint := greatest(NEW.size, least(OLD.reserved, 1024));
      spare bigint := OLD.reserved - counted;
      -- An item that charges its file, as items of earlier versions do, is given back what the file does not need.
      of_file bigint := CASE WHEN NEW.api_key_id IS NULL THEN 0 ELSE spare END;
    BEGIN
      IF NEW.uncharged > 0 THEN PERFORM charge(NEW.api_key_id, NEW.uncharged); END IF;
      NEW.uncharged := 0;
      IF spare = 0 THEN RETURN NEW; END IF;
      NEW.reserved := counted;
      UPDATE drop_items SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.drop_item_id;
      UPDATE room_messages SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.room_message_id;
      UPDATE requests SET held_bytes = held_bytes - spare WHERE id = NEW.request_id;
      IF NEW.api_key_id IS NOT NULL THEN PERFORM give_back(NEW.api_key_id, spare); END IF;
      RETURN NEW;
    END $$;

    INSERT INTO byte_counters AS c (owner, slot, bytes)
    SELECT api_key_id, 32, sum(1024 - octet_length(content)) FROM (
      SELECT api_key_id, content FROM secrets WHERE wrapped_key IS NOT NULL
      UNION ALL SELECT api_key_id, content FROM transfers WHERE wrapped_key IS NOT NULL AND type <> 'file'
    ) held WHERE octet_length(content) < 1024 GROUP BY 1
    ON CONFLICT (owner, slot) DO UPDATE SET bytes = c.bytes + excluded.bytes;
    UPDATE byte_counters SET room = 0 WHERE slot < 32 AND room <> 0;
  `);
}
