import { accountLifetimes } from '@tempshare/contract/account';
import { forget } from '../../storage/forget.ts';
import { interval } from '../../storage/interval.ts';
import type { Db } from '../../storage/postgres/database.ts';

export async function insertOidcSignIn(db: Db, hash: Buffer, confirms: boolean): Promise<void> {
  await db.build((knex) => knex('oidc_sign_ins').insert({ hash, confirms }));
}

const LIVES = `created_at BETWEEN now() - ${interval(accountLifetimes.oidcSignIn)} AND now() + interval '1 minute'`;

/** Consumes a sign-in; of concurrent callers one gets it. Undefined if it is unknown, used or expired. */
export async function takeOidcSignIn(db: Db, hash: Buffer): Promise<{ confirms: boolean } | undefined> {
  const [row] = await db.query<{ confirms: boolean }>(
    `DELETE FROM oidc_sign_ins WHERE hash = $1 AND ${LIVES} RETURNING confirms`,
    [hash],
  );
  return row;
}

export const forgetOidcSignIns = forget('oidc_sign_ins', ['hash'], `NOT (${LIVES})`);

export async function findIdentity(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const [row] = await db.build<{ user_id: string }>((knex) =>
    knex('user_identities').select('user_id').where({ issuer, subject }),
  );
  return row?.user_id;
}

/** Returns false if the user or identity is already connected. */
export async function insertIdentity(
  db: Db,
  { issuer, subject, userId }: { issuer: string; subject: string; userId: string },
): Promise<boolean> {
  const rows = await db.build((knex) =>
    knex('user_identities')
      .insert({ issuer, subject, user_id: userId })
      .onConflict()
      .ignore()
      .returning('user_id'),
  );
  return rows.length > 0;
}
