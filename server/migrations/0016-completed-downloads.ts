import type { Knex } from 'knex';

/**
 * A file counts as viewed when it was downloaded, no longer when it was opened. An opening takes its view at once, so
 * that no two can have the last one; until its download has completed it stands in `unfinished`.
 *
 * Downloads that are there, and those that a server of an earlier version hands out, have been counted when they were
 * opened. Such a server also has told of the end of a transfer then, and noted it in `ended_at`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A role may have a limit that fits requests.
    SET LOCAL statement_timeout = 0;

    ALTER TABLE transfers ADD COLUMN unfinished integer NOT NULL DEFAULT 0,
      ADD CONSTRAINT transfers_unfinished_check CHECK (unfinished >= 0 AND views + unfinished <= max_views);
    ALTER TABLE downloads ADD COLUMN counted boolean NOT NULL DEFAULT true,
      ADD COLUMN finisher text, ADD COLUMN finishing_until timestamptz,
      ADD CONSTRAINT downloads_finishing_check CHECK ((finisher IS NULL) = (finishing_until IS NULL));
    CREATE INDEX transfers_unended ON transfers (id) WHERE state = 'consumed' AND ended_at IS NULL;
  `);
}
