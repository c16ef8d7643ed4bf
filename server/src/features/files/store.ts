import { findPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { KEEP_BLOB } from './blob-store.ts';

export interface Parent {
  kind: 'transfer' | 'request' | 'room-message' | 'drop-item';
  id: string;
  /** The parent itself, or the item that contains it. */
  itemId: string;
}

export const PARENT_COLUMN = {
  transfer: 'transfer_id',
  request: 'request_id',
  'room-message': 'room_message_id',
  'drop-item': 'drop_item_id',
} as const satisfies Record<Parent['kind'], string>;

/** Undefined if another upload was first, the file is gone, or the upload took so long that its blob may be swept. */
export async function completeFile(
  db: Db,
  params: { itemId: string; tokenHash: Buffer; blobId: string; size: number; sha256: Buffer },
): Promise<{ completedAt: Date } | undefined> {
  const [row] = await db.query<{ completedAt: Date }>(
    `WITH kept AS (${KEEP_BLOB} RETURNING id, item_id)
     UPDATE files SET blob_id = kept.id, size = $3, sha256 = $4, completed_at = date_trunc('milliseconds', now()),
       upload_token_hash = NULL, upload_key = NULL, upload_until = NULL
     FROM kept WHERE files.item_id = kept.item_id AND upload_token_hash = $1 RETURNING completed_at AS "completedAt"`,
    [params.tokenHash, params.blobId, params.size, params.sha256, params.itemId],
  );
  return row;
}

export async function findCompleted(
  db: Db,
  { itemId, id, blobId }: { itemId: string; id: string; blobId: string },
): Promise<Pick<StoredFile, 'id' | 'size' | 'sha256' | 'completedAt'> | undefined> {
  const [row] = await db.query<Pick<StoredFile, 'id' | 'size' | 'sha256' | 'completedAt'>>(
    `SELECT id, size::int AS size, sha256, completed_at AS "completedAt" FROM files
     WHERE item_id = $3 AND id = $1 AND blob_id = $2`,
    [id, blobId, itemId],
  );
  return row;
}

export interface StoredFile {
  id: string;
  itemId: string;
  parentId: string;
  /** Null for the file of a transfer, which is sealed under the transfer's key. */
  wrappedKey: Buffer | null;
  metadata: Buffer | null;
  blobId: string;
  storage: string;
  size: number;
  sha256: Buffer;
  completedAt: Date;
}

const COLUMNS = (kind: Parent['kind']): string => `
  id, item_id AS "itemId", ${PARENT_COLUMN[kind]} AS "parentId", wrapped_key AS "wrappedKey", metadata, blob_id AS "blobId",
  (SELECT storage FROM blobs b WHERE b.id = blob_id AND b.item_id = files.item_id), size::int AS size, sha256, completed_at AS "completedAt"`;

export async function findFile(db: Db, parent: Parent, id: string): Promise<StoredFile | undefined> {
  const [row] = await db.query<StoredFile>(
    `SELECT ${COLUMNS(parent.kind)} FROM files
     WHERE item_id = $3 AND id = $1 AND ${PARENT_COLUMN[parent.kind]} = $2 AND blob_id IS NOT NULL`,
    [id, parent.id, parent.itemId],
  );
  return row;
}

export async function filesOf(
  db: Db,
  { kind, ids, itemId }: { kind: Parent['kind']; ids: readonly string[]; itemId: string },
): Promise<StoredFile[]> {
  return db.query<StoredFile>(
    `SELECT ${COLUMNS(kind)} FROM files
     WHERE item_id = $2 AND ${PARENT_COLUMN[kind]} = ANY ($1) AND blob_id IS NOT NULL
     ORDER BY completed_at DESC, id DESC`,
    [ids, itemId],
  );
}

const SENT: Listing = {
  table: 'files',
  columns: COLUMNS('request'),
  order: 'completed_at',
  as: 'completedAt',
  parts: ['request_id = $1 AND completed_at IS NOT NULL AND item_id = $1'],
};

export const listSent = (db: Db, requestId: string, page: Page): Promise<Found<StoredFile>> =>
  findPage<StoredFile>(db, SENT, { owner: requestId, ...page });
