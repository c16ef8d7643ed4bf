import type { Knex } from 'knex';

/** Settlements of revoked keys: another key takes over everything a key has shared, or it ends. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE key_settlements (
      key_id text PRIMARY KEY REFERENCES api_keys (id),
      heir_id text REFERENCES api_keys (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      due_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX key_settlements_by_due ON key_settlements (due_at);
    CREATE INDEX key_settlements_by_heir ON key_settlements (heir_id);
  `);
}
