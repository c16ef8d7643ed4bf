import { accountLimits, type Role } from '@tempshare/contract/account';
import type { Db } from '../../storage/postgres/database.ts';

export interface UserRow {
  id: string;
  account_id: string;
  email: string;
  name: string;
  role: Role;
  locale: string | null;
  password_hash: string | null;
  confirmed_email: string | null;
  created_at: Date;
}

export const USER = ['id', 'account_id', 'email', 'name', 'role', 'locale', 'created_at'] as const;

/** Returns undefined if the address is taken. */
export async function insertUser(
  db: Db,
  user: Omit<UserRow, 'created_at' | 'locale' | 'confirmed_email'>,
): Promise<UserRow | undefined> {
  const [row] = await db.build<UserRow>((knex) =>
    knex('users')
      .insert(user)
      .onConflict('email')
      .ignore()
      .returning([...USER]),
  );
  return row;
}

export async function findUser(
  db: Db,
  which: Partial<Pick<UserRow, 'id' | 'email' | 'account_id'>>,
): Promise<UserRow | undefined> {
  const [row] = await db.build<UserRow>((knex) => knex('users').select('*').where(which));
  return row;
}

/** Locks the user with this address, so that links for a user are created one at a time. */
export async function holdByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>('SELECT * FROM users WHERE email = $1 FOR NO KEY UPDATE', [email]);
  return row;
}

/** Recipients of a notice: a user, or the account's owners if there is no such user. */
export const listRecipients = (
  db: Db,
  { accountId, userId }: { accountId: string; userId: string | null },
): Promise<Pick<UserRow, 'email' | 'locale'>[]> =>
  db.query<Pick<UserRow, 'email' | 'locale'>>(
    `SELECT email, locale FROM users
     WHERE account_id = $1 AND CASE WHEN EXISTS (SELECT FROM users WHERE id = $2 AND account_id = $1)
       THEN id = $2 ELSE role = 'owner' END`,
    [accountId, userId],
  );

export async function updateUser(
  db: Db,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'email' | 'locale' | 'role' | 'password_hash' | 'confirmed_email'>>,
): Promise<void> {
  await db.build((knex) => knex('users').update(changes).where({ id }));
}

export async function confirmEmail(db: Db, id: string, email: string): Promise<void> {
  await db.query(
    `UPDATE users SET confirmed_email = email WHERE id = $1 AND email = $2 AND confirmed_email IS DISTINCT FROM email`,
    [id, email],
  );
}

export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.build((knex) => knex('users').delete().where({ id }));
}

export async function countUsers(
  db: Db,
  where: Partial<Pick<UserRow, 'account_id' | 'role'>>,
): Promise<number> {
  const [row] = await db.build<{ count: number }>((knex) =>
    knex('users').where(where).select(knex.raw('count(*)::int AS count')),
  );
  return (row as { count: number }).count;
}

export interface MemberRow extends UserRow {
  last_seen_at: Date | null;
  second_factor: boolean;
  passkeys: number;
}

export const listMembers = (
  db: Db,
  which: { account_id: string } | Pick<UserRow, 'id'>,
): Promise<MemberRow[]> =>
  db.build<MemberRow>((knex) =>
    knex('users')
      .select(
        ...USER,
        knex.raw('(SELECT max(seen_at) FROM user_sessions s WHERE s.user_id = users.id) AS last_seen_at'),
        knex.raw(
          'EXISTS (SELECT FROM second_factors f WHERE f.id = users.id AND f.secret IS NOT NULL) AS second_factor',
        ),
        knex.raw('(SELECT count(*)::int FROM passkeys p WHERE p.user_id = users.id) AS passkeys'),
      )
      .where(which)
      .orderBy(['name', 'id'])
      .limit(accountLimits.usersPerAccount),
  );

/** Locks the account's row, so that changes of its owners are serialized. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await db.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
}

export async function findAccount(db: Db, id: string): Promise<{ id: string; name: string }> {
  const [row] = await db.build<{ id: string; name: string }>((knex) =>
    knex('accounts').select('id', 'name').where({ id }),
  );
  return row as { id: string; name: string };
}

export async function renameAccount(db: Db, id: string, name: string): Promise<void> {
  await db.build((knex) => knex('accounts').update({ name }).where({ id }));
}

/** Locks a user with the checked password until the transaction ends. @returns false if either has changed */
export async function holdUser(
  db: Db,
  { id, password_hash }: Pick<UserRow, 'id'> & Partial<Pick<UserRow, 'password_hash'>>,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM users WHERE id = $1 AND ($2::boolean OR password_hash IS NOT DISTINCT FROM $3) FOR SHARE`,
    [id, password_hash === undefined, password_hash ?? null],
  );
  return rows.length > 0;
}
