import { lifetimes } from '@tempshare/contract';
import { leaveNotice } from '../../events/notice.ts';
import { isBeingRead } from '../../readings/reading-store.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { TableWalk } from '../../storage/table-walk.ts';
import { EMITS_EVENTS, transferEvents } from './events.ts';
import { interval } from '../../storage/interval.ts';

/**
 * Ends expired transfers: wipes key, file and content (later, if a reading may be replayed), with `transfer.deleted`.
 * Skips locked ones. @returns the number of transfers, at most that of `eventIds`
 */
export async function expire(db: Db, which: 'files' | 'others', eventIds: string[]): Promise<number> {
  const statement = which === 'files' ? EXPIRE_FILES : EXPIRE_OTHERS;
  const [row] = await db.query<{ count: number }>(statement, [eventIds, eventIds.length]);
  return (row as { count: number }).count;
}

const expireWhere = (which: string): string => `
  WITH due AS (
    SELECT id FROM transfers WHERE state = 'active' AND expires_at <= now() AND ${which}
    ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), expired AS (
    UPDATE transfers t SET state = 'expired', ended_at = t.expires_at, short_code = NULL, snippet = NULL,
      wrapped_key = NULL, content = CASE WHEN ${isBeingRead('t')} THEN t.content END
    FROM due WHERE t.id = due.id
    RETURNING t.*
  ), wiped AS (
    DELETE FROM files USING expired WHERE files.item_id = expired.id AND files.transfer_id = expired.id
  ), reported AS (
    SELECT e.*, ($1::text[])[row_number() OVER ()] AS event_id FROM expired e WHERE ${EMITS_EVENTS}
  ), ${transferEvents.deleted('expired')({ as: 'event', id: 'e.event_id', from: 'reported' })}, ${leaveNotice({ as: 'notice', kind: 'expired', itemKind: 'e.type', from: 'expired', where: 'e.views = 0' })}
  SELECT count(*)::int AS count FROM expired`;

const EXPIRE_FILES = expireWhere(`type = 'file'`);
const EXPIRE_OTHERS = expireWhere(`type <> 'file'`);

/** Wipes the content of ended transfers once no reading may be replayed. */
export async function wipeRead(db: Db, limit: number): Promise<number> {
  const rows = await db.query(WIPE_READ, [limit]);
  return rows.length;
}

const WIPE_READ = `
  WITH due AS (
    SELECT id FROM transfers t
    WHERE state IN ('consumed', 'expired') AND content IS NOT NULL AND ${isBeingRead('t')} IS NOT TRUE
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE transfers t SET content = NULL FROM due WHERE t.id = due.id RETURNING t.id`;

/** Shortens URLs that exceed their maximum, because the database's clock was set back. */
export async function shortenUrls(db: Db): Promise<void> {
  for (const statement of SHORTEN_URLS) await db.query(statement);
}

const SHORTEN_URLS = [
  `UPDATE downloads SET expires_at = now() + ${interval(lifetimes.downloadUrl)}, granted_at = least(granted_at, now())
   WHERE expires_at > now() + ${interval(lifetimes.downloadUrl)}`,
  `UPDATE transfers SET awaiting_until = now() + ${interval(lifetimes.uploadUrl)}
   WHERE state = 'awaiting' AND awaiting_until > now() + ${interval(lifetimes.uploadUrl)}`,
];

/** Wipes files of consumed transfers that a server of an earlier version ended, once no download is usable. */
export async function wipeDownloaded(db: Db, limit: number): Promise<number> {
  const rows = await db.query(WIPE_DOWNLOADED, [limit]);
  return rows.length;
}

const WIPE_DOWNLOADED = `
  WITH due AS (
    SELECT f.id, f.item_id FROM files f JOIN transfers t ON t.id = f.item_id
    WHERE EXISTS (SELECT FROM downloads d WHERE d.file_id = f.id AND d.item_id = f.item_id AND d.expires_at <= now())
      AND t.state = 'consumed' AND t.ended_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM downloads d WHERE d.file_id = f.id AND d.item_id = f.item_id AND d.expires_at > now() AND NOT d.completed)
    LIMIT $1 FOR UPDATE OF f SKIP LOCKED
  )
  DELETE FROM files USING due WHERE files.id = due.id AND files.item_id = due.item_id RETURNING files.id`;

/** Forgets downloads whose URL died an hour ago, longer than a running one takes. Others go with the consumed transfer. */
export async function forgetDownloads(db: Db, limit: number): Promise<number> {
  const rows = await db.query(FORGET_DOWNLOADS, [limit]);
  return rows.length;
}

const FORGET_DOWNLOADS = `
  WITH due AS (
    SELECT d.token_hash, d.item_id FROM downloads d JOIN transfers t ON t.id = d.item_id
    WHERE d.expires_at <= now() - interval '1 hour' AND t.state <> 'consumed'
    LIMIT $1 FOR UPDATE OF d SKIP LOCKED
  )
  DELETE FROM downloads USING due WHERE downloads.token_hash = due.token_hash AND downloads.item_id = due.item_id
  RETURNING due.token_hash`;

/** Removes transfers whose bytes never came; running uploads have 10 minutes more. */
export async function removeAbandoned(db: Db, limit: number): Promise<number> {
  const rows = await db.query(REMOVE_ABANDONED, [limit]);
  return rows.length;
}

const REMOVE_ABANDONED = `
  WITH due AS (
    SELECT id FROM transfers WHERE state = 'awaiting' AND awaiting_until <= now() - interval '10 minutes'
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM transfers USING due WHERE transfers.id = due.id RETURNING due.id`;

export async function forgetEnded(db: Db, limit: number): Promise<number> {
  const rows = await db.query(FORGET_ENDED, [limit]);
  return rows.length;
}

const FORGET_ENDED = `
  WITH due AS (
    SELECT id FROM transfers WHERE ended_at <= now() - ${interval(lifetimes.listedAfterEnd)} LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM transfers USING due WHERE transfers.id = due.id RETURNING due.id`;

const IS_LIMITED = `max_views IS NOT NULL AND state IN ('active', 'awaiting', 'consumed') AND (state <> 'consumed' OR type = 'file')`;

/** Transfers with limited views, and something in them. */
export const LIMITED: TableWalk = { table: 'transfers', columns: 'id', where: IS_LIMITED };

export async function deleteLimited(db: Db, ids: readonly string[], limit: number): Promise<number> {
  const rows = await db.query(DELETE_LIMITED, [ids, limit]);
  return rows.length;
}

const DELETE_LIMITED = `
  WITH due AS (
    SELECT id FROM transfers WHERE id = ANY ($1) AND ${IS_LIMITED} LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM transfers USING due WHERE transfers.id = due.id RETURNING due.id`;
