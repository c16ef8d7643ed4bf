import type { Knex } from 'knex';

/**
 * The file of a container is charged to its key when its bytes have arrived, and as many as have. What is announced or under way
 * takes nothing of the key, of all keys together, or of quotas of accounts and members. `files.uploads` is written by servers of
 * the version before: they charge a file when its upload begins, and it is settled as it was.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(EXPECT);
  await knex.raw(SETTLE);
}

/** Refuses what has no room now, without taking any, and without the lock of the account: strangers hold up nobody's creates. */
const EXPECT = `
  CREATE FUNCTION expect_file(key text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF bytes_left_by_quotas(key) < amount THEN PERFORM hold_to_quotas(key, 0, amount, 0, true); END IF;
    PERFORM expect_room(key, amount);
  END $$;

  CREATE OR REPLACE FUNCTION charge_file() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.uncharged > 0 THEN
      PERFORM expect_file(NEW.api_key_id, NEW.uncharged);
      RETURN NULL;
    END IF;
    PERFORM hold_to_quotas(NEW.api_key_id, 0, NEW.reserved, 0, NEW.transfer_id IS NULL);
    PERFORM charge(NEW.api_key_id, NEW.reserved);
    RETURN NULL;
  END $$;`;

const SETTLE = `
  CREATE OR REPLACE FUNCTION settle_file() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    counted bigint := greatest(NEW.size, least(OLD.reserved, 1024));
    spare bigint := OLD.reserved - counted;
    -- An item that charges its file, as items of earlier versions do, is given back what the file does not need.
    of_file bigint := CASE WHEN NEW.api_key_id IS NULL THEN 0 ELSE spare END;
  BEGIN
    IF NEW.uncharged > 0 THEN
      PERFORM hold_to_quotas(NEW.api_key_id, 0, counted, 0, NEW.transfer_id IS NULL);
      PERFORM charge(NEW.api_key_id, counted);
    ELSIF spare > 0 AND NEW.api_key_id IS NOT NULL THEN
      PERFORM give_back(NEW.api_key_id, spare);
    END IF;
    NEW.uncharged := 0;
    IF spare = 0 THEN RETURN NEW; END IF;
    NEW.reserved := counted;
    UPDATE drop_items SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.drop_item_id;
    UPDATE room_messages SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.room_message_id;
    UPDATE requests SET held_bytes = held_bytes - spare WHERE id = NEW.request_id;
    RETURN NEW;
  END $$;`;
