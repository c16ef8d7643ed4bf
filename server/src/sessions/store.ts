import { lifetimes } from '@tempshare/contract';
import { countRequests, type CountedRow } from '../limits/rate-limit.ts';
import type { Db } from '../storage/postgres/database.ts';
import { interval } from '../storage/interval.ts';

export interface NewSession {
  itemId: string;
  tokenHash: Buffer;
  proof: Buffer | null;
  expiresAt: Date;
  name: Buffer | null;
}

/** Places of an item, numbered in a circle. `reserved` ones, from `from`, are closed to this network. */
export interface Places {
  places: number;
  reserved: number;
  from: number;
}

/** Takes a free place. `lost` means that another caller took it first, as the unique index decided. */
export async function insertSession(
  db: Db,
  { itemId, tokenHash, proof, expiresAt, name }: NewSession,
  { places, reserved, from }: Places,
): Promise<'taken' | 'lost' | 'full'> {
  const [row] = await db.query<{ outcome: 'taken' | 'lost' | 'full' }>(INSERT, [
    itemId,
    tokenHash,
    proof,
    expiresAt,
    places,
    name,
    from,
    reserved,
  ]);
  return (row as { outcome: 'taken' | 'lost' | 'full' }).outcome;
}

const INSERT = `
  WITH free AS (
    SELECT n AS place FROM generate_series(1, $5::int) AS n
    WHERE (n - 1 + $5::int - $7::int) % $5::int >= $8::int
      AND NOT EXISTS (SELECT FROM sessions s WHERE s.item_id = $1 AND s.place = n AND s.expires_at > now())
    ORDER BY random() LIMIT 1
  ), taken AS (
    INSERT INTO sessions AS s (item_id, place, token_hash, proof, expires_at, name)
    SELECT $1, place, $2, $3, $4, $6 FROM free
    ON CONFLICT (item_id, place) DO UPDATE
    SET token_hash = $2, proof = $3, expires_at = $4, name = $6, present_until = NULL WHERE s.expires_at <= now()
    RETURNING 1
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM taken) THEN 'taken' WHEN EXISTS (SELECT FROM free) THEN 'lost' ELSE 'full'
  END AS outcome`;

/** Moves the sessions of an item with its end. A session that ended with the item lasts as long as a new one. */
export async function moveSessions(
  db: Db,
  itemId: string,
  { from, until }: { from: Date | null; until: Date | null },
): Promise<void> {
  await db.query(MOVE, [itemId, from, until]);
}

const MOVE = `
  UPDATE sessions SET expires_at = least(
    CASE WHEN expires_at >= $2::timestamptz THEN now() + ${interval(lifetimes.session)} ELSE expires_at END, $3::timestamptz)
  WHERE item_id = $1 AND expires_at > now()`;

/** Seconds until a place for this network is free, at least 1. */
export async function secondsToFreePlace(
  db: Db,
  itemId: string,
  { places, reserved, from }: Places,
): Promise<number> {
  const [row] = await db.query<{ seconds: number | null }>(
    `SELECT ceil(extract(epoch FROM min(expires_at) - now()))::int AS seconds FROM sessions
     WHERE item_id = $1 AND expires_at > now() AND (place - 1 + $2::int - $3::int) % $2::int >= $4::int`,
    [itemId, places, from, reserved],
  );
  return Math.max(1, row?.seconds ?? 1);
}

type CountedSession = CountedRow & { proof: Buffer | null };

/** Finds sessions by their tokens and counts requests against their limits, in one round trip. */
export async function findAndCount(
  db: Db,
  requests: { itemIds: readonly string[]; tokenHashes: readonly Buffer[]; counts: readonly number[] },
  limit: number,
): Promise<CountedSession[]> {
  const values = [limit, requests.itemIds, requests.tokenHashes, requests.counts];
  return db.query<CountedSession>(FIND_AND_COUNT, values, { lockKey: 'session', admits: true });
}

const FIND_AND_COUNT = `
  WITH session AS (
    SELECT a.i::int, a.n, 'session:' || encode(a.token_hash, 'base64') AS bucket, s.proof
    FROM unnest($2::text[], $3::bytea[], $4::int[]) WITH ORDINALITY AS a (item_id, token_hash, n, i), LATERAL (
      SELECT proof FROM sessions
      WHERE item_id = a.item_id AND token_hash = a.token_hash AND expires_at > now() LIMIT 1
    ) s
  ), counted AS (${countRequests('session')})
  SELECT * FROM session JOIN counted USING (bucket)`;
