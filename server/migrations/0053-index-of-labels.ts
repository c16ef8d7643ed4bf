import type { Knex } from 'knex';

/**
 * A blind index of labels, by which the list of items finds them by their beginning, and the labels that are to be indexed:
 * those of servers of an earlier version. While an index is built its table takes no writes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A role may have a limit that fits requests.
    SET LOCAL statement_timeout = 0;

    ALTER TABLE transfers ADD COLUMN label_index bytea;
    ALTER TABLE secrets ADD COLUMN label_index bytea;
    ALTER TABLE requests ADD COLUMN label_index bytea;
    ALTER TABLE rooms ADD COLUMN label_index bytea;
    ALTER TABLE drops ADD COLUMN label_index bytea;

    CREATE INDEX transfers_by_label ON transfers (api_key_id, label_index) WHERE label_index IS NOT NULL;
    CREATE INDEX secrets_by_label ON secrets (api_key_id, label_index) WHERE label_index IS NOT NULL;
    CREATE INDEX requests_by_label ON requests (api_key_id, label_index) WHERE label_index IS NOT NULL;
    CREATE INDEX rooms_by_label ON rooms (api_key_id, label_index) WHERE label_index IS NOT NULL;
    CREATE INDEX drops_by_label ON drops (api_key_id, label_index) WHERE label_index IS NOT NULL;

    CREATE INDEX transfers_to_index ON transfers (id) WHERE label IS NOT NULL AND label_index IS NULL;
    CREATE INDEX secrets_to_index ON secrets (id) WHERE label IS NOT NULL AND label_index IS NULL;
    CREATE INDEX requests_to_index ON requests (id) WHERE label IS NOT NULL AND label_index IS NULL;
    CREATE INDEX rooms_to_index ON rooms (id) WHERE label IS NOT NULL AND label_index IS NULL;
    CREATE INDEX drops_to_index ON drops (id) WHERE label IS NOT NULL AND label_index IS NULL;
  `);
}
