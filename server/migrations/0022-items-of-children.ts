import type { Knex } from 'knex';

/**
 * What belongs to an item has its id, so that all of it can lie together, and every statement can say where. An empty one
 * is of before: only events, their deliveries and what came of those keep it. What servers of an earlier version add to
 * files is named by triggers, which do nothing where a statement says it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A role may have a limit that fits requests.
    SET LOCAL statement_timeout = 0;

    ALTER TABLE events ADD COLUMN item_id text NOT NULL DEFAULT '';
    ALTER TABLE webhook_deliveries ADD COLUMN item_id text NOT NULL DEFAULT '';
    ALTER TABLE webhook_attempts ADD COLUMN item_id text NOT NULL DEFAULT '';
    ALTER TABLE idempotency_keys ADD COLUMN item_id text NOT NULL DEFAULT '';
    ALTER TABLE files ADD COLUMN item_id text NOT NULL DEFAULT '';
    ALTER TABLE downloads ADD COLUMN item_id text NOT NULL DEFAULT '';
    ALTER TABLE blobs ADD COLUMN item_id text NOT NULL DEFAULT '';
    ALTER TABLE blob_chunks ADD COLUMN item_id text NOT NULL DEFAULT '';

    CREATE FUNCTION name_item_of_file() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.item_id := coalesce(NEW.transfer_id, NEW.request_id,
        (SELECT room_id FROM room_messages WHERE id = NEW.room_message_id),
        (SELECT drop_id FROM drop_items WHERE id = NEW.drop_item_id), '');
      RETURN NEW;
    END $$;
    CREATE TRIGGER name_item BEFORE INSERT OR UPDATE OF blob_id ON files FOR EACH ROW WHEN (NEW.item_id = '')
      EXECUTE FUNCTION name_item_of_file();

    CREATE FUNCTION name_item_of_download() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.item_id := coalesce((SELECT item_id FROM files WHERE id = NEW.file_id), '');
      RETURN NEW;
    END $$;
    CREATE TRIGGER name_item BEFORE INSERT ON downloads FOR EACH ROW WHEN (NEW.item_id = '')
      EXECUTE FUNCTION name_item_of_download();

    CREATE FUNCTION name_item_of_blob() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE blobs SET item_id = NEW.item_id WHERE id = NEW.blob_id AND item_id = '';
      IF FOUND THEN UPDATE blob_chunks SET item_id = NEW.item_id WHERE blob_id = NEW.blob_id; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER name_item_of_blob AFTER UPDATE OF blob_id ON files FOR EACH ROW
      WHEN (NEW.blob_id IS NOT NULL AND OLD.blob_id IS NULL) EXECUTE FUNCTION name_item_of_blob();
  `);
}
