import type { Db } from '../../storage/database.ts';

/** Makes an item visible whose file has arrived. False when the inbox is gone. */
export async function showItem(db: Db, itemId: string): Promise<boolean> {
  const rows = await db.query(
    `WITH counted AS (
       UPDATE drops d SET item_count = item_count + 1
       FROM drop_items i WHERE i.id = $1 AND i.drop_id = d.id AND NOT i.arrived RETURNING i.id
     )
     UPDATE drop_items SET arrived = true FROM counted WHERE drop_items.id = counted.id RETURNING drop_items.id`,
    [itemId],
  );
  return rows.length > 0;
}
