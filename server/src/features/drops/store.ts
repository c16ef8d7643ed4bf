import { leaveNotice } from '../../events/notice.ts';
import { leaveToWipe } from '../../jobs/wipes.ts';
import { findPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
import { insertion, KEY_OWNED, select, type Columns, type Owned } from '../../storage/columns.ts';
import { UNLESS_TAKEN } from '../../storage/creation.ts';
import type { Creation, Db } from '../../storage/postgres/database.ts';

export interface NewDrop extends Owned {
  wrappedKey: Buffer;
  label: Buffer;
  labelIndex: Buffer;
}

const COLUMNS = {
  ...KEY_OWNED,
  wrappedKey: 'wrapped_key',
  label: 'label',
  labelIndex: 'label_index',
} satisfies Columns<NewDrop>;

const INSERT = insertion<NewDrop>('drops', COLUMNS);

export const insertDrop = (drop: NewDrop): Creation => ({
  ctes: `created AS (${INSERT.sql} ${UNLESS_TAKEN} RETURNING id)`,
  values: INSERT.values(drop),
  keyId: drop.keyId,
});

export interface FoundDrop {
  id: string;
  wrappedKey: Buffer;
  label: Buffer;
  /** Number of items that the owner sees. */
  itemCount: number;
  heldItems: number;
  heldBytes: number;
  livemode: boolean;
  createdAt: Date;
}

const FIELDS = `
  ${select(COLUMNS, 'id', 'wrappedKey', 'label', 'livemode', 'createdAt')}, item_count AS \"itemCount\",
  held_items AS \"heldItems\", held_bytes::float8 AS \"heldBytes\"`;

export async function findDrop(db: Db, id: string): Promise<FoundDrop | undefined> {
  const [row] = await db.query<FoundDrop>(`SELECT ${FIELDS} FROM drops WHERE id = $1`, [id]);
  return row;
}

export async function findOwned(db: Db, id: string, keyId: string): Promise<FoundDrop | undefined> {
  const [row] = await db.query<FoundDrop>(`SELECT ${FIELDS} FROM drops WHERE id = $1 AND api_key_id = $2`, [
    id,
    keyId,
  ]);
  return row;
}

const LISTING: Listing = {
  table: 'drops',
  columns: FIELDS,
  order: 'created_at',
  as: 'createdAt',
  parts: ['api_key_id = $1'],
};

export const listOwned = (db: Db, keyId: string, page: Page): Promise<Found<FoundDrop>> =>
  findPage<FoundDrop>(db, LISTING, { owner: keyId, ...page });

export const ARRIVED = { as: 'notice', kind: 'arrived', itemKind: `'drop'` } as const;

/** Stores a label, and the data key as it is wrapped now. False if the inbox is gone. */
export async function rename(
  db: Db,
  { id, keyId }: { id: string; keyId: string },
  { label, labelIndex, wrappedKey }: Pick<NewDrop, 'label' | 'labelIndex' | 'wrappedKey'>,
): Promise<boolean> {
  const rows = await db.query(
    'UPDATE drops SET label = $3, label_index = $4, wrapped_key = $5 WHERE id = $1 AND api_key_id = $2 RETURNING id',
    [id, keyId, label, labelIndex, wrappedKey],
  );
  return rows.length > 0;
}

export async function findAccount(db: Db, id: string, keyId: string): Promise<string | undefined> {
  const [row] = await db.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM drops WHERE id = $1 AND api_key_id = $2',
    [id, keyId],
  );
  return row?.accountId;
}

/** Shows an item whose file has arrived. False if the inbox is gone. */
export async function showItem(db: Db, dropId: string, itemId: string): Promise<boolean> {
  const rows = await db.query(
    `WITH counted AS (
       UPDATE drops d SET item_count = item_count + 1
       FROM drop_items i WHERE d.id = $2 AND i.id = $1 AND i.drop_id = d.id AND NOT i.arrived RETURNING i.id AS item_id, d.id, d.api_key_id, d.created_at
     ), ${leaveNotice({ ...ARRIVED, from: 'counted' })}
     UPDATE drop_items SET arrived = true FROM counted
     WHERE drop_items.id = counted.item_id AND drop_items.drop_id = counted.id RETURNING drop_items.id`,
    [itemId, dropId],
  );
  return rows.length > 0;
}

/** Records that the contents are to be wiped. Leaving something locks the inbox, so nothing comes in later. */
export async function deleteDrop(db: Db, id: string, keyId: string): Promise<boolean> {
  const rows = await db.query(
    `WITH gone AS (DELETE FROM drops WHERE id = $1 AND api_key_id = $2 RETURNING id)
     ${leaveToWipe('drop', 'gone')} RETURNING id`,
    [id, keyId],
  );
  return rows.length > 0;
}
