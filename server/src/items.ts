import { deleteDrop } from './features/drops/drop.ts';
import { deleteRequest } from './features/requests/request.ts';
import { deleteRoom } from './features/rooms/room.ts';
import { revokeSecret } from './features/secrets/secret.ts';
import { deleteDebugShare, deleteTransfer } from './features/transfers/transfer.ts';
import type { Database, Db } from './storage/database.ts';
import { walkTable, workThrough, type TableWalk } from './storage/table-walk.ts';

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
const SOURCES: { table: string; kind: string; living: string; expires?: string }[] = [
  {
    table: 'transfers',
    kind: `CASE type WHEN 'debug' THEN 'debug-share' ELSE 'transfer' END`,
    // The file of the last view is there until it was downloaded.
    living: `(state = 'active' AND ${UNEXPIRED} OR state = 'awaiting' AND awaiting_until > now()
      OR state = 'consumed' AND ended_at IS NULL)`,
  },
  { table: 'secrets', kind: `'secret'`, living: `state = 'waiting' AND ${UNEXPIRED}` },
  { table: 'requests', kind: `'request'`, living: `state IN ('open', 'closed')` },
  { table: 'rooms', kind: `'room'`, living: `state = 'open' AND expires_at > now()` },
  { table: 'drops', kind: `'drop'`, living: 'true', expires: 'NULL::timestamptz' },
];

type Source = (typeof SOURCES)[number];

const columnsOf = ({ kind, expires = 'expires_at' }: Source): string =>
  `${kind} AS kind, id, api_key_id AS "keyId", created_at AS "createdAt", ${expires} AS "expiresAt"`;

const FIND = SOURCES.map(
  (source) => `SELECT ${columnsOf(source)} FROM ${source.table} WHERE id = $1 AND ${source.living}`,
).join(' UNION ALL ');

/** The living item with an id. */
export async function findItem(db: Db, id: string): Promise<Item | undefined> {
  const [item] = await db.query<Item>(FIND, [id]);
  return item;
}

/** The living items of a key, which no index finds. */
const walkOf = (source: Source, keyId: string, columns = columnsOf(source)): TableWalk => ({
  table: source.table,
  columns,
  where: `api_key_id = $1 AND ${source.living}`,
  values: [keyId],
});

/** How many living items a key has, and the newest of them. */
export async function listItems(
  database: Database,
  keyId: string,
  most: number,
): Promise<{ total: number; newest: Item[] }> {
  let total = 0;
  let newest: Item[] = [];
  for (const source of SOURCES) {
    await walkTable<Item>(database, walkOf(source, keyId), (rows) => {
      total += rows.length;
      const time = ({ createdAt }: Item): number => createdAt.getTime();
      newest = [...newest, ...rows]
        .sort((a, b) => time(b) - time(a) || (a.id < b.id ? 1 : -1))
        .slice(0, most);
    });
  }
  return { total, newest };
}

/** How many living items of each kind a key has. */
export async function countItems(
  database: Database,
  keyId: string,
): Promise<Partial<Record<ItemKind, number>>> {
  const counts: Partial<Record<ItemKind, number>> = {};
  for (const source of SOURCES) {
    const walk = walkOf(source, keyId, `${source.kind} AS kind, count(*)::int AS count`);
    await walkTable<{ kind: ItemKind; count: number }>(database, { ...walk, groupBy: '1' }, (rows) => {
      for (const { kind, count } of rows) counts[kind] = (counts[kind] ?? 0) + count;
    });
  }
  return counts;
}

const DELETED_AT_ONCE = 4;

/** Ends everything of a key that can still be opened. @returns how many there were. */
export async function deleteItems(database: Database, keyId: string): Promise<number> {
  const deleteAll = async (items: Item[]): Promise<number> => {
    let deleted = 0;
    for (let i = 0; i < items.length; i += DELETED_AT_ONCE) {
      const some = items.slice(i, i + DELETED_AT_ONCE);
      const outcomes = await Promise.all(some.map((item) => deleteItem(database, item)));
      deleted += outcomes.filter(Boolean).length;
    }
    return deleted;
  };
  for (let total = 0; ;) {
    let deleted = 0;
    for (const source of SOURCES) deleted += await workThrough(database, walkOf(source, keyId), deleteAll);
    total += deleted;
    if (deleted === 0) return total;
  }
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
