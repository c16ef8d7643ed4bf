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

export async function findItem(db: Db, id: string): Promise<Item | undefined> {
  const [item] = await db.query<Item>(FIND, [id]);
  return item;
}

/** Scan of the living items of some keys; no index finds them. */
const walkOf = (source: Items, keyIds: readonly string[], columns = columnsOf(source)): TableWalk => ({
  table: source.table,
  columns,
  where: `api_key_id = ANY ($1) AND ${source.living}`,
  values: [keyIds],
});

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

export async function deleteItems(
  database: Database,
  keyIds: readonly string[],
  reason?: EndReason,
): Promise<number> {
  const deleteAll = async (items: Item[]): Promise<number> => {
    let deleted = 0;
    for (let i = 0; i < items.length; i += DELETED_AT_ONCE) {
      const batch = items.slice(i, i + DELETED_AT_ONCE);
      const outcomes = await Promise.all(batch.map((item) => deleteItem(database, item, reason)));
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

/** Ends an item, with its events. False if it has already ended. */
export async function deleteItem(db: Db, item: Item, reason: EndReason = 'api'): Promise<boolean> {
  try {
    await itemEnds[item.kind](db, item, reason);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'not_found') return false;
    throw error;
  }
}
