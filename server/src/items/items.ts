import type { EndReason } from '../domain/end-reason.ts';
import type { Item, ItemKind, Items } from '../features/feature.ts';
import { itemEnds, itemSources } from '../modules.ts';
import type { Database, Db } from '../storage/postgres/database.ts';
import { walkTable, workThrough, type TableWalk } from '../storage/table-walk.ts';

export type { Item } from '../features/feature.ts';

const columnsOf = ({ kind, expires = 'expires_at' }: Items): string =>
  `${kind} AS kind, id, api_key_id AS "keyId", created_at AS "createdAt", ${expires} AS "expiresAt"`;

const FIND = itemSources
  .map((source) => `SELECT ${columnsOf(source)} FROM ${source.table} WHERE id = $1 AND ${source.living}`)
  .join(' UNION ALL ');

/** The living item with an id. */
export async function findItem(db: Db, id: string): Promise<Item | undefined> {
  const [item] = await db.query<Item>(FIND, [id]);
  return item;
}

/** The living items of some keys, which no index finds. */
const walkOf = (source: Items, keyIds: readonly string[], columns = columnsOf(source)): TableWalk => ({
  table: source.table,
  columns,
  where: `api_key_id = ANY ($1) AND ${source.living}`,
  values: [keyIds],
});

/** How many living items a key has, and the newest of them. */
export async function listItems(
  database: Database,
  keyId: string,
  most: number,
): Promise<{ total: number; newest: Item[] }> {
  let total = 0;
  let newest: Item[] = [];
  for (const source of itemSources) {
    await walkTable<Item>(database, walkOf(source, [keyId]), (rows) => {
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
  for (const source of itemSources) {
    const walk = walkOf(source, [keyId], `${source.kind} AS kind, count(*)::int AS count`);
    await walkTable<{ kind: ItemKind; count: number }>(database, { ...walk, groupBy: '1' }, (rows) => {
      for (const { kind, count } of rows) counts[kind] = (counts[kind] ?? 0) + count;
    });
  }
  return counts;
}

const DELETED_AT_ONCE = 4;

/** Ends everything of some keys that can still be opened. @returns how many there were. */
export async function deleteItems(
  database: Database,
  keyIds: readonly string[],
  reason?: EndReason,
): Promise<number> {
  const deleteAll = async (items: Item[]): Promise<number> => {
    let deleted = 0;
    for (let i = 0; i < items.length; i += DELETED_AT_ONCE) {
      const some = items.slice(i, i + DELETED_AT_ONCE);
      const outcomes = await Promise.all(some.map((item) => deleteItem(database, item, reason)));
      deleted += outcomes.filter(Boolean).length;
    }
    return deleted;
  };
  for (let total = 0; ;) {
    let deleted = 0;
    for (const source of itemSources)
      deleted += await workThrough(database, walkOf(source, keyIds), deleteAll);
    total += deleted;
    if (deleted === 0) return total;
  }
}

/** Ends an item as its owner would, with the events of that. False when it has just gone by itself. */
export async function deleteItem(db: Db, item: Item, reason: EndReason = 'api'): Promise<boolean> {
  try {
    await itemEnds[item.kind](db, item, reason);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'not_found') return false;
    throw error;
  }
}
