import type { Knex } from 'knex';

export const worksWith = '0065-way-back';

/** Scheduled backups that have been started since one last ended. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE backup_schedule
      ADD COLUMN started integer NOT NULL DEFAULT 0,
      ADD COLUMN first_started_at timestamptz;
  `);
}
