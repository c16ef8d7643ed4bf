import type { Knex } from 'knex';

/**
 * The bytes of files are large and are deleted in large portions: the room is made usable again when a fiftieth of it is
 * dead, not a fifth.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE blob_chunks SET (
      autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02,
      toast.autovacuum_vacuum_threshold = 10000
    );
  `);
}
