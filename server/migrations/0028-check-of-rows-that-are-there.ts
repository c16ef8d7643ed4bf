import type { Knex } from 'knex';

/** Holds the secrets and transfers that are there to their constraint, while everybody goes on reading and writing them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE secrets VALIDATE CONSTRAINT secrets_check;
    ALTER TABLE transfers VALIDATE CONSTRAINT transfers_check;
  `);
}
