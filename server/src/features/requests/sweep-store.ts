import { lifetimes } from '@tempshare/contract';
import { leaveNotice } from '../../events/notice.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { KEPT_UNTIL } from './store.ts';
import { interval } from '../../storage/interval.ts';

/** Ends expired requests. Skips locked ones. */
export async function expire(db: Db, limit: number): Promise<number> {
  const rows = await db.query(EXPIRE, [limit]);
  return rows.length;
}

const EXPIRE = `
  WITH due AS (
    SELECT id FROM requests WHERE state = 'open' AND expires_at <= now()
    ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ), expired AS (
    UPDATE requests r SET state = 'expired' FROM due WHERE r.id = due.id
    RETURNING r.id, r.api_key_id, r.created_at, r.file_count
  ), ${leaveNotice({ as: 'notice', kind: 'expired', itemKind: `'request'`, from: 'expired', where: 'e.file_count = 0' })}
  SELECT id FROM expired`;

/** Wipes the files of ended requests after their retention. */
export async function wipeKept(db: Db, limit: number): Promise<number> {
  const rows = await db.query(WIPE_KEPT, [limit]);
  return rows.length;
}

const WIPE_KEPT = `
  WITH due AS (
    SELECT f.id, f.item_id FROM requests r JOIN files f ON f.request_id = r.id AND f.item_id = r.id
    WHERE r.state <> 'open' AND r.expires_at <= now() AND ${KEPT_UNTIL} <= now()
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM files USING due WHERE files.id = due.id AND files.item_id = due.item_id RETURNING due.id`;

/**
 * Removes files whose bytes never came; running uploads have 10 minutes more. Locks requests, which get the room back.
 */
export async function removeAbandoned(db: Db, limit: number): Promise<number> {
  const rows = await db.query(REMOVE_ABANDONED, [limit]);
  return rows.length;
}

const REMOVE_ABANDONED = `
  WITH due AS (
    SELECT f.id, f.item_id FROM files f JOIN requests r ON r.id = f.request_id AND r.id = f.item_id
    WHERE f.upload_until <= now() - interval '10 minutes'
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM files USING due WHERE files.id = due.id AND files.item_id = due.item_id RETURNING due.id`;

/** Forgets requests 30 days after their files were wiped. */
export async function forgetEnded(db: Db, limit: number): Promise<number> {
  const rows = await db.query(FORGET_ENDED, [limit]);
  return rows.length;
}

const FORGET_ENDED = `
  WITH due AS (
    SELECT r.id FROM requests r
    WHERE r.state <> 'open' AND r.expires_at <= now() - ${interval(lifetimes.listedAfterEnd)}
      AND ${KEPT_UNTIL} <= now() - ${interval(lifetimes.listedAfterEnd)}
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM requests USING due WHERE requests.id = due.id RETURNING due.id`;
