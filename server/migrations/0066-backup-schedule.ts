import type { Knex } from 'knex';

export const worksWith = '0065-way-back';

/** The last attempt at a scheduled backup. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE backup_schedule (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      started_at timestamptz NOT NULL DEFAULT now(),
      running_until timestamptz NOT NULL,
      succeeded_at timestamptz,
      failed_at timestamptz
    );
  `);
}
