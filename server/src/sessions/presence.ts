import type { Db } from '../storage/postgres/database.ts';
import { notifying } from '../storage/postgres/notifications.ts';
import { interval } from '../storage/interval.ts';

/** For how long the holder of a session counts as present who is heard of no more, as when a server crashed, in seconds. */
const PRESENT = 45;
/** How often to say that somebody is still there, in milliseconds. */
export const STILL_HERE_MS = 15_000;

/** Somebody who follows an item under a session. */
export interface Presence {
  itemId: string;
  tokenHash: Buffer;
  /** What is notified of when they come or go. */
  topic: string;
}

/** Says that somebody is there, for `PRESENT` seconds. Their session lasts as long, so that its place is not given away. */
export async function stay(db: Db, { itemId, tokenHash, topic }: Presence): Promise<void> {
  await db.query(STAY, [itemId, tokenHash, topic]);
}

const IS_PRESENT = `(present_until > now() AND present_until <= now() + ${interval(PRESENT)})`;

const STAY = `
  WITH held AS (
    SELECT item_id, place, coalesce(${IS_PRESENT}, false) AS was_present FROM sessions
    WHERE item_id = $1 AND token_hash = $2 AND expires_at > now() FOR UPDATE
  ), kept AS (
    UPDATE sessions s SET present_until = now() + ${interval(PRESENT)},
      expires_at = greatest(expires_at, now() + ${interval(PRESENT)})
    FROM held WHERE s.item_id = held.item_id AND s.place = held.place RETURNING held.was_present
  )
  SELECT ${notifying('$3::text')} FROM kept WHERE NOT was_present`;

/** Says that somebody has gone. */
export async function leave(db: Db, { itemId, tokenHash, topic }: Presence): Promise<void> {
  await db.query(LEAVE, [itemId, tokenHash, topic]);
}

const LEAVE = `
  WITH gone AS (
    UPDATE sessions SET present_until = NULL
    WHERE item_id = $1 AND token_hash = $2 AND present_until IS NOT NULL RETURNING 1
  )
  SELECT ${notifying('$3::text')} FROM gone`;

/** Somebody who is there: the name that they gave, sealed, and the hash of the token of their session. */
export interface Present {
  name: Buffer | null;
  tokenHash: Buffer;
}

/** Those who are there, in the order of their places. */
export const presentIn = (db: Db, itemId: string): Promise<Present[]> =>
  db.query<Present>(PRESENT_IN, [itemId]);

const PRESENT_IN = `
  SELECT name, token_hash AS "tokenHash" FROM sessions
  WHERE item_id = $1 AND expires_at > now() AND ${IS_PRESENT} ORDER BY place`;
