import type { Knex } from 'knex';

/** Webhook endpoints, what is on its way to them, and what came of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE webhook_endpoints (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      api_key_id text NOT NULL,
      livemode boolean NOT NULL,
      url text NOT NULL,
      description text,
      events text[],
      enabled boolean NOT NULL DEFAULT true,
      disabled_reason text CHECK (disabled_reason IN ('owner', 'gone', 'failing')),
      wrapped_key bytea NOT NULL,
      secret bytea NOT NULL,
      next_secret bytea,
      rotation_started_at timestamptz,
      rotation_ends_at timestamptz,
      failing_since timestamptz,
      created_at timestamptz NOT NULL,
      CHECK (enabled = (disabled_reason IS NULL)),
      CHECK (num_nulls(next_secret, rotation_started_at, rotation_ends_at) IN (0, 3))
    );
    CREATE INDEX webhook_endpoints_by_key ON webhook_endpoints (api_key_id, created_at DESC, id DESC);

    -- test_event is the body of a made-up event, which is in no log.
    CREATE TABLE webhook_deliveries (
      id text PRIMARY KEY DEFAULT 'whd_' || replace(gen_random_uuid()::text, '-', ''),
      endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
      event_id text NOT NULL,
      event_type text NOT NULL,
      test_event jsonb,
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
      next_attempt_at timestamptz,
      lease_until timestamptz,
      lease int NOT NULL DEFAULT 0,
      step int NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL))
    ) WITH (fillfactor = 70);
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE state = 'pending';
    CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);

    CREATE TABLE webhook_attempts (
      delivery_id text NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
      started_at timestamptz NOT NULL,
      status int,
      duration_ms int NOT NULL,
      error text,
      PRIMARY KEY (delivery_id, started_at)
    );
  `);
}
