import type { Knex } from 'knex';

/** Notices by mail about items: who wants which, what is still to be told, and the links that stop them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE users ADD COLUMN confirmed_email text;
    CREATE INDEX api_keys_of_user ON api_keys (user_id) WHERE user_id IS NOT NULL;

    CREATE TABLE notice_settings (
      user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      opened_since timestamptz,
      expired_since timestamptz,
      finished_since timestamptz,
      arrived_since timestamptz,
      counted_from timestamptz,
      mails int NOT NULL DEFAULT 0
    );

    CREATE TABLE notices (
      item_id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('opened', 'expired', 'finished', 'arrived')),
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      item_kind text NOT NULL,
      item_created_at timestamptz NOT NULL,
      happened_at timestamptz NOT NULL,
      untold int NOT NULL DEFAULT 1,
      due_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (item_id, kind)
    );
    CREATE INDEX notices_due ON notices (due_at) WHERE untold > 0;
    CREATE INDEX notices_by_age ON notices (happened_at);
    CREATE INDEX notices_of_user ON notices (user_id);

    CREATE TABLE notice_links (
      token_hash bytea PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX notice_links_by_age ON notice_links (created_at);
    CREATE INDEX notice_links_of_user ON notice_links (user_id);

    CREATE TABLE notice_progress (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      read_until timestamptz NOT NULL DEFAULT now()
    );
  `);
}
