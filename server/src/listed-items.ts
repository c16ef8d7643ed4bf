import type { ItemVault } from './crypto/item-vault.ts';
import type { Lifetimes } from './domain/lifetime.ts';
import type { ItemFilter, ItemLists, ListedItems, ListedKind, ListedRow } from './domain/listed-item.ts';
import type { ItemKind, Items } from './features/feature.ts';
import { forgetTries, wrongAttemptsAt } from './limits/attempt-store.ts';
import { itemEnds, itemSources, itemUpdates } from './modules.ts';
import type { Db } from './storage/database.ts';
import { PLANNING, type Few, type Page } from './storage/listing.ts';

/** Items of all kinds over many keys. */
export function itemLists(deps: { vault: ItemVault; lifetimes: Lifetimes }): ItemLists {
  return {
    list: listItems,
    attemptsOf: wrongAttemptsAt,
    titleOf: (row) => titleOf(deps.vault, row),
    end: (db, item) => itemEnds[ITEM_KIND[item.kind]](db, { ...item, kind: ITEM_KIND[item.kind] }, 'panel'),
    update: async (db, { id, keyId, kind }, input, now) => {
      await itemUpdates[ITEM_KIND[kind]](db, deps, { id, keyId, input, now });
    },
    unlock: (db, id) => forgetTries(db, id, { keepProven: true }),
  };
}

/** What an item of each kind is ended and changed as. */
const ITEM_KIND: Record<ListedKind, ItemKind> = {
  text: 'transfer',
  url: 'transfer',
  file: 'transfer',
  debug: 'debug-share',
  secret: 'secret',
  request: 'request',
  room: 'room',
  drop: 'drop',
};

type Query = (part: string | Few, source: Items, place: string) => string;

async function listItems(
  db: Db,
  keyIds: readonly string[],
  filter: ItemFilter,
  { limit, after }: Page,
): Promise<ListedRow[]> {
  const { search } = filter;
  /** Runs a query over each part that the filter has. `$1` are the keys, `$2` is the most rows. */
  const run = async (
    keys: readonly string[],
    query: Query,
    select: (parts: string) => string,
  ): Promise<object[]> => {
    const values: unknown[] = [keys, limit + 1];
    const param = (value: unknown): string => `$${values.push(value)}`;
    const place = after ? `(created_at, id) < (${param(after.at)}::timestamptz, ${param(after.id)})` : 'true';
    const term = search && `${param('id' in search ? search.id : search.code)}::text`;
    const parts = itemSources.flatMap((source) =>
      (term === undefined ? source.listed.parts(filter) : searched(source.listed, filter, term)).map((part) =>
        query(part, source, place),
      ),
    );
    if (parts.length === 0) return [];
    const sql = select(parts.join('\nUNION ALL\n'));
    const [rows] = await db.lookUp({ settings: PLANNING, group: keyIds[0]!, statements: [{ sql, values }] });
    return rows!;
  };
  if (keyIds.length === 0) return [];
  // A page has items of no more keys than it has items: those whose newest items are the newest.
  const keys =
    keyIds.length <= limit || search
      ? keyIds
      : ((await run(keyIds, newestOf, newestKeys)) as { key: string }[]).map(({ key }) => key);
  const rows = keys.length === 0 ? [] : await run(keys, rowsOf, newestRows);
  return rows as ListedRow[];
}

const newestRows = (parts: string): string =>
  `SELECT * FROM (${parts}) items ORDER BY "createdAt" DESC, id DESC LIMIT $2`;

const newestKeys = (parts: string): string => `
  SELECT key FROM (
    SELECT DISTINCT ON (key) key, "createdAt", id FROM (${parts}) newest ORDER BY key, "createdAt" DESC, id DESC
  ) keys ORDER BY "createdAt" DESC, id DESC LIMIT $2`;

/** The rows with an id, or with a code that begins with a text; all codes consist of digits and capital letters. */
function searched({ kinds, shown, code }: ListedItems, { kind, search }: ItemFilter, term: string): Few[] {
  if (kind && !kinds.includes(kind)) return [];
  if (search && 'id' in search) return [{ where: `id = ${term} AND ${shown}`, by: 'id' }];
  if (code === undefined) return [];
  const where = `${code} >= ${term} AND ${code} <= rpad(${term}, 8, 'Z') AND starts_with(${code}, ${term}) AND ${shown}`;
  return [{ where, by: code }];
}

/** Rows that an index finds for all keys at once: more are not looked at. */
const MOST_FEW = 1_000;

const ORDER = 'ORDER BY created_at DESC, id DESC';

/** The rows of a part, of each key as many as fit on a page. */
const rowsOf: Query = (part, source, place) =>
  typeof part === 'string'
    ? `SELECT i.* FROM unnest($1::text[]) AS k (key) CROSS JOIN LATERAL (
      SELECT ${fieldsOf(source)} FROM ${source.table} WHERE api_key_id = k.key AND ${part} AND ${place} ${ORDER} LIMIT $2
    ) AS i`
    : `(SELECT ${fieldsOf(source)} FROM ${fewOf(part, source)} WHERE api_key_id = ANY ($1) AND ${place} ${ORDER} LIMIT $2)`;

/** The newest row of a part for each key. */
const newestOf: Query = (part, { table }, place) =>
  typeof part === 'string'
    ? `SELECT k.key, i.created_at AS "createdAt", i.id FROM unnest($1::text[]) AS k (key) CROSS JOIN LATERAL (
      SELECT created_at, id FROM ${table} WHERE api_key_id = k.key AND ${part} AND ${place} ${ORDER} LIMIT 1
    ) AS i`
    : `(SELECT api_key_id AS key, created_at AS "createdAt", id FROM ${fewOf(part, { table })}
      WHERE api_key_id = ANY ($1) AND ${place} ${ORDER} LIMIT $2)`;

const fewOf = ({ where, by }: Few, { table }: Pick<Items, 'table'>): string =>
  `(SELECT * FROM ${table} WHERE ${where} ORDER BY ${by} LIMIT ${MOST_FEW}) AS ${table}`;

function fieldsOf({ listed: { columns } }: Items): string {
  const fields = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
  return `id, api_key_id AS "keyId", livemode, created_at AS "createdAt", ${fields.join(', ')}`;
}

function titleOf(vault: ItemVault, { id, kind, wrappedKey, title }: ListedRow): string | null {
  const listed = itemSources.find((source) => source.listed.kinds.includes(kind))?.listed;
  if (!listed?.titleOf || wrappedKey === null || title === null) return null;
  return listed.titleOf(vault, { id, wrappedKey, title });
}
