import type { Knex } from 'knex';

/** One-time links that confirm another e-mail address of a person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE one_time_links
      DROP CONSTRAINT one_time_links_purpose_check,
      DROP CONSTRAINT one_time_links_check,
      ADD CONSTRAINT one_time_links_purpose_check CHECK (purpose IN ('set-up', 'invitation', 'reset', 'email')),
      ADD CONSTRAINT one_time_links_check CHECK (
        (purpose IN ('reset', 'email')) = (user_id IS NOT NULL) AND (purpose = 'invitation') = (role IS NOT NULL)
        AND (purpose <> 'email' OR email IS NOT NULL));
    CREATE INDEX one_time_links_of_user ON one_time_links (user_id, created_at) WHERE user_id IS NOT NULL;
  `);
}
