import type { Knex } from 'knex';

/** A download URL is renewed while its bytes flow, up to a time from when it was handed out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE downloads ADD COLUMN granted_at timestamptz NOT NULL DEFAULT now()`);
}
