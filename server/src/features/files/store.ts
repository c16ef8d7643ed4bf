import { countedBytes, MAX_FILE_BYTES } from '../../storage/capacity.ts';
import { insertion } from '../../storage/columns.ts';
import { findPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { KEEP_BLOB } from './blob-store.ts';

export interface Parent {
  kind: 'transfer' | 'request' | 'room-message' | 'drop-item';
  id: string;
  /** The parent itself, or the item that contains it. */
  itemId: string;
}

const PARENT_COLUMN = {
  transfer: 'transfer_id',
  request: 'request_id',
  'room-message': 'room_message_id',
  'drop-item': 'drop_item_id',
} as const satisfies Record<Parent['kind'], string>;

export interface NewFile {
  id: string;
  parent: Parent;
  wrappedKey: Buffer | null;
  metadata: Buffer | null;
  announcedSize: number | null;
  /** Bytes reserved for the file. */
  reserved: number;
  /** Key that they are charged to. */
  keyId: string | null;
  /** Reserved bytes that are charged on arrival. */
  uncharged: number;
  uploadTokenHash: Buffer;
  uploadKey: Buffer;
  uploadUntil: Date;
  createdAt: Date;
}

type NewRow = Omit<NewFile, 'parent'> & { parentId: string; itemId: string };

const insertionFor = (kind: Parent['kind']) =>
  insertion<NewRow>('files', {
    id: 'id',
    parentId: PARENT_COLUMN[kind],
    itemId: 'item_id',
    wrappedKey: 'wrapped_key',
    metadata: 'metadata',
    announcedSize: 'announced_size',
    reserved: 'reserved',
    keyId: 'api_key_id',
    uncharged: 'uncharged',
    uploadTokenHash: 'upload_token_hash',
    uploadKey: 'upload_key',
    uploadUntil: 'upload_until',
    createdAt: 'created_at',
  });

export async function insertFile(db: Db, { parent, ...file }: NewFile): Promise<void> {
  const { sql, values } = insertionFor(parent.kind);
  await db.query(sql, values({ ...file, parentId: parent.id, itemId: parent.itemId }));
}

/** Shortens upload URLs that exceed `longestMs`, because the database's clock was set back. */
export async function shortenUploadUrls(db: Db, longestMs: number): Promise<void> {
  await db.query(SHORTEN_UPLOAD_URLS, [longestMs]);
}

const SHORTEN_UPLOAD_URLS = `
  UPDATE files SET upload_until = now() + $1::float8 * interval '1 millisecond'
  WHERE upload_until > now() + $1::float8 * interval '1 millisecond'`;

/** URLs live for `longestMs`, and not beyond the item. */
export async function moveUploads(
  db: Db,
  itemId: string,
  { until, longestMs }: { until: Date | null; longestMs: number },
): Promise<void> {
  await db.query(MOVE_UPLOADS, [itemId, until, longestMs]);
}

const MOVE_UPLOADS = `
  UPDATE files SET upload_until = least(created_at + $3::float8 * interval '1 millisecond', $2::timestamptz)
  WHERE item_id = $1 AND upload_until > now()`;

export interface AwaitedFile {
  id: string;
  parent: Parent;
  announcedSize: number | null;
  reserved: number;
  /** True if its key is already charged. */
  isCharged: boolean;
  uploadKey: Buffer;
}

/** For tokens of an earlier version, which do not contain it. */
export async function findItemOfUpload(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ itemId: string }>(
    'SELECT item_id AS "itemId" FROM files WHERE upload_token_hash = $1',
    [tokenHash],
  );
  return row?.itemId;
}

export async function findAwaited(
  db: Db,
  itemId: string,
  tokenHash: Buffer,
): Promise<AwaitedFile | undefined> {
  const [row] = await db.query<
    Record<'transfer_id' | 'request_id' | 'room_message_id' | 'drop_item_id', string | null> & {
      id: string;
      announcedSize: string | null;
      reserved: number;
      isCharged: boolean;
      uploadKey: Buffer;
    }
  >(
    `SELECT id, transfer_id, request_id, room_message_id, drop_item_id, announced_size AS "announcedSize",
       coalesce(reserved, announced_size, ${MAX_FILE_BYTES})::int AS reserved, uncharged = 0 AS "isCharged",
       upload_key AS "uploadKey"
     FROM files WHERE item_id = $2 AND upload_token_hash = $1 AND upload_until > now()`,
    [tokenHash, itemId],
  );
  if (!row) return undefined;
  const kinds = Object.entries(PARENT_COLUMN) as [Parent['kind'], keyof typeof row][];
  const [kind, column] = kinds.find(([, name]) => row[name] !== null) as [Parent['kind'], keyof typeof row];
  return {
    id: row.id,
    parent: { kind, id: row[column] as string, itemId },
    announcedSize: row.announcedSize === null ? null : Number(row.announcedSize),
    reserved: row.reserved,
    isCharged: row.isCharged,
    uploadKey: row.uploadKey,
  };
}

/** Checks for room; the bytes are charged on arrival. @throws ServiceProblem `quota_exceeded`, `insufficient_storage` */
export async function expectRoom(db: Db, { id, parent }: AwaitedFile, bytes: number): Promise<void> {
  await db.query('SELECT expect_file(api_key_id, $3) FROM files WHERE item_id = $1 AND id = $2', [
    parent.itemId,
    id,
    countedBytes(bytes),
  ]);
}

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

/** Forgets awaited files, or those whose upload URL has died. */
export async function deleteAwaited(db: Db, parent: Parent, which: 'all' | 'dead'): Promise<void> {
  await db.query(
    `DELETE FROM files
     WHERE item_id = $3 AND ${PARENT_COLUMN[parent.kind]} = $1 AND blob_id IS NULL
       AND ($2 = 'all' OR upload_until <= now())`,
    [parent.id, which, parent.itemId],
  );
}
