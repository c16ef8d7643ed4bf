import type { Db } from '../../storage/database.ts';

/** Removes items whose bytes never came; an upload that is still under way has had 10 minutes more. */
export async function removeAbandoned(db: Db, limit: number): Promise<number> {
  const rows = await db.query(REMOVE_ABANDONED, [limit]);
  return rows.length;
}

const REMOVE_ABANDONED = `
  WITH due AS (
    SELECT i.id FROM drop_items i
    WHERE NOT i.arrived AND NOT EXISTS (
      SELECT FROM files f
      WHERE f.drop_item_id = i.id AND (f.upload_until IS NULL OR f.upload_until > now() - interval '10 minutes'))
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM drop_items USING due WHERE drop_items.id = due.id RETURNING due.id`;
