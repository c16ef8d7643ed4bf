import type { Knex } from 'knex';

/** Who is in a room: the participants whose session follows it, and the name that each gave, sealed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE sessions ADD COLUMN name bytea, ADD COLUMN present_until timestamptz`);
}
