import type { BlobRef } from '../../storage/blobs/blobs.ts';
import type { Db } from '../../storage/postgres/database.ts';

/*
 * A blob is doomed from the beginning, to go two hours later; when a file takes it, it is so no more. When its file goes,
 * or its upload fails, it is doomed again.
 */

export async function insertBlob(db: Db, { id, itemId }: BlobRef, storage: string): Promise<void> {
  await db.query(`INSERT INTO blobs (id, item_id, storage, doomed_at) VALUES ($1, $3, $2, ${UNTAKEN})`, [
    id,
    storage,
    itemId,
  ]);
}

/** Maximum time for a blob to wait for its file. */
const UNTAKEN = `now() + interval '2 hours'`;

/** Brings back what lies further ahead than any doom: the clock of the database was set back. */
export async function shortenDooms(db: Db): Promise<void> {
  await db.query(`UPDATE blobs SET doomed_at = ${UNTAKEN} WHERE doomed_at > ${UNTAKEN}`);
}

/** Ends the doom of `$2`, of the item `$5`. Well before a sweep could take it, so that the two never meet. */
export const KEEP_BLOB = `
  UPDATE blobs SET doomed_at = NULL WHERE id = $2 AND item_id = $5 AND doomed_at > now() + interval '10 minutes'`;

/** Whether a file still has this blob. */
export async function isKept(db: Db, { id, itemId }: BlobRef): Promise<boolean> {
  const rows = await db.query('SELECT FROM blobs WHERE id = $1 AND item_id = $2 AND doomed_at IS NULL', [
    id,
    itemId,
  ]);
  return rows.length > 0;
}

/** Duration of a claim on the removal of the bytes. */
const CLAIMED = `now() + interval '5 minutes'`;

/** Claims the blob of a failed upload for removal. False when a file has it after all, since the commit was carried out. */
export async function claimFailed(db: Db, { id, itemId }: BlobRef): Promise<boolean> {
  const rows = await db.query(
    `UPDATE blobs SET doomed_at = ${CLAIMED} WHERE id = $1 AND item_id = $2 AND doomed_at IS NOT NULL RETURNING id`,
    [id, itemId],
  );
  return rows.length > 0;
}

/** Claims blobs of one storage whose time has come, at most `limit`. */
export async function claimDoomed(db: Db, storage: string, limit: number): Promise<BlobRef[]> {
  return db.query<BlobRef>(
    `WITH due AS (
       SELECT id, item_id FROM blobs WHERE doomed_at <= now() AND storage = $1
       ORDER BY doomed_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     UPDATE blobs SET doomed_at = ${CLAIMED} FROM due
     WHERE blobs.id = due.id AND blobs.item_id = due.item_id RETURNING blobs.id, blobs.item_id AS "itemId"`,
    [storage, limit],
  );
}

/** Forgets a claimed blob, whose bytes have been removed. */
export async function forgetBlob(db: Db, { id, itemId }: BlobRef): Promise<void> {
  await db.query('DELETE FROM blobs WHERE id = $1 AND item_id = $2 AND doomed_at IS NOT NULL', [id, itemId]);
}
