import type { Knex } from 'knex';

/** Mails that wait to be sent: recipient, words and links are sealed. A mail goes with the one-time link that is in it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE mails (
      id text PRIMARY KEY,
      wrapped_key bytea NOT NULL,
      content bytea NOT NULL,
      link_id text REFERENCES one_time_links (id) ON DELETE CASCADE,
      lease int NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX mails_due ON mails (due_at);
    CREATE INDEX mails_of_link ON mails (link_id) WHERE link_id IS NOT NULL;
  `);
}
