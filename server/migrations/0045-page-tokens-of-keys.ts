import type { Knex } from 'knex';

/** Scopes of a secret of its own, where they are not those of its key: pages act for a key with few of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE api_key_secrets ADD COLUMN scopes text[]');
}
