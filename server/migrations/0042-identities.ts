import type { Knex } from 'knex';

/** People as an OpenID provider knows them, and sign-ins there that have begun. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE user_identities (
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (issuer, subject),
      UNIQUE (user_id, issuer)
    );

    CREATE TABLE oidc_sign_ins (
      hash bytea PRIMARY KEY,
      confirms boolean NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX oidc_sign_ins_by_age ON oidc_sign_ins (created_at);
  `);
}
