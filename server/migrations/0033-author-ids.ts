import type { Knex } from 'knex';

/** Who posted, as an id that means nothing elsewhere: for the owner, who may delete what one author has posted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE room_messages ADD COLUMN author_id text;
    ALTER TABLE drop_items ADD COLUMN author_id text;
  `);
}
