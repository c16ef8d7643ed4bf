import type { Knex } from 'knex';

/**
 * Responses of receivers, sealed, and redeliveries of all failed deliveries of a period. Servers of the version before append to the
 * other arrays of attempts and not to these, so each response has the number of its attempt beside it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhook_deliveries
      ADD COLUMN response_leases int[],
      ADD COLUMN sealed_responses bytea[],
      ADD COLUMN redelivery_id text;
    CREATE INDEX webhook_deliveries_redelivered ON webhook_deliveries (redelivery_id) WHERE redelivery_id IS NOT NULL;
    CREATE INDEX events_of_item ON events (item_id, created_at DESC, id DESC);
  `);
}
