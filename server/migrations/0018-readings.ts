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
    CREATE INDEX secrets_read ON secrets (id) WHERE state = 'consumed' AND content IS NOT NULL;
    CREATE INDEX transfers_read ON transfers (id) WHERE state IN ('consumed', 'expired') AND content IS NOT NULL;
  `);
}
