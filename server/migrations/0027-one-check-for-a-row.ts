import type { Knex } from 'knex';

/**
 * What holds of each secret and transfer, in one constraint for a table: PostgreSQL reads the text of every constraint of a
 * table anew for each statement that writes a row. An array is one constant there, where a list is as many as it has words.
 * The rows that are there are held to it by the next migration: reading them takes time, and nobody could use the tables.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE secrets
      DROP CONSTRAINT secrets_check, DROP CONSTRAINT secrets_check1, DROP CONSTRAINT secrets_encryption_check,
      DROP CONSTRAINT secrets_state_check,
      ADD CONSTRAINT secrets_check CHECK (
        state = ANY ('{waiting,consumed,expired,revoked}'::text[])
        AND (state = 'waiting') = (content IS NOT NULL AND wrapped_key IS NOT NULL)
        AND encryption = ANY ('{server,e2e}'::text[])
        AND expires_at > created_at
      ) NOT VALID;

    -- A transfer that has ended has no key; its content stays while somebody may repeat a reading.
    ALTER TABLE transfers
      DROP CONSTRAINT transfers_awaiting_check, DROP CONSTRAINT transfers_check, DROP CONSTRAINT transfers_check1,
      DROP CONSTRAINT transfers_content_check, DROP CONSTRAINT transfers_encryption_check,
      DROP CONSTRAINT transfers_state_check, DROP CONSTRAINT transfers_type_check,
      DROP CONSTRAINT transfers_unfinished_check, DROP CONSTRAINT transfers_wiped_check,
      ADD CONSTRAINT transfers_check CHECK (
        CASE WHEN state = ANY ('{awaiting,active}'::text[]) THEN content IS NOT NULL AND wrapped_key IS NOT NULL
          ELSE state = ANY ('{expired,consumed}'::text[]) AND wrapped_key IS NULL AND snippet IS NULL
            AND short_code IS NULL AND (content IS NULL OR read_until IS NOT NULL) END
        AND (state = 'awaiting') = (awaiting_until IS NOT NULL)
        AND type = ANY ('{text,url,file,debug}'::text[])
        AND encryption = ANY ('{server,e2e}'::text[])
        AND expires_at > created_at
        AND unfinished >= 0 AND views + unfinished <= max_views
      ) NOT VALID;
  `);
}
