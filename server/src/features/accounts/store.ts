import type { Scope } from '@tempshare/contract';
import { accountLifetimes } from '@tempshare/contract/account';
import type { Environment } from '../../crypto/tokens.ts';
import { countRequests, type CountedRow } from '../../limits/rate-limit.ts';
import { interval } from '../../storage/interval.ts';
import type { Db } from '../../storage/postgres/database.ts';

export interface ApiKeyRow {
  id: string;
  account_id: string;
  name: string;
  environment: Environment;
  last4: string;
  scopes: Scope[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export interface CountedKey
  extends CountedRow, Pick<ApiKeyRow, 'id' | 'account_id' | 'environment' | 'last4'> {
  /** Separated by spaces, because parsing an array is slow and every request does it. */
  scopes: string;
  ends_at: Date | null;
  /** Secrets of one bucket share a rate limit: those of a key, or page tokens of a session for programs' keys. */
  bucket: string;
  /** True if the secret is a page token for a program's key. */
  borrowed: boolean;
  /** True if its last use was noted more than a minute ago. */
  unnoted: boolean;
}

/** Finds valid keys by hex hashes of their texts, and counts their requests. An unknown key has no row. */
export async function findAndCount(
  db: Db,
  { hashes, counts }: { hashes: readonly string[]; counts: readonly number[] },
  limit: number,
): Promise<CountedKey[]> {
  const bytes = hashes.map((hash) => `\\x${hash}`);
  return db.query<CountedKey>(FIND_AND_COUNT, [limit, bytes, counts], {
    lockKey: 'key',
    admits: true,
  });
}

/** Columns of a key. `*` would fail on an old server once a newer one has added a column. */
const KEY = `id, account_id, name, environment, last4, scopes,
  created_at, expires_at, revoked_at, last_used_at`;
const ENDS_SOON_DAYS = 30;
/** SQL: the key `k` is neither revoked nor expired. */
const KEY_LIVES = 'k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())';

const FIND_AND_COUNT = `
  WITH key AS (
    SELECT a.i::int, a.n, CASE WHEN borrowed THEN 'pages:' || session_id ELSE 'key:' || k.id END AS bucket, k.*
    FROM unnest((SELECT $2::bytea[]), $3::int[]) WITH ORDINALITY AS a (hash, n, i), LATERAL (
      SELECT k.id, k.account_id, k.environment, s.last4, array_to_string(coalesce(s.scopes, k.scopes), ' ') AS scopes,
        s.scopes IS NOT NULL AS borrowed, s.session_id,
        CASE WHEN s.kind = 'api' AND least(k.expires_at, s.expires_at) < now() + interval '${ENDS_SOON_DAYS} days'
          THEN least(k.expires_at, s.expires_at) END AS ends_at,
        s.scopes IS NULL AND (k.last_used_at IS NULL OR abs(extract(epoch FROM now() - k.last_used_at)) > 60) AS unnoted
      FROM api_key_secrets s JOIN api_keys k ON k.id = s.key_id
      WHERE s.hash = a.hash AND (s.expires_at IS NULL OR s.expires_at > now())
        AND ${KEY_LIVES}
      LIMIT 1
    ) k
  ), counted AS (${countRequests('key')})
  SELECT i, id, account_id, environment, last4, scopes, ends_at, bucket, borrowed, unnoted, admitted, used, oldest, decided
  FROM key JOIN counted USING (bucket)`;

/** Notes the use of keys, except those that another statement is updating. */
export async function noteUse(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(NOTE_USE, [ids]);
}

const NOTE_USE = `
  UPDATE api_keys SET last_used_at = now()
  WHERE id IN (SELECT id FROM api_keys WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED)`;

export async function insertAccount(db: Db, account: { id: string; name: string }): Promise<void> {
  await db.query('INSERT INTO accounts (id, name) VALUES ($1, $2)', [account.id, account.name]);
}

export async function firstAccount(db: Db): Promise<{ id: string } | undefined> {
  const [row] = await db.query<{ id: string }>('SELECT id FROM accounts ORDER BY created_at, id LIMIT 1');
  return row;
}

interface NewApiKey {
  id: string;
  userId: string | null;
  accountId: string;
  name: string;
  environment: Environment;
  last4: string;
  hash: Buffer;
  scopes: Scope[];
  expiresAt: Date | null;
}

export async function insertApiKey(db: Db, key: NewApiKey): Promise<ApiKeyRow> {
  const [row] = await db.query<ApiKeyRow>(
    `WITH secret AS (
       INSERT INTO api_key_secrets (hash, key_id, last4) VALUES ($6, $1, $5)
     )
     INSERT INTO api_keys (id, account_id, name, environment, last4, hash, scopes, expires_at, user_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     RETURNING ${KEY}`,
    [
      ...[key.id, key.accountId, key.name, key.environment, key.last4, key.hash, key.scopes],
      ...[key.expiresAt, key.userId],
    ],
  );
  return row as ApiKeyRow;
}

interface ShownKey extends Pick<ApiKeyRow, 'name' | 'created_at' | 'expires_at'> {
  bytes: number;
  /** Bytes left by the quotas of account and member; null without a quota. */
  bytes_left: number | null;
}

export async function findShown(db: Db, keyId: string): Promise<ShownKey> {
  const [row] = await db.query<ShownKey>(
    `SELECT name, created_at, expires_at, (
       SELECT greatest(coalesce(sum(bytes), 0), 0)::float8 FROM byte_counters WHERE owner = $1
     ) AS bytes, bytes_left_by_quotas($1)::float8 AS bytes_left
     FROM api_keys WHERE id = $1`,
    [keyId],
  );
  return row as ShownKey;
}

export const listApiKeys = (db: Db): Promise<ApiKeyRow[]> =>
  db.query<ApiKeyRow>(`SELECT ${KEY} FROM api_keys ORDER BY created_at, id`);

export async function revokeApiKey(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(
    'UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING id',
    [id],
  );
  return rows.length > 0;
}

export interface ListedKey extends ApiKeyRow {
  user_id: string | null;
  user_name: string | null;
  requests_today: number;
  /** Valid secrets, newest first. */
  secrets: { last4: string; createdAt: string; expiresAt: string | null }[];
}

const LISTED_DAYS = 30;

const SECRET_LIVES = `s.kind = 'api' AND (s.expires_at IS NULL OR s.expires_at > now())`;

const LISTED = `
  SELECT k.id, k.account_id, k.name, k.environment, k.last4, k.scopes, k.created_at, k.expires_at, k.revoked_at,
    k.last_used_at, k.user_id, u.name AS user_name,
    (
      SELECT coalesce(sum(d.requests), 0)::float8 FROM key_usage d WHERE d.key_id = k.id
        AND d.hour >= date_bin('1 day', now(), 'epoch'::timestamptz - make_interval(mins => $3))
    ) AS requests_today,
    coalesce((
      SELECT json_agg(json_build_object('last4', s.last4, 'createdAt', iso_ms(s.created_at),
        'expiresAt', iso_ms(s.expires_at)) ORDER BY s.created_at DESC, s.hash)
      FROM api_key_secrets s WHERE s.key_id = k.id AND ${SECRET_LIVES}
    ), '[]') AS secrets
  FROM api_keys k LEFT JOIN users u ON u.id = k.user_id`;

export const listKeys = (
  db: Db,
  {
    accountId,
    userId = null,
    utcOffset = 0,
  }: { accountId: string; userId?: string | null; utcOffset?: number },
): Promise<ListedKey[]> =>
  db.query<ListedKey>(
    `${LISTED} WHERE k.account_id = $1 AND NOT k.hidden AND ($2::text IS NULL OR k.user_id = $2)
       AND least(coalesce(k.revoked_at, 'infinity'), coalesce(k.expires_at, 'infinity'))
         > now() - make_interval(days => ${LISTED_DAYS})
     ORDER BY k.created_at DESC, k.id DESC`,
    [accountId, userId, utcOffset],
  );

/** A key, and the person whose pages or programs share with it. */
export interface SharingKey {
  id: string;
  name: string;
  /** True if it belongs to the person's pages. */
  hidden: boolean;
  user_id: string | null;
  user_name: string | null;
}

/** Finds all keys of an account or user, including revoked ones, whose items may still exist. */
export const sharingKeys = (db: Db, accountId: string, userId: string | null): Promise<SharingKey[]> =>
  db.query<SharingKey>(
    `SELECT k.id, k.name, k.hidden, k.user_id, u.name AS user_name
     FROM api_keys k LEFT JOIN users u ON u.id = k.user_id
     WHERE k.account_id = $1 AND ($2::text IS NULL OR k.user_id = $2)`,
    [accountId, userId],
  );

export async function hasMember(db: Db, accountId: string, userId: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM users WHERE account_id = $1 AND id = $2', [accountId, userId]);
  return rows.length > 0;
}

export async function findKey(db: Db, accountId: string, id: string): Promise<ListedKey | undefined> {
  const [row] = await db.query<ListedKey>(
    `${LISTED} WHERE k.account_id = $1 AND k.id = $2 AND NOT k.hidden`,
    [accountId, id, 0],
  );
  return row;
}

export async function lockLivingKey(db: Db, accountId: string, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.query<ApiKeyRow>(
    `SELECT ${KEY} FROM api_keys k WHERE account_id = $1 AND id = $2 AND ${KEY_LIVES} FOR UPDATE`,
    [accountId, id],
  );
  return row;
}

export async function countLivingKeys(db: Db, accountId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM api_keys k WHERE account_id = $1 AND NOT hidden AND ${KEY_LIVES}`,
    [accountId],
  );
  return (row as { count: number }).count;
}

export async function updateKey(
  db: Db,
  id: string,
  changes: { name?: string; scopes?: readonly string[] },
): Promise<void> {
  await db.build((knex) => knex('api_keys').update(changes).where({ id }));
}

/** Ends the valid secrets of a key after this many seconds at the latest. @returns their number */
export async function endSecrets(db: Db, keyId: string, afterSeconds: number): Promise<number> {
  const rows = await db.query(
    `UPDATE api_key_secrets s
     SET expires_at = least(coalesce(s.expires_at, 'infinity'), now() + make_interval(secs => $2))
     WHERE s.key_id = $1 AND ${SECRET_LIVES} RETURNING 1`,
    [keyId, afterSeconds],
  );
  return rows.length;
}

/** Adds a secret. Servers of the previous version know one: the old one during an overlap, else the new one. */
export async function insertSecret(
  db: Db,
  secret: { keyId: string; hash: Buffer; last4: string; replaces: boolean },
): Promise<void> {
  await db.query(
    `WITH known AS (
       UPDATE api_keys SET last4 = $3, hash = CASE WHEN $4 THEN $2 ELSE hash END WHERE id = $1
     )
     INSERT INTO api_key_secrets (hash, key_id, last4) VALUES ($2, $1, $3)`,
    [secret.keyId, secret.hash, secret.last4, secret.replaces],
  );
}

/** Revokes the valid keys of a user, optionally with the hidden one. @returns their number without the hidden one */
export async function revokeKeysOf(db: Db, userId: string, { hidden }: { hidden: boolean }): Promise<number> {
  const rows = await db.query<{ hidden: boolean }>(
    `UPDATE api_keys SET revoked_at = now()
     WHERE user_id = $1 AND revoked_at IS NULL AND (NOT hidden OR $2) RETURNING hidden`,
    [userId, hidden],
  );
  return rows.filter((row) => !row.hidden).length;
}

const PAGE_TOKEN_LIFETIME = interval(accountLifetimes.pageToken);

interface NewPageToken {
  keyId: string;
  accountId: string;
  sessionId: string;
  scopes: readonly Scope[];
  hash: Buffer;
  last4: string;
}

/** Adds a page token to a user's hidden key, created if needed. It ends with the session. */
export async function insertPageToken(
  db: Db,
  token: NewPageToken & { userId: string; name: string },
): Promise<Date> {
  const [row] = await db.query<{ expires_at: Date }>(
    `WITH key AS (
       INSERT INTO api_keys AS k (id, account_id, user_id, name, environment, last4, scopes, hidden)
       VALUES ($1, $2, $3, $4, 'live', $5, $6, true)
       ON CONFLICT (user_id) WHERE hidden DO UPDATE SET scopes = $6, name = $4, last4 = $5 RETURNING id
     )
     INSERT INTO api_key_secrets (hash, key_id, kind, last4, session_id, expires_at)
     SELECT $7, id, 'page', $5, $8, now() + ${PAGE_TOKEN_LIFETIME} FROM key RETURNING expires_at`,
    [
      ...[token.keyId, token.accountId, token.userId, token.name, token.last4, token.scopes],
      ...[token.hash, token.sessionId],
    ],
  );
  return (row as { expires_at: Date }).expires_at;
}

/** Adds a page token with its own scopes to a program's key. Undefined if there is no valid key. */
export async function insertPageTokenOfKey(db: Db, token: NewPageToken): Promise<Date | undefined> {
  const [row] = await db.query<{ expires_at: Date }>(
    `INSERT INTO api_key_secrets (hash, key_id, kind, last4, session_id, scopes, expires_at)
     SELECT $3, id, 'page', $4, $5, $6, now() + ${PAGE_TOKEN_LIFETIME} FROM api_keys k
     WHERE id = $1 AND account_id = $2 AND NOT hidden AND ${KEY_LIVES}
     RETURNING expires_at`,
    [token.keyId, token.accountId, token.hash, token.last4, token.sessionId, token.scopes],
  );
  return row?.expires_at;
}

/** Returns the id of a user's hidden key, and creates it without a secret if needed. */
export async function putHiddenKey(
  db: Db,
  key: { keyId: string; accountId: string; userId: string; name: string; scopes: readonly Scope[] },
): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `INSERT INTO api_keys (id, account_id, user_id, name, environment, last4, scopes, hidden)
     VALUES ($1, $2, $3, $4, 'live', '', $5, true)
     ON CONFLICT (user_id) WHERE hidden DO UPDATE SET name = EXCLUDED.name RETURNING id`,
    [key.keyId, key.accountId, key.userId, key.name, key.scopes],
  );
  return (row as { id: string }).id;
}

/** Creates the account and keys of anonymous senders if they are missing. No key has a secret. */
export async function putAnonymousKeys(
  db: Db,
  { accountId, ids, scopes }: { accountId: string; ids: readonly string[]; scopes: readonly Scope[] },
): Promise<void> {
  await db.query(
    `WITH account AS (
       INSERT INTO accounts (id, name) VALUES ($1, 'Senders without an account') ON CONFLICT (id) DO NOTHING
     )
     INSERT INTO api_keys (id, account_id, name, environment, last4, scopes, hidden)
     SELECT id, $1, 'Senders without an account', 'live', '', $3, true FROM unnest($2::text[]) AS id
     ON CONFLICT (id) DO NOTHING`,
    [accountId, ids, scopes],
  );
}
