import type { Knex } from 'knex';

/** The owner's own name for an item, sealed under a key of its own that the owner's server can always open. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE transfers ADD COLUMN owner_wrapped_key bytea, ADD COLUMN label bytea;
    ALTER TABLE secrets ADD COLUMN owner_wrapped_key bytea, ADD COLUMN label bytea;
    ALTER TABLE requests ADD COLUMN owner_wrapped_key bytea, ADD COLUMN label bytea;
    ALTER TABLE rooms ADD COLUMN owner_wrapped_key bytea, ADD COLUMN label bytea;
  `);
}
