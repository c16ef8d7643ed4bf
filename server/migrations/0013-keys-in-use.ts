import type { Knex } from 'knex';

/**
 * Whether an encryption key is still used, without looking at everything that is sealed: when a server last said that it
 * seals under it, and when nothing was found to be under it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE keyring_checks ADD COLUMN sealing_at timestamptz NOT NULL DEFAULT now(), ADD COLUMN emptied_at timestamptz;
  `);
}
