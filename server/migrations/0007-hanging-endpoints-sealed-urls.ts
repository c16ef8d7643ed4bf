import type { Knex } from 'knex';

/**
 * What keeps a receiver that hangs from holding up others, and a place for the URL under the endpoint's data key. Only
 * the servers have the keyring, so a job of theirs moves the URLs that are there.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- answers: its last attempt was over in time. Without it, it is tried alone: trial_until is the lease of that try, over
    -- all servers. hangs counts those in a row; hung_at is when the last of them was counted.
    ALTER TABLE webhook_endpoints
      ADD COLUMN answers boolean NOT NULL DEFAULT false,
      ADD COLUMN hangs int NOT NULL DEFAULT 0,
      ADD COLUMN hung_at timestamptz,
      ADD COLUMN paused_until timestamptz,
      ADD COLUMN trial_until timestamptz,
      ADD CONSTRAINT webhook_endpoints_breaker CHECK (
        num_nulls(hung_at, paused_until) = CASE WHEN hangs = 0 THEN 2 ELSE 0 END AND NOT (answers AND hangs > 0));

    -- One in the clear is from a server of the version before, and newer than a sealed one beside it.
    ALTER TABLE webhook_endpoints
      ALTER COLUMN url DROP NOT NULL,
      ADD COLUMN sealed_url bytea,
      ADD CONSTRAINT webhook_endpoints_url CHECK (num_nonnulls(url, sealed_url) > 0);
  `);
}
