import { ARRIVED } from './store.ts';
import { leaveNotice } from '../../events/notice.ts';
import type { Amount } from '../../storage/capacity.ts';
import { findPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
import type { Db } from '../../storage/postgres/database.ts';

export interface NewItem {
  id: string;
  dropId: string;
  authorId: string;
  message: Buffer | null;
  /** False while its file is awaited. */
  arrived: boolean;
  bytes: number;
  /** Part of `bytes` for the file. */
  fileBytes: number;
  createdAt: Date;
}

/** False if the inbox is full or gone. */
export async function insertItem(db: Db, item: NewItem, limits: Amount): Promise<boolean> {
  const rows = await db.query(INSERT, [
    item.id,
    item.dropId,
    item.message,
    item.arrived,
    item.bytes,
    item.createdAt,
    limits.items,
    limits.bytes,
    item.fileBytes,
    item.authorId,
  ]);
  return rows.length > 0;
}

const INSERT = `
  WITH inbox AS (
    UPDATE drops SET item_count = item_count + $4::boolean::int, held_items = held_items + 1, held_bytes = held_bytes + $5
    WHERE id = $2 AND held_items < $7 AND held_bytes + $5 <= $8 RETURNING id, api_key_id, created_at
  ), ${leaveNotice({ ...ARRIVED, from: 'inbox', where: '$4::boolean' })}
  INSERT INTO drop_items (id, drop_id, api_key_id, author_id, arrived, message, bytes, file_bytes, created_at)
  SELECT $1, id, api_key_id, $10, $4, $3, $5, $9, $6 FROM inbox RETURNING id`;

/** Locks an inbox, and returns its usage and key. */
export async function lockDrop(db: Db, dropId: string): Promise<(Amount & { keyId: string }) | undefined> {
  const [held] = await db.query<Amount & { keyId: string }>(
    'SELECT held_items AS items, held_bytes::float8 AS bytes, api_key_id AS "keyId" FROM drops WHERE id = $1 FOR UPDATE',
    [dropId],
  );
  return held;
}

/** Forgets items of a locked inbox whose bytes can no longer come. */
export async function forgetDead(db: Db, dropId: string): Promise<void> {
  await db.query(
    `DELETE FROM drop_items i USING files f
     WHERE i.drop_id = $1 AND NOT i.arrived AND f.item_id = i.drop_id AND f.drop_item_id = i.id AND f.upload_until <= now()`,
    [dropId],
  );
}

export async function deleteItem(
  db: Db,
  params: { dropId: string; keyId: string; itemId: string },
): Promise<boolean> {
  const rows = await db.query(DELETE, [params.dropId, params.keyId, params.itemId]);
  return rows.length > 0;
}

/** Locks the inbox first, as every insert does. */
const DELETE = `
  WITH inbox AS (SELECT id FROM drops WHERE id = $1 AND api_key_id = $2 FOR UPDATE),
    gone AS (DELETE FROM drop_items i USING inbox WHERE i.id = $3 AND i.drop_id = inbox.id AND i.arrived RETURNING i.drop_id)
  UPDATE drops SET item_count = item_count - 1 FROM gone WHERE drops.id = gone.drop_id RETURNING drops.id`;

/** Deletes items of an author, arrived or not. @returns the number of items */
export async function deleteItemsOf(
  db: Db,
  params: { dropId: string; authorId: string; limit: number },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(DELETE_OF_AUTHOR, [
    params.dropId,
    params.authorId,
    params.limit,
  ]);
  return row?.count ?? 0;
}

const DELETE_OF_AUTHOR = `
  WITH inbox AS (SELECT id FROM drops WHERE id = $1 FOR UPDATE), doomed AS (
    SELECT i.id FROM inbox JOIN drop_items i ON i.drop_id = inbox.id
    WHERE i.drop_id = $1 AND i.author_id = $2 ORDER BY i.id LIMIT $3
  ), gone AS (
    DELETE FROM drop_items i USING doomed WHERE i.id = doomed.id AND i.drop_id = $1 RETURNING i.arrived
  ), counted AS (
    UPDATE drops SET item_count = item_count - (SELECT count(*) FROM gone WHERE arrived) WHERE id = $1
  )
  SELECT count(*)::int AS count FROM gone`;

export interface ListedItem {
  id: string;
  authorId: string | null;
  message: Buffer | null;
  createdAt: Date;
}

const SHOWN: Listing = {
  table: 'drop_items',
  columns: `id, author_id AS "authorId", message, created_at AS "createdAt"`,
  order: 'created_at',
  as: 'createdAt',
  parts: ['drop_id = $1 AND arrived'],
};

export const listShown = (db: Db, dropId: string, page: Page): Promise<Found<ListedItem>> =>
  findPage<ListedItem>(db, SHOWN, { owner: dropId, ...page });

export async function findItemFile(
  db: Db,
  params: { dropId: string; keyId: string; itemId: string },
): Promise<{ fileId: string } | undefined> {
  const [row] = await db.query<{ fileId: string }>(
    `SELECT f.id AS "fileId"
     FROM drops d JOIN drop_items i ON i.drop_id = d.id JOIN files f ON f.drop_item_id = i.id AND f.item_id = d.id
     WHERE d.id = $1 AND d.api_key_id = $2 AND i.id = $3 AND i.arrived`,
    [params.dropId, params.keyId, params.itemId],
  );
  return row;
}
