import type { Knex } from 'knex';

/** What the sweeps look rows up by: each index holds only the rows that a sweep is yet to take. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX transfers_by_expiry;
    CREATE INDEX transfers_due ON transfers (expires_at) WHERE state = 'active';
    CREATE INDEX transfers_ended ON transfers (ended_at) WHERE ended_at IS NOT NULL;

    DROP INDEX secrets_by_expiry;
    CREATE INDEX secrets_due ON secrets (expires_at) WHERE state = 'waiting';
    CREATE INDEX secrets_ended ON secrets (ended_at) WHERE ended_at IS NOT NULL;

    DROP INDEX requests_by_expiry;
    DROP INDEX requests_by_closing;
    CREATE INDEX requests_due ON requests (expires_at) WHERE state = 'open';
    CREATE INDEX requests_ended ON requests (expires_at) WHERE state <> 'open';

    DROP INDEX rooms_by_expiry;
    CREATE INDEX rooms_due ON rooms (expires_at) WHERE state = 'open';
    CREATE INDEX rooms_ended ON rooms (expires_at) WHERE state = 'expired';

    -- Blobs are swept by doomed_at alone.
    DROP INDEX blobs_by_age;

    CREATE INDEX drop_items_awaited ON drop_items (created_at) WHERE NOT arrived;
    CREATE INDEX events_by_age ON events (created_at);
    CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
  `);
}
