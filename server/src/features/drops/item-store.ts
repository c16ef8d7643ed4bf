import { findPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
import type { Db } from '../../storage/database.ts';

export interface NewItem {
  id: string;
  dropId: string;
  message: Buffer | null;
  createdAt: Date;
}

/** Leaves an item that is complete. False when the inbox is gone. */
export async function insertItem(db: Db, item: NewItem): Promise<boolean> {
  const rows = await db.query(
    `WITH counted AS (UPDATE drops SET item_count = item_count + 1 WHERE id = $2 RETURNING id)
     INSERT INTO drop_items (id, drop_id, arrived, message, created_at)
     SELECT $1, id, true, $3, $4 FROM counted RETURNING id`,
    [item.id, item.dropId, item.message, item.createdAt],
  );
  return rows.length > 0;
}

/** Leaves an item whose file is awaited. False when the inbox is gone. */
export async function insertAwaitedItem(db: Db, item: NewItem): Promise<boolean> {
  const rows = await db.query(
    `WITH inbox AS (SELECT id FROM drops WHERE id = $2 FOR KEY SHARE)
     INSERT INTO drop_items (id, drop_id, arrived, message, created_at)
     SELECT $1, id, false, $3, $4 FROM inbox RETURNING id`,
    [item.id, item.dropId, item.message, item.createdAt],
  );
  return rows.length > 0;
}

export interface ListedItem {
  id: string;
  message: Buffer | null;
  createdAt: Date;
}

const SHOWN: Listing = {
  table: 'drop_items',
  columns: `id, message, created_at AS "createdAt"`,
  order: 'created_at',
  as: 'createdAt',
  parts: ['drop_id = $1 AND arrived'],
};

/** A page of the items that an owner sees, newest first, and how many there are on all pages. */
export const listShown = (db: Db, dropId: string, page: Page): Promise<Found<ListedItem>> =>
  findPage<ListedItem>(db, SHOWN, dropId, page);

/** The file of an item that its owner sees. */
export async function findItemFile(
  db: Db,
  facts: { dropId: string; keyId: string; itemId: string },
): Promise<{ fileId: string } | undefined> {
  const [row] = await db.query<{ fileId: string }>(
    `SELECT f.id AS "fileId"
     FROM drops d JOIN drop_items i ON i.drop_id = d.id JOIN files f ON f.drop_item_id = i.id
     WHERE d.id = $1 AND d.api_key_id = $2 AND i.id = $3 AND i.arrived`,
    [facts.dropId, facts.keyId, facts.itemId],
  );
  return row;
}
