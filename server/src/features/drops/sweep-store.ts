import type { Db } from '../../storage/postgres/database.ts';

/**
 * Removes items whose bytes never came; running uploads have 10 minutes more. Locks inboxes, which get the room back.
 */
export async function removeAbandoned(db: Db, limit: number): Promise<number> {
  const rows = await db.query(REMOVE_ABANDONED, [limit]);
  return rows.length;
}

const REMOVE_ABANDONED = `
  WITH due AS (
    SELECT i.id, i.drop_id FROM drop_items i JOIN drops d ON d.id = i.drop_id
    WHERE NOT i.arrived AND NOT EXISTS (
      SELECT FROM files f
      WHERE f.item_id = i.drop_id AND f.drop_item_id = i.id AND (f.upload_until IS NULL OR f.upload_until > now() - interval '10 minutes'))
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM drop_items USING due WHERE drop_items.id = due.id AND drop_items.drop_id = due.drop_id RETURNING due.id`;

/** Wipes items of a deleted inbox, with or without files. @returns the number of items */
export async function wipeItems(
  db: Db,
  { dropId, withFile, limit }: { dropId: string; withFile: boolean; limit: number },
): Promise<number> {
  const rows = await db.query(WIPE_ITEMS, [dropId, withFile, limit]);
  return rows.length;
}

const WIPE_ITEMS = `
  WITH due AS (
    SELECT i.id, i.drop_id FROM drop_items i
    WHERE i.drop_id = $1 AND EXISTS (SELECT FROM files f WHERE f.item_id = i.drop_id AND f.drop_item_id = i.id) = $2
    LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM drop_items USING due WHERE drop_items.id = due.id AND drop_items.drop_id = due.drop_id RETURNING due.id`;

/** SQL for the contents of the inbox `$2`. */
export const LEFT = 'drop_items WHERE drop_id = $2';
