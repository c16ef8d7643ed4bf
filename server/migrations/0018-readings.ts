import type { Knex } from 'knex';

/**
 * What a reader with an `Idempotency-Key` may repeat for some minutes. The content stays where it is for as long, without
 * its key: that is here, hidden by the reader's.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A role may have a limit that fits requests.
    SET LOCAL statement_timeout = 0;

    CREATE TABLE readings (
      item_id text NOT NULL,
      reader bytea NOT NULL,
      wrapped_key bytea NOT NULL,
      last boolean NOT NULL,
      file_size integer,
      kept_until timestamptz NOT NULL,
      PRIMARY KEY (item_id, reader)
    );
    ALTER TABLE secrets ADD COLUMN read_until timestamptz;
    ALTER TABLE transfers ADD COLUMN read_until timestamptz, DROP CONSTRAINT transfers_wiped_check,
      ADD CONSTRAINT transfers_wiped_check CHECK (
        state IN ('awaiting', 'active') OR (wrapped_key IS NULL AND snippet IS NULL AND short_code IS NULL
          AND (content IS NULL OR read_until IS NOT NULL))
      );

    -- Content counts among the bytes of its key as long as there is a key to it.
    DROP TRIGGER give_back_wiped ON secrets;
    CREATE TRIGGER give_back_wiped AFTER UPDATE OF wrapped_key ON secrets FOR EACH ROW
      WHEN (OLD.wrapped_key IS NOT NULL AND NEW.wrapped_key IS NULL) EXECUTE FUNCTION give_content_back();
    DROP TRIGGER give_back_deleted ON secrets;
    CREATE TRIGGER give_back_deleted AFTER DELETE ON secrets FOR EACH ROW WHEN (OLD.wrapped_key IS NOT NULL)
      EXECUTE FUNCTION give_content_back();
    DROP TRIGGER give_back_wiped ON transfers;
    CREATE TRIGGER give_back_wiped AFTER UPDATE OF wrapped_key ON transfers FOR EACH ROW
      WHEN (OLD.wrapped_key IS NOT NULL AND NEW.wrapped_key IS NULL AND OLD.type <> 'file') EXECUTE FUNCTION give_content_back();
    DROP TRIGGER give_back_deleted ON transfers;
    CREATE TRIGGER give_back_deleted AFTER DELETE ON transfers FOR EACH ROW
      WHEN (OLD.wrapped_key IS NOT NULL AND OLD.type <> 'file') EXECUTE FUNCTION give_content_back();

    CREATE INDEX secrets_read ON secrets (id) WHERE state = 'consumed' AND content IS NOT NULL;
    CREATE INDEX transfers_read ON transfers (id) WHERE state IN ('consumed', 'expired') AND content IS NOT NULL;
  `);
}
