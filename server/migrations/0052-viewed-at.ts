import type { Knex } from 'knex';

/**
 * Times of the first and last view of a transfer, and an index on whether an item was opened. A trigger sets them in the
 * statement that counts the view, so a server of the version before does, too. `opened` changes once, so the index leaves
 * further views heap-only. Transfers viewed before have no times. Containers are few and small: a generated column
 * rewrites them. Requests wait for the tables until the migration ends.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A role may have a limit that fits requests.
    SET LOCAL statement_timeout = 0;

    ALTER TABLE transfers ADD COLUMN opened boolean NOT NULL DEFAULT false,
      ADD COLUMN first_viewed_at timestamptz, ADD COLUMN last_viewed_at timestamptz;

    CREATE FUNCTION note_view() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.views = 0 THEN NEW.first_viewed_at := now(); END IF;
      NEW.last_viewed_at := now();
      NEW.opened := true;
      RETURN NEW;
    END $$;
    CREATE TRIGGER note_view BEFORE UPDATE OF views ON transfers FOR EACH ROW
      WHEN (NEW.views > OLD.views) EXECUTE FUNCTION note_view();

    -- Consumed transfers are opened by their state. Nothing counts a view meanwhile: adding the columns has locked the table.
    UPDATE transfers SET opened = true WHERE views > 0 AND state <> 'consumed';

    CREATE INDEX transfers_by_opened ON transfers (api_key_id, type, state, opened, created_at DESC, id DESC);

    ALTER TABLE requests ADD COLUMN opened boolean GENERATED ALWAYS AS (file_count > 0) STORED;
    CREATE INDEX requests_by_opened ON requests (api_key_id, state, opened, created_at DESC, id DESC);
    ALTER TABLE rooms ADD COLUMN opened boolean GENERATED ALWAYS AS (last_seq > 0) STORED;
    CREATE INDEX rooms_by_opened ON rooms (api_key_id, state, opened, created_at DESC, id DESC);
    ALTER TABLE drops ADD COLUMN opened boolean GENERATED ALWAYS AS (item_count > 0) STORED;
    CREATE INDEX drops_by_opened ON drops (api_key_id, opened, created_at DESC, id DESC);
  `);
}
