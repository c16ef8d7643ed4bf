import type { Db } from '../../storage/database.ts';

/** Counts a file that has arrived. False when the request takes no more. */
export async function countArrived(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE requests SET file_count = file_count + 1
     WHERE id = $1 AND state = 'open' AND (expires_at IS NULL OR expires_at > now()) RETURNING id`,
    [id],
  );
  return rows.length > 0;
}
