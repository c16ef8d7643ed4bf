import type { Knex } from 'knex';

/**
 * People who sign in, and API keys with several secrets. A key keeps the hash of its first secret in `api_keys.hash`, which
 * servers of the version before read; the trigger gives a secret to each key that such a server makes meanwhile.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE users (
      id text PRIMARY KEY,
      account_id text NOT NULL REFERENCES accounts (id),
      email text NOT NULL UNIQUE CHECK (email = lower(email)),
      name text NOT NULL,
      role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'auditor')),
      locale text,
      password_hash text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX users_of_account ON users (account_id, name, id);

    CREATE TABLE user_sessions (
      token_hash bytea PRIMARY KEY,
      id text NOT NULL UNIQUE,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      device text,
      network text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now(),
      confirmed_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX user_sessions_of_user ON user_sessions (user_id, seen_at DESC);
    CREATE INDEX user_sessions_by_end ON user_sessions (expires_at);

    CREATE TABLE one_time_links (
      token_hash bytea PRIMARY KEY,
      id text NOT NULL UNIQUE,
      purpose text NOT NULL CHECK (purpose IN ('set-up', 'invitation', 'reset')),
      account_id text NOT NULL REFERENCES accounts (id),
      user_id text REFERENCES users (id) ON DELETE CASCADE,
      created_by text REFERENCES users (id) ON DELETE CASCADE,
      role text CHECK (role IN ('owner', 'admin', 'member', 'auditor')),
      email text,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      CHECK ((purpose = 'reset') = (user_id IS NOT NULL) AND (purpose = 'invitation') = (role IS NOT NULL))
    );
    CREATE INDEX one_time_links_of_account ON one_time_links (account_id, created_at);
    CREATE INDEX one_time_links_by_end ON one_time_links (expires_at);

    ALTER TABLE api_keys ALTER COLUMN hash DROP NOT NULL, ADD COLUMN user_id text;
    CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at DESC, id DESC);

    CREATE TABLE api_key_secrets (
      hash bytea PRIMARY KEY,
      key_id text NOT NULL REFERENCES api_keys (id),
      kind text NOT NULL DEFAULT 'api' CHECK (kind IN ('api', 'page')),
      last4 text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz
    );
    CREATE INDEX api_key_secrets_of_key ON api_key_secrets (key_id, created_at DESC);
    INSERT INTO api_key_secrets (hash, key_id, last4, created_at)
    SELECT hash, id, last4, created_at FROM api_keys WHERE hash IS NOT NULL;

    CREATE FUNCTION give_first_secret() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO api_key_secrets (hash, key_id, last4, created_at)
      VALUES (NEW.hash, NEW.id, NEW.last4, NEW.created_at) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER first_secret AFTER INSERT ON api_keys FOR EACH ROW WHEN (NEW.hash IS NOT NULL)
    EXECUTE FUNCTION give_first_secret();

    ALTER TABLE audit_entries ADD COLUMN account_id text, ADD COLUMN actor_id text, ADD COLUMN network text,
      ADD COLUMN request_id text;
    CREATE INDEX audit_entries_of_account ON audit_entries (account_id, at DESC, id DESC);

    ALTER TABLE idempotency_keys ADD COLUMN sealed_keys bytea;
  `);
}
