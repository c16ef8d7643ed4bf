import type { Knex } from 'knex';

/**
 * A secret that has ended has no key, and content only while its reader may repeat the reading, as it is for transfers.
 * The constraint stays NOT VALID: checking the rows that are there would keep everybody waiting, and those that have ended
 * are deleted within 30 days.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE secrets
      DROP CONSTRAINT secrets_check,
      ADD CONSTRAINT secrets_check CHECK (
        CASE WHEN state = 'waiting' THEN content IS NOT NULL AND wrapped_key IS NOT NULL
          ELSE state = ANY ('{consumed,expired,revoked}'::text[]) AND wrapped_key IS NULL
            AND (content IS NULL OR (state = 'consumed' AND read_until IS NOT NULL)) END
        AND encryption = ANY ('{server,e2e}'::text[])
        AND expires_at > created_at
      ) NOT VALID;
  `);
}
