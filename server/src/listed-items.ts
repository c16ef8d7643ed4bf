import type { ItemVault } from './crypto/item-vault.ts';
import type { ItemFilter, ItemLists, ListedItems, ListedKind, ListedRow } from './domain/listed-item.ts';
import type { ItemKind, Items } from './features/feature.ts';
import { forgetTries, wrongAttemptsAt } from './limits/attempt-store.ts';
import { itemEnds, itemSources } from './modules.ts';
import type { Db } from './storage/database.ts';
import { PLANNING, type Few, type Page } from './storage/listing.ts';

/** Items of all kinds over many keys. */
export function itemLists(vault: ItemVault): ItemLists {
  return {
    list: listItems,
    attemptsOf: wrongAttemptsAt,
    titleOf: (row) => titleOf(vault, row),
    end: (db, item) => itemEnds[ENDED_AS[item.kind]](db, { ...item, kind: ENDED_AS[item.kind] }, 'panel'),
    unlock: (db, id) => forgetTries(db, id, { keepProven: true }),
  };
}

/** How an item of each kind ends. */
const ENDED_AS: Record<ListedKind, ItemKind> = {
  text: 'transfer',
  url: 'transfer',
  file: 'transfer',
  debug: 'debug-share',
  secret: 'secret',
  request: 'request',
  room: 'room',
  drop: 'drop',
};

async function listItems(
  db: Db,
  keyIds: readonly string[],
  filter: ItemFilter,
  { limit, after }: Page,
): Promise<ListedRow[]> {
  const { search } = filter;
  const values: unknown[] = [keyIds, limit + 1];
  const param = (value: unknown): string => `$${values.push(value)}`;
  const place = after ? `(created_at, id) < (${param(after.at)}::timestamptz, ${param(after.id)})` : 'true';
  const term = search && param('id' in search ? search.id : search.code);
  const selects = itemSources.flatMap((source) => {
    const parts = search ? searched(source.listed, filter, term as string) : source.listed.parts(filter);
    return parts.map((part) => rowsOf(source, part, place));
  });
  if (selects.length === 0 || keyIds.length === 0) return [];
  const sql = `SELECT * FROM (${selects.join('\nUNION ALL\n')}) items\nORDER BY "createdAt" DESC, id DESC LIMIT $2`;
  const [rows] = await db.lookUp({
    settings: PLANNING,
    group: keyIds[0] as string,
    statements: [{ sql, values }],
  });
  return rows as ListedRow[];
}

/** The rows with an id, or with a code that begins with a text; all codes consist of digits and capital letters. */
function searched({ kinds, shown, code }: ListedItems, { kind, search }: ItemFilter, term: string): Few[] {
  if (kind && !kinds.includes(kind)) return [];
  if (search && 'id' in search) return [{ where: `id = ${term} AND ${shown}`, by: 'id' }];
  if (code === undefined) return [];
  const begin = `${term}::text`;
  const where = `${code} >= ${begin} AND ${code} <= rpad(${begin}, 8, 'Z') AND starts_with(${code}, ${begin}) AND ${shown}`;
  return [{ where, by: code }];
}

/** Rows that an index finds for all keys at once: more are not looked at. */
const MOST_FEW = 1_000;

/**
 * The rows of a part. A page holds rows of at most as many keys as it has rows: those with the newest first row. So the
 * number of rows that are read does not grow with the number of keys.
 */
function rowsOf({ table, listed }: Items, part: string | Few, place: string): string {
  const { columns } = listed;
  const fields = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
  const own = `id, api_key_id AS "keyId", livemode, created_at AS "createdAt", ${fields.join(', ')}`;
  const order = 'ORDER BY created_at DESC, id DESC';
  if (typeof part !== 'string')
    return `(SELECT ${own} FROM (SELECT * FROM ${table} WHERE ${part.where} ORDER BY ${part.by} LIMIT ${MOST_FEW}) AS ${table}
      WHERE api_key_id = ANY ($1) AND ${place} ${order} LIMIT $2)`;
  const rows = (what: string, limit: string) =>
    `(SELECT ${what} FROM ${table} WHERE api_key_id = k.key AND ${part} AND ${place} ${order} LIMIT ${limit})`;
  return `(SELECT i.* FROM (
      SELECT k.key FROM unnest($1::text[]) AS k (key) CROSS JOIN LATERAL ${rows('created_at, id', '1')} AS newest
      ORDER BY newest.created_at DESC, newest.id DESC LIMIT $2
    ) AS k CROSS JOIN LATERAL ${rows(own, '$2')} AS i)`;
}

function titleOf(vault: ItemVault, { id, kind, wrappedKey, title }: ListedRow): string | null {
  const listed = itemSources.find((source) => source.listed.kinds.includes(kind))?.listed;
  if (!listed?.titleOf || wrappedKey === null || title === null) return null;
  return listed.titleOf(vault, { id, wrappedKey, title });
}
