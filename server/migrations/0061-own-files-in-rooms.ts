import type { Knex } from 'knex';

/** A file that an owner posts in a room is refused by quotas with their figures, as all that owners add. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION is_strangers_file(file files) RETURNS boolean LANGUAGE sql AS $$
      SELECT file.transfer_id IS NULL AND NOT EXISTS (
        SELECT FROM room_messages m
        WHERE m.id = file.room_message_id AND m.room_id = file.item_id AND m.author_role = 'owner')
    $$;

    CREATE OR REPLACE FUNCTION charge_file() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM hold_to_quotas(NEW.api_key_id, 0, NEW.reserved, 0, is_strangers_file(NEW));
      IF NEW.uncharged = 0 THEN
        PERFORM charge(NEW.api_key_id, NEW.reserved);
      ELSE
        PERFORM expect_room(NEW.api_key_id, NEW.uncharged);
      END IF;
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION charge_begun_file() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      more bigint := OLD.uncharged - NEW.uncharged;
    BEGIN
      IF more > 0 THEN
        PERFORM hold_to_quotas(NEW.api_key_id, 0, more, 0, is_strangers_file(NEW));
        PERFORM charge(NEW.api_key_id, more);
      ELSE
        PERFORM give_back(NEW.api_key_id, -more);
      END IF;
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION settle_file() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      counted bigint := greatest(NEW.size, least(OLD.reserved, 1024));
      spare bigint := OLD.reserved - counted;
      -- An item that charges its file, as items of earlier versions do, is given back what the file does not need.
      of_file bigint := CASE WHEN NEW.api_key_id IS NULL THEN 0 ELSE spare END;
    BEGIN
      IF NEW.uncharged > 0 THEN
        PERFORM hold_to_quotas(NEW.api_key_id, 0, NEW.uncharged, 0, is_strangers_file(NEW));
        PERFORM charge(NEW.api_key_id, NEW.uncharged);
      END IF;
      NEW.uncharged := 0;
      IF spare = 0 THEN RETURN NEW; END IF;
      NEW.reserved := counted;
      UPDATE drop_items SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.drop_item_id;
      UPDATE room_messages SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.room_message_id;
      UPDATE requests SET held_bytes = held_bytes - spare WHERE id = NEW.request_id;
      IF NEW.api_key_id IS NOT NULL THEN PERFORM give_back(NEW.api_key_id, spare); END IF;
      RETURN NEW;
    END $$;
  `);
}
