import { deleteDrop } from './features/drops/drop.ts';
import { deleteRequest } from './features/requests/request.ts';
import { deleteRoom } from './features/rooms/room.ts';
import { revokeSecret } from './features/secrets/secret.ts';
import { deleteDebugShare, deleteTransfer } from './features/transfers/transfer.ts';
import type { Db } from './storage/database.ts';

/** Something that a link leads to and that can still be opened, as an operator sees it: never what is in it. */
export interface Item {
  kind: ItemKind;
  id: string;
  keyId: string;
  createdAt: Date;
  expiresAt: Date | null;
}

type ItemKind = 'transfer' | 'debug-share' | 'secret' | 'request' | 'room' | 'drop';

const UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';

/** Where items are, and which of them live. */
const SOURCES = [
  {
    table: 'transfers',
    kind: `CASE type WHEN 'debug' THEN 'debug-share' ELSE 'transfer' END`,
    living: `(state = 'active' AND ${UNEXPIRED} OR state = 'awaiting' AND awaiting_until > now())`,
  },
  { table: 'secrets', kind: `'secret'`, living: `state = 'waiting' AND ${UNEXPIRED}` },
  { table: 'requests', kind: `'request'`, living: `state IN ('open', 'closed')` },
  { table: 'rooms', kind: `'room'`, living: `state = 'open' AND expires_at > now()` },
  { table: 'drops', kind: `'drop'`, living: 'true', expires: 'NULL::timestamptz' },
];

const itemsWhere = (condition: string): string =>
  SOURCES.map(
    ({ table, kind, living, expires = 'expires_at' }) => `
      SELECT ${kind} AS kind, id, api_key_id AS "keyId", created_at AS "createdAt", ${expires} AS "expiresAt"
      FROM ${table} WHERE ${condition} AND ${living}`,
  ).join(' UNION ALL ');

/** The living items of a key, or the one with an id, newest first. */
export function findItems(
  db: Db,
  filter: { keyId: string } | { id: string },
  limit: number,
): Promise<Item[]> {
  const [column, value] = 'id' in filter ? ['id', filter.id] : ['api_key_id', filter.keyId];
  return db.query<Item>(
    `SELECT * FROM (${itemsWhere(`${column} = $1`)}) items ORDER BY "createdAt" DESC, id DESC LIMIT $2`,
    [value, limit],
  );
}

/** How many living items of each kind a key has. */
export async function countItems(db: Db, keyId: string): Promise<Partial<Record<ItemKind, number>>> {
  const rows = await db.query<{ kind: ItemKind; count: number }>(
    `SELECT kind, count(*)::int AS count FROM (${itemsWhere('api_key_id = $1')}) items GROUP BY kind ORDER BY kind`,
    [keyId],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

const DELETIONS: Record<ItemKind, (db: Db, item: Item) => Promise<void>> = {
  transfer: (db, { id, keyId }) => deleteTransfer(db, { name: id, keyId }),
  'debug-share': (db, item) => deleteDebugShare(db, item),
  secret: (db, item) => revokeSecret(db, item),
  request: (db, item) => deleteRequest(db, item),
  room: (db, item) => deleteRoom(db, item),
  drop: (db, item) => deleteDrop(db, item),
};

/** Ends an item as its owner would, with the events of that. False when it has just gone by itself. */
export async function deleteItem(db: Db, item: Item): Promise<boolean> {
  try {
    await DELETIONS[item.kind](db, item);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'not_found') return false;
    throw error;
  }
}
