import { accountLifetimes } from '@tempshare/contract/account';
import { forget } from '../../storage/forget.ts';
import { interval } from '../../storage/interval.ts';
import type { Db } from '../../storage/postgres/database.ts';

export interface PasskeyRow {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.build<PasskeyRow>((knex) =>
    knex('passkeys').select('*').where({ user_id: userId }).orderBy(['created_at', 'id']),
  );

/** Returns undefined if the credential is already stored. */
export async function insertPasskey(
  db: Db,
  passkey: Omit<PasskeyRow, 'created_at' | 'last_used_at'>,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.build<PasskeyRow>((knex) =>
    knex('passkeys').insert(passkey).onConflict('credential_id').ignore().returning('*'),
  );
  return row;
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.build<PasskeyRow>((knex) =>
    knex('passkeys').select('*').where({ credential_id: credentialId }),
  );
  return row;
}

export async function notePasskeyUse(db: Db, id: string, counter: number): Promise<void> {
  await db.query('UPDATE passkeys SET counter = $2, last_used_at = now() WHERE id = $1', [id, counter]);
}

export async function renamePasskey(
  db: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  const rows = await db.build((knex) =>
    knex('passkeys').update({ name }).where({ user_id: userId, id }).returning('id'),
  );
  return rows.length > 0;
}

/** Deletes the passkeys of a user, or one. @returns true if there were any */
export async function deletePasskeys(db: Db, which: { user_id: string; id?: string }): Promise<boolean> {
  const rows = await db.build((knex) => knex('passkeys').delete().where(which).returning('id'));
  return rows.length > 0;
}

export async function insertChallenge(db: Db, hash: Buffer, userId: string | null): Promise<void> {
  await db.build((knex) => knex('passkey_challenges').insert({ hash, user_id: userId }));
}

const CHALLENGE_LIVES = `created_at BETWEEN now() - ${interval(accountLifetimes.passkeyChallenge)} AND now() + interval '1 minute'`;

/** Consumes a challenge: valid once, in time, and for its user. */
export async function takeChallenge(db: Db, hash: Buffer, userId: string | null): Promise<boolean> {
  const rows = await db.query(
    `DELETE FROM passkey_challenges WHERE hash = $1 AND user_id IS NOT DISTINCT FROM $2
       AND ${CHALLENGE_LIVES} RETURNING 1`,
    [hash, userId],
  );
  return rows.length > 0;
}

export const forgetChallenges = forget('passkey_challenges', ['hash'], `NOT (${CHALLENGE_LIVES})`);
