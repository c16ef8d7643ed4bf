import { countRequests, type CountedRow } from '../limits/rate-limit.ts';
import type { Db } from '../storage/database.ts';

export interface NewSession {
  itemId: string;
  tokenHash: Buffer;
  proof: Buffer | null;
  expiresAt: Date;
}

/**
 * Takes one of the places for sessions that an item has. Two callers may want the same one, which the unique index gives to
 * one of them: `lost` says that there was a free one, and that another caller got it.
 */
export async function insertSession(
  db: Db,
  { itemId, tokenHash, proof, expiresAt }: NewSession,
  places: number,
): Promise<'taken' | 'lost' | 'full'> {
  const [row] = await db.query<{ outcome: 'taken' | 'lost' | 'full' }>(INSERT, [
    itemId,
    tokenHash,
    proof,
    expiresAt,
    places,
  ]);
  return (row as { outcome: 'taken' | 'lost' | 'full' }).outcome;
}

const INSERT = `
  WITH free AS (
    SELECT n AS place FROM generate_series(1, $5::int) AS n
    WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.item_id = $1 AND s.place = n AND s.expires_at > now())
    ORDER BY random() LIMIT 1
  ), taken AS (
    INSERT INTO sessions AS s (item_id, place, token_hash, proof, expires_at)
    SELECT $1, place, $2, $3, $4 FROM free
    ON CONFLICT (item_id, place) DO UPDATE SET token_hash = $2, proof = $3, expires_at = $4 WHERE s.expires_at <= now()
    RETURNING 1
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM taken) THEN 'taken' WHEN EXISTS (SELECT FROM free) THEN 'lost' ELSE 'full'
  END AS outcome`;

/** In how many whole seconds, at least 1, the first session of an item ends. */
export async function secondsToFreePlace(db: Db, itemId: string): Promise<number> {
  const [row] = await db.query<{ seconds: number | null }>(
    'SELECT ceil(extract(epoch FROM min(expires_at) - now()))::int AS seconds FROM sessions WHERE item_id = $1',
    [itemId],
  );
  return Math.max(1, row?.seconds ?? 1);
}

/** Finds a session of an item by its token and counts `count` requests against its limit, in one round trip. */
export async function findAndCount(
  db: Db,
  session: { itemId: string; tokenHash: Buffer },
  { count, limit }: { count: number; limit: number },
): Promise<(CountedRow & { proof: Buffer | null }) | undefined> {
  const values = [session.itemId, count, limit, session.tokenHash];
  const [row] = await db.query<CountedRow & { proof: Buffer | null }>(FIND_AND_COUNT, values);
  return row;
}

const FIND_AND_COUNT = `
  WITH session AS (
    SELECT item_id, place, token_hash, proof FROM sessions
    WHERE item_id = $1 AND token_hash = $4 AND expires_at > now()
  ), counted AS (${countRequests(`'session:' || encode(session.token_hash, 'base64')`, 'session,')})
  SELECT session.proof, counted.* FROM session, counted`;

/** Forgets sessions that are over, or lie in the future since the clock was set back. */
export async function forgetSessions(db: Db, longestSeconds: number, limit: number): Promise<number> {
  const rows = await db.query(FORGET, [longestSeconds, limit]);
  return rows.length;
}

const FORGET = `
  WITH due AS (
    SELECT item_id, place FROM sessions
    WHERE expires_at <= now() OR expires_at > now() + make_interval(secs => $1)
    LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM sessions s USING due WHERE s.item_id = due.item_id AND s.place = due.place RETURNING 1`;
