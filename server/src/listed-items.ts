import type { ItemVault } from './crypto/item-vault.ts';
import type { IndexRange } from './crypto/label-index.ts';
import type { Lifetimes } from './domain/lifetime.ts';
import type {
  ItemFilter,
  ItemLists,
  LabelSearch,
  ListedItems,
  ListedKind,
  ListedRow,
} from './domain/listed-item.ts';
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
    labelOf: (row) => listedAs(row.kind)?.labelOf?.(deps.vault, row) ?? null,
    end: (db, item) => itemEnds[ITEM_KIND[item.kind]](db, { ...item, kind: ITEM_KIND[item.kind] }, 'panel'),
    update: async (db, { id, keyId, kind }, input, now) => {
      await itemUpdates[ITEM_KIND[kind]](db, deps, { id, keyId, input, now });
    },
    unlock: (db, id) => forgetTries(db, id, { keepProven: true }),
  };
}

/** The kind by which an item is ended and changed. */
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

/** Rows of a key with a label in a range, of which there are few: found by their index, and then sorted. */
interface Labelled {
  range: string;
  where: string;
}

/** A part of the list, and the parameter with the keys that it is of. */
interface Part {
  of: string | Few | Labelled;
  keys: string;
}

type SourcedPart = Part & { source: Items };

/** The columns of the rows of parts, and the most rows of each key. */
interface Query {
  fields: (source: Items) => string;
  mostOfKey: string;
}

type Param = (value: unknown) => string;

async function listItems(
  db: Db,
  keyIds: readonly string[],
  filter: ItemFilter,
  { limit, after }: Page,
): Promise<ListedRow[]> {
  const { search } = filter;
  const isFew = await fewWithLabel(db, search?.label);
  /** Runs a query over each part that the filter has. `$1` is the most rows. */
  const run = async (
    keys: readonly string[],
    query: Query,
    select: (parts: string) => string,
  ): Promise<object[]> => {
    const values: unknown[] = [limit + 1];
    const param: Param = (value) => `$${values.push(value)}`;
    const place = after ? `(created_at, id) < (${param(after.at)}::timestamptz, ${param(after.id)})` : 'true';
    const partsOf = search ? searched(filter, keys, { param, isFew }) : listed(filter, keys, param);
    const parts = itemSources.flatMap((source) => partsOf(source).map((part) => ({ ...part, source })));
    if (parts.length === 0) return [];
    const sql = select(queriesOf(query, parts, place).join('\nUNION ALL\n'));
    const [rows] = await db.lookUp({
      settings: PLANNING,
      lockKey: keyIds[0]!,
      statements: [{ sql, values }],
    });
    return rows!;
  };
  if (keyIds.length === 0) return [];
  // A page has items of no more keys than it has items: those whose newest items are the newest.
  const keys =
    keyIds.length <= limit || (search && !search.label)
      ? keyIds
      : ((await run(keyIds, NEWEST, newestKeys)) as { key: string }[]).map(({ key }) => key);
  const rows = keys.length === 0 ? [] : await run(keys, ROWS, newestRows);
  return rows as ListedRow[];
}

/** More labels in a range than this are rather looked for in the order of the list. */
const MOST_LABELS = 200;

type IsFew = (source: Items, range: IndexRange) => boolean;

/** Counts the labels in ranges, as far as it matters. */
async function fewWithLabel(db: Db, label: LabelSearch | undefined): Promise<IsFew> {
  if (!label || label.keyIds.length === 0 || label.ranges.length === 0) return () => true;
  const values: unknown[] = [label.keyIds];
  const counted = label.ranges.flatMap((range, i) => {
    const [from, to] = [`$${values.push(range.from)}`, `$${values.push(range.to)}`];
    return itemSources.map(
      ({ table }) => `SELECT '${nameOf(table, i)}' AS part, count(*)::int AS count FROM (
        SELECT FROM unnest($1::text[]) AS k (key) CROSS JOIN LATERAL (
          SELECT FROM ${table} WHERE api_key_id = k.key AND ${inRange(from, to)} ORDER BY label_index LIMIT ${MOST_LABELS + 1}
        ) AS i LIMIT ${MOST_LABELS + 1}
      ) AS ${table}`,
    );
  });
  const sql = counted.join('\nUNION ALL\n');
  const [rows] = await db.lookUp({
    settings: PLANNING,
    lockKey: label.keyIds[0]!,
    statements: [{ sql, values }],
  });
  const counts = new Map((rows as { part: string; count: number }[]).map(({ part, count }) => [part, count]));
  return ({ table }, range) => counts.get(nameOf(table, label.ranges.indexOf(range)))! <= MOST_LABELS;
}

const nameOf = (table: string, range: number): string => `${table} ${range}`;

const inRange = (from: string, to: string): string =>
  `label_index >= ${from}::bytea AND label_index <= ${to}::bytea`;

const newestRows = (parts: string): string =>
  `SELECT * FROM (${parts}) items ORDER BY "createdAt" DESC, id DESC LIMIT $1`;

const newestKeys = (parts: string): string => `
  SELECT key FROM (
    SELECT DISTINCT ON (key) key, "createdAt", id FROM (${parts}) newest ORDER BY key, "createdAt" DESC, id DESC
  ) keys ORDER BY "createdAt" DESC, id DESC LIMIT $1`;

/** A parameter is made when it is first named: PostgreSQL refuses one that nothing names. */
const once = (make: () => string): (() => string) => {
  let made: string | undefined;
  return () => (made ??= make());
};
const keysIn = (param: Param, keys: readonly string[]) => once(() => `${param(keys)}::text[]`);

function listed(filter: ItemFilter, keyIds: readonly string[], param: Param): (source: Items) => Part[] {
  const keys = keysIn(param, keyIds);
  return ({ listed: { parts } }) => parts(filter).map((of) => ({ of, keys: keys() }));
}

/** All codes consist of digits and capital letters. */
const beginsWith = (column: string, text: string): string =>
  `${column} >= ${text} AND ${column} <= rpad(${text}, 8, 'Z') AND starts_with(${column}, ${text})`;

/** The rows with an id, with a code that begins with a text, or with a label in a range; none of them twice. */
function searched(
  { kind, state, search = {} }: ItemFilter,
  keyIds: readonly string[],
  { param, isFew }: { param: Param; isFew: IsFew },
): (source: Items) => Part[] {
  const [id, code, ofKinds, inStates] = [search.id, search.code, kind, state].map(
    (value) => value && once(() => `${param(value)}::text`),
  );
  const { keyIds: ownersKeys = [], ranges = [] } = search.label ?? {};
  const ownIds = keyIds.filter((key) => ownersKeys.includes(key));
  const keys = keysIn(param, keyIds);
  const own = ownIds.length === keyIds.length ? keys : keysIn(param, ownIds);
  const within = new Map(
    ranges.map((range) => [range, once(() => inRange(param(range.from), param(range.to)))]),
  );

  return (source) => {
    const { kinds, shown, code: codes, columns, parts } = source.listed;
    if (kind && !kinds.includes(kind)) return [];
    const found: Few[] = [
      ...(id ? [{ where: `id = ${id()}`, by: 'id' }] : []),
      ...(code && codes ? [{ where: beginsWith(codes, code()), by: codes }] : []),
    ];
    const further = found.map(({ where }) => `(${where}) IS NOT TRUE`);
    const labelled = (ownIds.length > 0 ? ranges : []).flatMap((range): Part['of'][] => {
      const labels = within.get(range)!();
      if (isFew(source, range)) {
        const ofKind = ofKinds && `(${columns.kind}) = ${ofKinds()}`;
        const inState = inStates && `(${columns.state}) = ${inStates()}`;
        const where = [shown, ofKind, inState, ...further].filter(Boolean).join(' AND ');
        return [{ range: labels, where }];
      }
      const all = [labels, ...further].join(' AND ');
      return parts({ kind, state }).map((part) =>
        typeof part === 'string' ? `${part} AND ${all}` : { ...part, where: `${part.where} AND ${all}` },
      );
    });
    return [
      ...found.map(({ where, by }) => ({ of: { where: `${where} AND ${shown}`, by }, keys: keys() })),
      ...labelled.map((of) => ({ of, keys: own() })),
    ];
  };
}

/** Rows that an index finds for all keys at once: more are not looked at. */
const MOST_FEW = 1_000;

const ORDER = 'ORDER BY created_at DESC, id DESC';

/**
 * Queries of parts. Those that are read key by key are merged for each key: of all of them together as many rows are read
 * as fit on a page.
 */
function queriesOf({ fields, mostOfKey }: Query, parts: readonly SourcedPart[], place: string): string[] {
  const atOnce: string[] = [];
  const ofKeys = new Map<string, string[]>();
  for (const { of, keys, source } of parts)
    if (isAtOnce(of))
      atOnce.push(
        `(SELECT ${fields(source)} FROM ${fewOf(of, source)} WHERE api_key_id = ANY (${keys}) AND ${place} ${ORDER} LIMIT $1)`,
      );
    else
      ofKeys.set(keys, [
        ...(ofKeys.get(keys) ?? []),
        `(SELECT ${fields(source)} FROM ${ofKey(of, source)} AND ${place} ${ORDER} LIMIT ${mostOfKey})`,
      ]);
  const merged = [...ofKeys].map(([keys, pages]) => {
    const order = pages.length === 1 ? '' : `ORDER BY "createdAt" DESC, id DESC LIMIT ${mostOfKey}`;
    return `SELECT i.* FROM unnest(${keys}) AS k (key) CROSS JOIN LATERAL (
      ${pages.join('\nUNION ALL\n')}
      ${order}
    ) AS i`;
  });
  return [...merged, ...atOnce];
}

const isAtOnce = (of: Part['of']): of is Few => typeof of === 'object' && 'by' in of;

const ofKey = (of: string | Labelled, { table }: Pick<Items, 'table'>): string =>
  typeof of === 'string'
    ? `${table} WHERE api_key_id = k.key AND ${of}`
    : `(SELECT * FROM ${table} WHERE api_key_id = k.key AND ${of.range} ORDER BY label_index LIMIT ${MOST_FEW}) AS ${table}
      WHERE ${of.where}`;

const fewOf = ({ where, by }: Few, { table }: Pick<Items, 'table'>): string =>
  `(SELECT * FROM ${table} WHERE ${where} ORDER BY ${by} LIMIT ${MOST_FEW}) AS ${table}`;

function fieldsOf({ listed: { columns } }: Items): string {
  const fields = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
  return `id, api_key_id AS "keyId", livemode, created_at AS "createdAt", ${fields.join(', ')}`;
}

const ROWS: Query = { fields: fieldsOf, mostOfKey: '$1' };
const NEWEST: Query = {
  fields: () => 'api_key_id AS key, created_at AS "createdAt", id',
  mostOfKey: '1',
};

function titleOf(vault: ItemVault, { id, kind, wrappedKey, title }: ListedRow): string | null {
  const listed = listedAs(kind);
  if (!listed?.titleOf || wrappedKey === null || title === null) return null;
  return listed.titleOf(vault, { id, wrappedKey, title });
}

const listedAs = (kind: ListedKind): ListedItems | undefined =>
  itemSources.find(({ listed }) => listed.kinds.includes(kind))?.listed;
