import type { BlobRef } from '../../storage/blobs/blobs.ts';
import { countedBytes } from '../../storage/capacity.ts';
import type { Db } from '../../storage/postgres/database.ts';

/*
 * A new blob is doomed in two hours. A file that takes it ends that; a deleted file or a failed upload dooms it again.
 */

/**
 * Inserts the blob of a file. `uncharged`: bytes that are charged on arrival, for which there must be room now.
 * @throws ServiceProblem `quota_exceeded`, `insufficient_storage`
 */
export async function insertBlob(
  db: Db,
  { id, itemId }: BlobRef,
  { storage, fileId, uncharged }: { storage: string; fileId: string; uncharged: number | undefined },
): Promise<void> {
  if (uncharged !== undefined) {
    const expected = [itemId, fileId, countedBytes(uncharged)];
    await db.query('SELECT expect_file(api_key_id, $3) FROM files WHERE item_id = $1 AND id = $2', expected);
  }
  await db.query(`INSERT INTO blobs (id, item_id, storage, doomed_at) VALUES ($1, $3, $2, ${UNTAKEN})`, [
    id,
    storage,
    itemId,
  ]);
}

/** Maximum time for a file to take a blob. */
const UNTAKEN = `now() + interval '2 hours'`;

/** Shortens dooms that lie too far ahead, because the database's clock was set back. */
export async function shortenDooms(db: Db): Promise<void> {
  await db.query(`UPDATE blobs SET doomed_at = ${UNTAKEN} WHERE doomed_at > ${UNTAKEN}`);
}

/** Ends the doom of `$2`, of the item `$5`, well before a sweep could take it. */
export const KEEP_BLOB = `
  UPDATE blobs SET doomed_at = NULL WHERE id = $2 AND item_id = $5 AND doomed_at > now() + interval '10 minutes'`;

export async function isKept(db: Db, { id, itemId }: BlobRef): Promise<boolean> {
  const rows = await db.query('SELECT FROM blobs WHERE id = $1 AND item_id = $2 AND doomed_at IS NULL', [
    id,
    itemId,
  ]);
  return rows.length > 0;
}

/** Duration of a claim. */
const CLAIMED = `now() + interval '5 minutes'`;

/** False if a file has the blob after all, because the commit was carried out. */
export async function claimFailed(db: Db, { id, itemId }: BlobRef): Promise<boolean> {
  const rows = await db.query(
    `UPDATE blobs SET doomed_at = ${CLAIMED} WHERE id = $1 AND item_id = $2 AND doomed_at IS NOT NULL RETURNING id`,
    [id, itemId],
  );
  return rows.length > 0;
}

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

export async function forgetBlob(db: Db, { id, itemId }: BlobRef): Promise<void> {
  await db.query('DELETE FROM blobs WHERE id = $1 AND item_id = $2 AND doomed_at IS NOT NULL', [id, itemId]);
}
