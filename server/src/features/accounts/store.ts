import type { Scope } from '@tempshare/contract';
import type { Environment } from '../../crypto/tokens.ts';
import { countRequests, type CountedRow } from '../../limits/rate-limit.ts';
import type { Db } from '../../storage/database.ts';

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

/**
 * Finds a living key by the hash of its text, counts `count` requests against its limit, and notes at most once a
 * minute that it was used; all in one round trip. No row: there is no such key.
 */
export async function findAndCount(
  db: Db,
  hash: Buffer,
  count: number,
  limit: number,
): Promise<(ApiKeyRow & CountedRow) | undefined> {
  const [row] = await db.query<ApiKeyRow & CountedRow>(FIND_AND_COUNT, [hash, count, limit]);
  return row;
}

const FIND_AND_COUNT = `
  WITH key AS (
    SELECT id, account_id, name, environment, last4, scopes, created_at, expires_at, revoked_at, last_used_at
    FROM api_keys
    WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
  ), used AS (
    UPDATE api_keys SET last_used_at = now() FROM key
    WHERE api_keys.id = key.id
      AND (key.last_used_at IS NULL OR abs(extract(epoch FROM now() - key.last_used_at)) > 60)
  ), counted AS (${countRequests("'key:' || key.id", 'key,')})
  SELECT key.*, counted.* FROM key, counted`;

export async function insertAccount(db: Db, account: { id: string; name: string }): Promise<void> {
  await db.query('INSERT INTO accounts (id, name) VALUES ($1, $2)', [account.id, account.name]);
}

/** The oldest account, which the server makes on an empty database. */
export async function firstAccount(db: Db): Promise<{ id: string } | undefined> {
  const [row] = await db.query<{ id: string }>('SELECT id FROM accounts ORDER BY created_at, id LIMIT 1');
  return row;
}

export interface NewApiKey {
  id: string;
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
    `INSERT INTO api_keys (id, account_id, name, environment, last4, hash, scopes, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     RETURNING id, account_id, name, environment, last4, scopes, created_at, expires_at, revoked_at, last_used_at`,
    [key.id, key.accountId, key.name, key.environment, key.last4, key.hash, key.scopes, key.expiresAt],
  );
  return row as ApiKeyRow;
}

/** How many bytes a key holds, announced files included. */
export async function bytesOf(db: Db, keyId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    'SELECT greatest(coalesce(sum(bytes), 0), 0)::float8 AS bytes FROM byte_counters WHERE owner = $1',
    [keyId],
  );
  return (row as { bytes: number }).bytes;
}

export async function listApiKeys(db: Db): Promise<ApiKeyRow[]> {
  return db.build<ApiKeyRow>((knex) =>
    knex('api_keys')
      .select(
        'id',
        'account_id',
        'name',
        'environment',
        'last4',
        'scopes',
        'created_at',
        'expires_at',
        'revoked_at',
        'last_used_at',
      )
      .orderBy(['created_at', 'id']),
  );
}

/** Revokes a key by its id. False when there is no such living key. */
export async function revokeApiKey(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(
    'UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING id',
    [id],
  );
  return rows.length > 0;
}
