import type { Knex } from 'knex';

/** Second factors and passkeys of people, and short-lived secrets by which pages call the public API. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE second_factors (
      id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      wrapped_key bytea,
      secret bytea,
      pending_key bytea,
      pending_secret bytea,
      last_step bigint NOT NULL DEFAULT 0,
      CHECK ((wrapped_key IS NULL) = (secret IS NULL)),
      CHECK ((pending_key IS NULL) = (pending_secret IS NULL))
    );

    CREATE TABLE recovery_codes (
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      hash bytea NOT NULL,
      PRIMARY KEY (user_id, hash)
    );

    CREATE TABLE passkeys (
      id text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

    CREATE TABLE passkey_challenges (
      hash bytea PRIMARY KEY,
      user_id text REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX passkey_challenges_by_age ON passkey_challenges (created_at);

    ALTER TABLE api_keys ADD COLUMN hidden boolean NOT NULL DEFAULT false;
    CREATE UNIQUE INDEX api_keys_hidden_of_user ON api_keys (user_id) WHERE hidden;
    ALTER TABLE api_key_secrets ADD COLUMN session_id text REFERENCES user_sessions (id) ON DELETE CASCADE;
    CREATE INDEX api_key_secrets_of_session ON api_key_secrets (session_id);
    CREATE INDEX api_key_secrets_of_pages ON api_key_secrets (expires_at) WHERE kind = 'page';
  `);
}
