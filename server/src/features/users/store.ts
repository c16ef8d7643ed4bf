import { accountLifetimes, accountLimits, type Role } from '@tempshare/contract/account';
import type { SignedIn } from '../../domain/panel.ts';
import { forget } from '../../storage/forget.ts';
import { interval } from '../../storage/interval.ts';
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

const USER = ['id', 'account_id', 'email', 'name', 'role', 'locale', 'created_at'] as const;

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

async function findWhere(
  db: Db,
  where: Partial<Pick<UserRow, 'id' | 'email' | 'account_id'>>,
): Promise<UserRow | undefined> {
  const [row] = await db.build<UserRow>((knex) => knex('users').select('*').where(where));
  return row;
}

export const findByEmail = (db: Db, email: string) => findWhere(db, { email });
export const findUserById = (db: Db, id: string) => findWhere(db, { id });
export const findUser = (db: Db, accountId: string, id: string) =>
  findWhere(db, { account_id: accountId, id });

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

/** Locks a session until the transaction ends. @returns false if it has ended */
export async function holdSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query('SELECT FROM user_sessions WHERE token_hash = $1 FOR SHARE', [tokenHash]);
  return rows.length > 0;
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

export async function hasOwner(db: Db, accountId?: string): Promise<boolean> {
  const which = { role: 'owner', ...(accountId !== undefined && { account_id: accountId }) };
  const rows = await db.build((knex) => knex('users').select('id').where(which).limit(1));
  return rows.length > 0;
}

export interface NewSession {
  tokenHash: Buffer;
  id: string;
  userId: string;
  device: string | null;
  network: string;
  /** Seconds. */
  lifetime: number;
  confirmedAt?: Date | undefined;
}

/** Inserts a session and deletes the least recently used ones beyond the limit. */
export async function insertSession(db: Db, session: NewSession): Promise<Date> {
  const { tokenHash, id, userId, device, network, lifetime, confirmedAt } = session;
  const [row] = await db.query<{ expires_at: Date }>(
    `WITH oldest AS (
       SELECT token_hash FROM user_sessions WHERE user_id = $3
       ORDER BY seen_at DESC OFFSET ${accountLimits.sessionsPerUser - 1}
     ), ended AS (
       DELETE FROM user_sessions s USING oldest WHERE s.token_hash = oldest.token_hash
     )
     INSERT INTO user_sessions (token_hash, id, user_id, device, network, expires_at, confirmed_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), coalesce($7::timestamptz, now())) RETURNING expires_at`,
    [tokenHash, id, userId, device, network, lifetime, confirmedAt ?? null],
  );
  return (row as { expires_at: Date }).expires_at;
}

/** SQL: the session is valid. A time in the future dates from before the clock was set back. */
const LIVES = `s.expires_at > now() AND s.created_at <= now() + interval '1 minute'
  AND s.seen_at > now() - ${interval(accountLifetimes.sessionIdle)}`;

interface SessionUserRow extends Omit<UserRow, 'password_hash'> {
  session_id: string;
  account_name: string;
  runs_server: boolean;
  has_password: boolean;
  confirmed_at: Date;
  expires_at: Date;
  unnoted: boolean;
}

export async function findSession(
  db: Db,
  tokenHash: Buffer,
): Promise<(SignedIn & { unnoted: boolean }) | undefined> {
  const [row] = await db.query<SessionUserRow>(FIND_SESSION, [tokenHash]);
  if (!row) return undefined;
  return {
    user: {
      id: row.id,
      accountId: row.account_id,
      email: row.email,
      name: row.name,
      role: row.role,
      locale: row.locale,
      createdAt: row.created_at,
      hasPassword: row.has_password,
    },
    account: { id: row.account_id, name: row.account_name, runsServer: row.runs_server },
    session: {
      id: row.session_id,
      tokenHash,
      confirmedAt: row.confirmed_at,
      expiresAt: row.expires_at,
    },
    unnoted: row.unnoted,
  };
}

const FIND_SESSION = `
  SELECT s.id AS session_id, s.confirmed_at, s.expires_at, s.seen_at < now() - interval '1 minute' AS unnoted,
    ${USER.map((column) => `u.${column}`).join(', ')}, a.name AS account_name,
    a.id = (SELECT id FROM accounts ORDER BY created_at, id LIMIT 1) AS runs_server, u.password_hash IS NOT NULL AS has_password
  FROM user_sessions s JOIN users u ON u.id = s.user_id JOIN accounts a ON a.id = u.account_id
  WHERE s.token_hash = $1 AND ${LIVES}`;

export async function noteSeen(db: Db, tokenHash: Buffer, network: string): Promise<void> {
  await db.query('UPDATE user_sessions SET seen_at = now(), network = $2 WHERE token_hash = $1', [
    tokenHash,
    network,
  ]);
}

export async function confirmSession(db: Db, tokenHash: Buffer): Promise<Date> {
  const [row] = await db.query<{ confirmed_at: Date }>(
    'UPDATE user_sessions SET confirmed_at = now() WHERE token_hash = $1 RETURNING confirmed_at',
    [tokenHash],
  );
  return row?.confirmed_at ?? new Date(0);
}

export interface SessionRow {
  id: string;
  device: string | null;
  network: string;
  created_at: Date;
  seen_at: Date;
}

export const listSessions = (db: Db, userId: string): Promise<SessionRow[]> =>
  db.query<SessionRow>(
    `SELECT s.id, s.device, s.network, s.created_at, s.seen_at FROM user_sessions s
     WHERE s.user_id = $1 AND ${LIVES} ORDER BY s.seen_at DESC, s.id`,
    [userId],
  );

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.build((knex) => knex('user_sessions').delete().where({ token_hash: tokenHash }));
}

export async function endSessionById(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db.build((knex) =>
    knex('user_sessions').delete().where({ user_id: userId, id }).returning('id'),
  );
  return rows.length > 0;
}

export async function endSessions(db: Db, userId: string, but?: Buffer): Promise<void> {
  await db.build((knex) => {
    const query = knex('user_sessions').delete().where({ user_id: userId });
    return but ? query.whereNot({ token_hash: but }) : query;
  });
}

export type Purpose = 'set-up' | 'invitation' | 'reset' | 'email';

export interface LinkRow {
  id: string;
  purpose: Purpose;
  account_id: string;
  user_id: string | null;
  created_by: string | null;
  role: Role | null;
  email: string | null;
  created_at: Date;
  expires_at: Date;
}

const LINK = [
  'id',
  'purpose',
  'account_id',
  'user_id',
  'created_by',
  'role',
  'email',
  'created_at',
  'expires_at',
] as const;

export interface NewLink {
  tokenHash: Buffer;
  id: string;
  purpose: Purpose;
  accountId: string;
  userId: string | null;
  createdBy: string | null;
  role: Role | null;
  email: string | null;
  /** Seconds. */
  lifetime: number;
}

export async function insertLink(db: Db, link: NewLink): Promise<LinkRow> {
  const [row] = await db.build<LinkRow>((knex) =>
    knex('one_time_links')
      .insert({
        token_hash: link.tokenHash,
        id: link.id,
        purpose: link.purpose,
        account_id: link.accountId,
        user_id: link.userId,
        created_by: link.createdBy,
        role: link.role,
        email: link.email,
        expires_at: knex.raw('now() + make_interval(secs => ?)', [link.lifetime]),
      })
      .returning([...LINK]),
  );
  return row as LinkRow;
}

/** Counts valid mailed links, which nobody created. */
export async function countMailedLinks(db: Db, userId: string, purpose: Purpose): Promise<number> {
  const [row] = await db.build<{ count: number }>((knex) =>
    knex('one_time_links')
      .where({ user_id: userId, purpose })
      .whereNull('created_by')
      .whereRaw('expires_at > now()')
      .select(knex.raw('count(*)::int AS count')),
  );
  return (row as { count: number }).count;
}

export async function findLink(db: Db, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await db.build<LinkRow>((knex) =>
    knex('one_time_links').select(LINK).where({ token_hash: tokenHash }).whereRaw('expires_at > now()'),
  );
  return row;
}

/** Consumes a link; of concurrent callers one gets it. */
export async function takeLink(db: Db, tokenHash: Buffer, purpose: Purpose): Promise<LinkRow | undefined> {
  const [row] = await db.build<LinkRow>((knex) =>
    knex('one_time_links')
      .delete()
      .where({ token_hash: tokenHash, purpose })
      .whereRaw('expires_at > now()')
      .returning([...LINK]),
  );
  return row;
}

export async function deleteLinks(
  db: Db,
  accountId: string,
  which: { purpose: Purpose; id?: string; user_id?: string },
): Promise<number> {
  const rows = await db.build((knex) =>
    knex('one_time_links')
      .delete()
      .where({ account_id: accountId, ...which })
      .returning('id'),
  );
  return rows.length;
}

export async function deleteOwnLinks(db: Db, userId: string): Promise<void> {
  await db.build((knex) => knex('one_time_links').delete().where({ user_id: userId }));
}

export async function deleteLinksOf(db: Db, userId: string): Promise<void> {
  await db.build((knex) =>
    knex('one_time_links').delete().where({ user_id: userId }).orWhere({ created_by: userId }),
  );
}

export const listInvitations = (db: Db, accountId: string): Promise<LinkRow[]> =>
  db.build<LinkRow>((knex) =>
    knex('one_time_links')
      .select(LINK)
      .where({ account_id: accountId, purpose: 'invitation' })
      .whereRaw('expires_at > now()')
      .orderBy('created_at', 'desc'),
  );

export const forgetSessions = forget('user_sessions s', ['token_hash'], `NOT (${LIVES})`);
