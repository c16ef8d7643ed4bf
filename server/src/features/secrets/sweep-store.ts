import { lifetimes } from '@tempshare/contract';
import { leaveNotice } from '../../events/notice.ts';
import { isBeingRead } from '../../readings/reading-store.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { TableWalk } from '../../storage/table-walk.ts';
import { interval } from '../../storage/interval.ts';

/** Destroys expired secrets unread. Skips locked ones. */
export async function expire(db: Db, limit: number): Promise<number> {
  const rows = await db.query(EXPIRE, [limit]);
  return rows.length;
}

const EXPIRE = `
  WITH due AS (
    SELECT id FROM secrets WHERE state = 'waiting' AND expires_at <= now()
    ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ), expired AS (
    UPDATE secrets s SET state = 'expired', content = NULL, wrapped_key = NULL, ended_at = s.expires_at
    FROM due WHERE s.id = due.id RETURNING s.id, s.api_key_id, s.created_at
  ), ${leaveNotice({ as: 'notice', kind: 'expired', itemKind: `'secret'`, from: 'expired' })}
  SELECT id FROM expired`;

/** Wipes content once no reading may be replayed. */
export async function wipeRead(db: Db, limit: number): Promise<number> {
  const rows = await db.query(WIPE_READ, [limit]);
  return rows.length;
}

const WIPE_READ = `
  WITH due AS (
    SELECT id FROM secrets s WHERE state = 'consumed' AND content IS NOT NULL AND ${isBeingRead('s')} IS NOT TRUE
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE secrets s SET content = NULL FROM due WHERE s.id = due.id RETURNING s.id`;

export async function forgetEnded(db: Db, limit: number): Promise<number> {
  const rows = await db.query(FORGET_ENDED, [limit]);
  return rows.length;
}

const FORGET_ENDED = `
  WITH due AS (
    SELECT id FROM secrets WHERE ended_at <= now() - ${interval(lifetimes.listedAfterEnd)} LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM secrets USING due WHERE secrets.id = due.id RETURNING due.id`;

const IS_WAITING = `state = 'waiting'`;

export const WAITING: TableWalk = { table: 'secrets', columns: 'id', where: IS_WAITING };

export async function revokeWaiting(db: Db, ids: readonly string[], limit: number): Promise<number> {
  const rows = await db.query(REVOKE_WAITING, [ids, limit]);
  return rows.length;
}

const REVOKE_WAITING = `
  WITH due AS (SELECT id FROM secrets WHERE id = ANY ($1) AND ${IS_WAITING} LIMIT $2 FOR UPDATE SKIP LOCKED)
  UPDATE secrets s SET state = 'revoked', content = NULL, wrapped_key = NULL, ended_at = now()
  FROM due WHERE s.id = due.id RETURNING s.id`;
