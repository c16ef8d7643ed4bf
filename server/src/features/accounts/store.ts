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

/** A living key that requests were counted for. */
export interface CountedKey extends CountedRow, Pick<ApiKeyRow, 'id' | 'account_id' | 'environment'> {
  /** With a space between each: an array takes long to read, and every request has one. */
  scopes: string;
  /** Whether it was last noted more than a minute ago that it is used. */
  unnoted: boolean;
}

/**
 * Finds living keys by the hashes of their texts, in hex, and counts the requests of each against its limit, in one round trip. A
 * key that there is not has no row.
 */
export async function findAndCount(
  db: Db,
  asked: { hashes: readonly string[]; counts: readonly number[] },
  limit: number,
): Promise<CountedKey[]> {
  const hashes = asked.hashes.map((hash) => `\\x${hash}`);
  return db.query<CountedKey>(FIND_AND_COUNT, [limit, hashes, asked.counts], { group: 'key', admits: true });
}

const FIND_AND_COUNT = `
  WITH key AS (
    SELECT a.i::int, a.n, 'key:' || k.id AS bucket, k.*
    FROM unnest((SELECT $2::bytea[]), $3::int[]) WITH ORDINALITY AS a (hash, n, i), LATERAL (
      SELECT id, account_id, environment, array_to_string(scopes, ' ') AS scopes,
        last_used_at IS NULL OR abs(extract(epoch FROM now() - last_used_at)) > 60 AS unnoted
      FROM api_keys WHERE hash = a.hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      LIMIT 1
    ) k
  ), counted AS (${countRequests('key')})
  SELECT i, id, account_id, environment, scopes, unnoted, admitted, used, oldest, decided
  FROM key JOIN counted USING (bucket)`;

/** Notes that keys are used, but for those of which it is being noted. */
export async function noteUse(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(NOTE_USE, [ids]);
}

const NOTE_USE = `
  UPDATE api_keys SET last_used_at = now()
  WHERE id IN (SELECT id FROM api_keys WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED)`;

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

/** What its holder is shown of a key. */
export interface ShownKey extends Pick<ApiKeyRow, 'name' | 'last4' | 'created_at' | 'expires_at'> {
  /** How many bytes it holds, announced files included. */
  bytes: number;
}

export async function findShown(db: Db, keyId: string): Promise<ShownKey> {
  const [row] = await db.query<ShownKey>(
    `SELECT name, last4, created_at, expires_at, (
       SELECT greatest(coalesce(sum(bytes), 0), 0)::float8 FROM byte_counters WHERE owner = $1
     ) AS bytes
     FROM api_keys WHERE id = $1`,
    [keyId],
  );
  return row as ShownKey;
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
