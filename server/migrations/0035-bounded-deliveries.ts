import type { Knex } from 'knex';

/**
 * Attempts in the row of their delivery, endpoints that skip events, and a place for descriptions under the data key of
 * their endpoint. Attempts of before stay in webhook_attempts until their deliveries are deleted. Only the servers have
 * the keyring, so a job seals the descriptions that are there.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The last attempts, oldest first: element i of each array belongs to one attempt.
    ALTER TABLE webhook_deliveries
      ADD COLUMN attempt_leases int[],
      ADD COLUMN attempt_times timestamptz[],
      ADD COLUMN attempt_statuses int[],
      ADD COLUMN attempt_durations int[],
      ADD COLUMN attempt_errors text[];

    -- skips: events get no delivery to it. skipped_from and skipped_until: the last time that this was so.
    ALTER TABLE webhook_endpoints
      ADD COLUMN skips boolean NOT NULL DEFAULT false,
      ADD COLUMN skipped_from timestamptz,
      ADD COLUMN skipped_until timestamptz,
      ADD COLUMN sealed_description bytea;
  `);
}
