import type { Knex } from 'knex';

/** Accounts and keys, transfers, secrets, the outbox, and what the pipeline keeps for itself. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE accounts (
      id text PRIMARY KEY,
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE api_keys (
      id text PRIMARY KEY,
      account_id text NOT NULL REFERENCES accounts (id),
      name text NOT NULL,
      environment text NOT NULL CHECK (environment IN ('live', 'test')),
      last4 text NOT NULL,
      hash bytea NOT NULL UNIQUE,
      scopes text[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz
    );

    CREATE TABLE transfers (
      id text PRIMARY KEY,
      short_code text UNIQUE,
      account_id text NOT NULL,
      api_key_id text NOT NULL,
      livemode boolean NOT NULL,
      type text NOT NULL CHECK (type IN ('text', 'url', 'file', 'debug')),
      state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'expired', 'consumed')),
      encryption text NOT NULL CHECK (encryption IN ('server', 'e2e')),
      content bytea,
      snippet bytea,
      wrapped_key bytea,
      password_salt bytea,
      password_iterations int,
      access_proof_hash bytea,
      kdf_iterations int,
      views int NOT NULL DEFAULT 0,
      max_views int,
      created_at timestamptz NOT NULL,
      expires_at timestamptz CHECK (expires_at > created_at),
      ended_at timestamptz,
      CHECK (views <= max_views),
      CHECK (state <> 'active' OR (content IS NOT NULL AND wrapped_key IS NOT NULL)),
      CHECK (state = 'active' OR (content IS NULL AND wrapped_key IS NULL AND snippet IS NULL AND short_code IS NULL))
    ) WITH (fillfactor = 85);
    ALTER TABLE transfers ALTER COLUMN content SET STORAGE EXTERNAL;
    CREATE INDEX transfers_by_key ON transfers (api_key_id, created_at DESC, id DESC);
    CREATE INDEX transfers_by_expiry ON transfers (expires_at);

    CREATE TABLE secrets (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      api_key_id text NOT NULL,
      livemode boolean NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'consumed', 'expired', 'revoked')),
      encryption text NOT NULL CHECK (encryption IN ('server', 'e2e')),
      content bytea,
      wrapped_key bytea,
      password_salt bytea,
      password_iterations int,
      access_proof_hash bytea,
      kdf_iterations int,
      created_at timestamptz NOT NULL,
      expires_at timestamptz CHECK (expires_at > created_at),
      ended_at timestamptz,
      CHECK ((state = 'waiting') = (content IS NOT NULL AND wrapped_key IS NOT NULL))
    ) WITH (fillfactor = 85);
    ALTER TABLE secrets ALTER COLUMN content SET STORAGE EXTERNAL;
    CREATE INDEX secrets_by_expiry ON secrets (expires_at);

    CREATE TABLE events (
      id text PRIMARY KEY,
      type text NOT NULL,
      account_id text NOT NULL,
      api_key_id text NOT NULL,
      livemode boolean NOT NULL,
      object jsonb NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX events_by_key ON events (api_key_id, created_at DESC, id DESC);

    CREATE TABLE idempotency_keys (
      api_key_id text NOT NULL,
      slot bytea NOT NULL,
      fingerprint bytea NOT NULL,
      answer bytea,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (api_key_id, slot)
    );

    CREATE TABLE attempts (
      item_id text NOT NULL,
      address text NOT NULL,
      recent timestamptz[] NOT NULL,
      total int NOT NULL,
      PRIMARY KEY (item_id, address)
    );

    CREATE UNLOGGED TABLE rate_limits (
      bucket text PRIMARY KEY,
      at bigint[] NOT NULL,
      hits int[] NOT NULL,
      admitted int NOT NULL,
      used int NOT NULL,
      oldest bigint NOT NULL,
      decided bigint NOT NULL
    ) WITH (fillfactor = 50);

    CREATE TABLE keyring_checks (
      key_id text PRIMARY KEY,
      sealed bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE FUNCTION iso_ms(moment timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
      $$ SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
  `);
}
