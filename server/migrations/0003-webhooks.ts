import type { Knex } from 'knex';

/** Webhook endpoints, what is on its way to them, and what came of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The secrets are numbered in the order in which they sign, and sealed as what they are: next_secret is number
    -- secret_number + 1, and takes the place of secret without being sealed anew. host is that of url, with its port.
    CREATE TABLE webhook_endpoints (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      api_key_id text NOT NULL,
      livemode boolean NOT NULL,
      url text NOT NULL,
      host text NOT NULL,
      description text,
      events text[],
      enabled boolean NOT NULL DEFAULT true,
      disabled_reason text CHECK (disabled_reason IN ('owner', 'gone', 'failing')),
      wrapped_key bytea NOT NULL,
      secret bytea NOT NULL,
      secret_number int NOT NULL DEFAULT 1,
      next_secret bytea,
      rotation_started_at timestamptz,
      rotation_ends_at timestamptz,
      failing_since timestamptz,
      failures int NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      CHECK (enabled = (disabled_reason IS NULL)),
      CHECK (num_nulls(next_secret, rotation_started_at, rotation_ends_at) IN (0, 3)),
      CHECK ((failing_since IS NULL) = (failures = 0))
    ) WITH (fillfactor = 70);
    CREATE INDEX webhook_endpoints_by_key ON webhook_endpoints (api_key_id, created_at DESC, id DESC);

    -- The queue and the history in one. once: its next attempt is its last, whatever the schedule says. step counts the
    -- attempts made by the schedule, lease the times a worker has taken it. No foreign key leads to the endpoint: removing
    -- one must neither wait for all that was ever sent to it nor fail the statement that is just writing an event.
    CREATE TABLE webhook_deliveries (
      id text PRIMARY KEY DEFAULT 'whd_' || replace(gen_random_uuid()::text, '-', ''),
      endpoint_id text NOT NULL,
      event_id text NOT NULL,
      event_type text NOT NULL,
      test boolean NOT NULL DEFAULT false,
      once boolean NOT NULL DEFAULT false,
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
      next_attempt_at timestamptz,
      lease_until timestamptz,
      lease int NOT NULL DEFAULT 0,
      step int NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL))
    ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX webhook_deliveries_queue ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE state = 'pending';
    CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
    CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);

    CREATE TABLE webhook_attempts (
      delivery_id text NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
      lease int NOT NULL,
      started_at timestamptz NOT NULL,
      status int,
      duration_ms int NOT NULL,
      error text CHECK (error IN
        ('dns', 'blocked_address', 'connect', 'tls', 'timeout', 'connection_lost', 'redirect', 'http_status')),
      PRIMARY KEY (delivery_id, lease)
    );
  `);
}
