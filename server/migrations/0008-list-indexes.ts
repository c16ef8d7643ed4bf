import type { Knex } from 'knex';

/**
 * What the lists read: each index starts with the owner and what a list is filtered by, and goes on in the list's order.
 * Each takes the place of another, so that writing costs no more. While one is built its table takes no writes. The old
 * ones go at the end: from then on nobody reads either, until the transaction is over.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A role may have a limit that fits requests.
    SET LOCAL statement_timeout = 0;

    CREATE INDEX transfers_by_state ON transfers (api_key_id, state, created_at DESC, id DESC) INCLUDE (expires_at)
      WHERE type <> 'debug';
    CREATE INDEX requests_by_state ON requests (api_key_id, state, created_at DESC, id DESC)
      INCLUDE (expires_at, closed_at);
    CREATE INDEX drop_items_by_arrival ON drop_items (drop_id, arrived, created_at DESC, id DESC);
    CREATE INDEX files_of_request ON files (request_id, completed_at DESC, id DESC) WHERE request_id IS NOT NULL;
    CREATE INDEX events_by_type ON events (api_key_id, type, created_at DESC, id DESC);
    CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (endpoint_id, state, created_at DESC, id DESC);

    DROP INDEX transfers_by_key, requests_by_key, drop_items_by_drop, files_by_request, events_by_key,
      webhook_deliveries_by_endpoint;
  `);
}
