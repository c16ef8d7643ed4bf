import { accountLifetimes, accountLimits } from '@tempshare/contract/account';
import type { SignedIn } from '../../domain/panel.ts';
import { forget } from '../../storage/forget.ts';
import { interval } from '../../storage/interval.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { USER, type UserRow } from './store.ts';

interface NewSession {
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
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { tokenHash, id, userId, device, network, lifetime, confirmedAt } = session;
  await db.query(
    `WITH oldest AS (
       SELECT token_hash FROM user_sessions WHERE user_id = $3
       ORDER BY seen_at DESC OFFSET ${accountLimits.sessionsPerUser - 1}
     ), ended AS (
       DELETE FROM user_sessions s USING oldest WHERE s.token_hash = oldest.token_hash
     )
     INSERT INTO user_sessions (token_hash, id, user_id, device, network, expires_at, confirmed_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), coalesce($7::timestamptz, now()))`,
    [tokenHash, id, userId, device, network, lifetime, confirmedAt ?? null],
  );
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

/** Locks a session until the transaction ends. @returns false if it has ended */
export async function holdSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query('SELECT FROM user_sessions WHERE token_hash = $1 FOR SHARE', [tokenHash]);
  return rows.length > 0;
}

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

interface SessionRow {
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

/** Ends the sessions of a user, or one. @returns their number */
export async function endSessions(
  db: Db,
  which: { token_hash: Buffer } | { user_id: string; id?: string },
  but?: Buffer,
): Promise<number> {
  const rows = await db.build((knex) => {
    const query = knex('user_sessions').delete().where(which).returning('id');
    return but ? query.whereNot({ token_hash: but }) : query;
  });
  return rows.length;
}

export const forgetSessions = forget('user_sessions s', ['token_hash'], `NOT (${LIVES})`);
