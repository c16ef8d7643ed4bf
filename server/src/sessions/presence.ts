import type { Db } from '../storage/postgres/database.ts';
import { notifying } from '../storage/postgres/notifications.ts';
import { interval } from '../storage/interval.ts';

/** Presence timeout in seconds, for servers that crashed. */
const PRESENT = 45;
/** Heartbeat interval of presence, in milliseconds. */
export const PRESENCE_HEARTBEAT_MS = 15_000;

/** A participant who follows an item under a session. */
export interface Presence {
  itemId: string;
  tokenHash: Buffer;
  /** Notified when participants join or leave. */
  topic: string;
}

/** Marks a participant as present for `PRESENT` seconds, and extends the session, so that its place stays taken. */
export async function markPresent(db: Db, { itemId, tokenHash, topic }: Presence): Promise<void> {
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

export async function markAbsent(db: Db, { itemId, tokenHash, topic }: Presence): Promise<void> {
  await db.query(LEAVE, [itemId, tokenHash, topic]);
}

const LEAVE = `
  WITH gone AS (
    UPDATE sessions SET present_until = NULL
    WHERE item_id = $1 AND token_hash = $2 AND present_until IS NOT NULL RETURNING 1
  )
  SELECT ${notifying('$3::text')} FROM gone`;

/** A present participant: sealed name, and hash of the session token. */
export interface Present {
  name: Buffer | null;
  tokenHash: Buffer;
}

/** Present participants in the order of their places. */
export const presentIn = (db: Db, itemId: string): Promise<Present[]> =>
  db.query<Present>(PRESENT_IN, [itemId]);

const PRESENT_IN = `
  SELECT name, token_hash AS "tokenHash" FROM sessions
  WHERE item_id = $1 AND expires_at > now() AND ${IS_PRESENT} ORDER BY place`;
