import { MAX_FILE_BYTES } from '../../storage/capacity.ts';
import { insertion } from '../../storage/columns.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { PARENT_COLUMN, type Parent } from './store.ts';

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

/** Forgets awaited files, or those whose upload URL has died. */
export async function deleteAwaited(db: Db, parent: Parent, which: 'all' | 'dead'): Promise<void> {
  await db.query(
    `DELETE FROM files
     WHERE item_id = $3 AND ${PARENT_COLUMN[parent.kind]} = $1 AND blob_id IS NULL
       AND ($2 = 'all' OR upload_until <= now())`,
    [parent.id, which, parent.itemId],
  );
}
