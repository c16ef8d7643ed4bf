import type { Knex } from 'knex';

/**
 * `proven`: the network was right at the item before. `busy_until`: when the tries of a tier have used up what was allowed
 * beforehand, and new ones come at its pace.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE attempts ADD COLUMN proven boolean NOT NULL DEFAULT false, ADD COLUMN busy_until timestamptz;
  `);
}
