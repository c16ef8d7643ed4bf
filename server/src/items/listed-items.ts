import type { ItemVault } from '../crypto/item-vault.ts';
import type { IndexRange } from '../crypto/label-index.ts';
import type { Lifetimes } from '../domain/lifetime.ts';
import type {
  ItemFilter,
  ItemLists,
  ListedItems,
  ListedKind,
  ListedRow,
  ListedState,
} from '../domain/listed-item.ts';
import type { ItemKind, ListedTable } from '../features/feature.ts';
import { forgetTries, wrongAttemptsAt } from '../limits/attempt-store.ts';
import { itemEnds, itemSources, itemUpdates, listedTables } from '../modules.ts';
import type { Db } from '../storage/postgres/database.ts';
import type { Few, Page } from '../storage/listing.ts';

export function itemLists(deps: { vault: ItemVault; lifetimes: Lifetimes }): ItemLists {
  return {
    list: listItems,
    attemptsOf: wrongAttemptsAt,
    titleOf: (row) => titleOf(deps.vault, row),
    labelOf: (row) => listedAs(row.kind)?.labelOf?.(deps.vault, row) ?? null,
    end: (db, item) => itemEnds[ITEM_KIND[item.kind]](db, { ...item, kind: ITEM_KIND[item.kind] }, 'panel'),
    update: async (db, { id, keyId, kind }, { input, now }) => {
      await itemUpdates[ITEM_KIND[kind]](db, deps, { id, keyId, input, now });
    },
    unlock: (db, id) => forgetTries(db, id, { keepProven: true }),
  };
}

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

/** A few rows of a key with a label in a range: found by the label's index, then sorted. */
interface LabelRange {
  range: string;
  where: string;
}

/** A part of the list, and the parameter with its keys or account. */
interface Part {
  of: string | Few | LabelRange;
  keys: string;
  owner?: 'account_id';
}

type SourcedPart = Part & { source: ListedTable };

type Param = (value: unknown) => string;

async function listItems(
  db: Db,
  { keyIds, filter, page }: { keyIds: readonly string[]; filter: ItemFilter; page: Page },
): Promise<ListedRow[]> {
  if (keyIds.length === 0) return [];
  const sample = await sampleLabels(db, filter, page);
  const rows = await readPage(db, { keyIds, filter, page, ...sample });
  // Rows that are not shown may have been among the sample.
  if (sample.oldest === null || rows.length > page.limit) return rows;
  return readPage(db, { keyIds, filter, page, ...sample, oldest: null });
}

interface PageRead extends LabelSample {
  keyIds: readonly string[];
  filter: ItemFilter;
  page: Page;
}

async function readPage(db: Db, { keyIds, filter, page, isFew, oldest }: PageRead): Promise<ListedRow[]> {
  const values: unknown[] = [page.limit + 1];
  const param: Param = (value) => `$${values.push(value)}`;
  const places = [placeAfter(page, param), oldest && `created_at >= ${param(oldest)}::timestamptz`];
  const place = places.filter(Boolean).join(' AND ');
  const partsOf = filter.search
    ? searchParts(filter, keyIds, { param, isFew })
    : filterParts(filter, keyIds, param);
  const parts = listedTables.flatMap((source) => partsOf(source).map((part) => ({ ...part, source })));
  if (parts.length === 0) return [];
  const statements = [{ sql: pageOf(parts, place), values }];
  const [rows] = await db.lookUp({ lockKey: keyIds[0]!, statements });
  return rows as ListedRow[];
}

const placeAfter = ({ after }: Page, param: Param): string =>
  after ? `(created_at, id) < (${param(after.at)}::timestamptz, ${param(after.id)})` : 'true';

/** Maximum number of labels in a range to sort. For more, the list is scanned in its order. */
const MOST_LABELS = 500;
/** Maximum number of labels of a range and table to sample. */
const SAMPLED = 200;

type IsFew = (source: ListedTable, range: IndexRange) => boolean;

interface LabelSample {
  isFew: IsFew;
  /** Time before which no row is on the page, since newer rows of the sample fill it. */
  oldest: Date | null;
}

/**
 * Counts the labels of each range and samples some, by the index alone. Their times bound a scan of the list: lists of
 * kinds and keys without a match would be scanned to their end. With a filter the sample may have other rows than the
 * page, and bounds nothing.
 */
async function sampleLabels(
  db: Db,
  { kind, state, search: { label } = {} }: ItemFilter,
  page: Page,
): Promise<LabelSample> {
  if (!label || label.keyIds.length === 0 || label.ranges.length === 0)
    return { isFew: () => true, oldest: null };
  const isFiltered = kind !== undefined || state !== undefined;
  const values: unknown[] = [label.keyIds, page.limit];
  const param: Param = (value) => `$${values.push(value)}`;
  const tables = label.ranges.flatMap((range, i) => {
    const labels = inRange(param(range.from), param(range.to));
    return listedTables.map(({ table }) => ({ table, labels, part: nameOf(table, i) }));
  });
  const rowsOf = ({ table, labels }: (typeof tables)[number], columns: string, most: number): string =>
    `FROM unnest($1::text[]) AS k (key) CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${table} WHERE api_key_id = k.key AND ${labels} ORDER BY label_index LIMIT ${most}
    ) AS l LIMIT ${most}`;
  const counts = tables.map(
    (each) => `SELECT '${each.part}' AS part, count(*)::int AS count, NULL::timestamptz AS oldest
      FROM (SELECT ${rowsOf(each, '', MOST_LABELS + 1)}) AS l`,
  );
  const samples = tables.map(
    (each) => `(SELECT l.created_at, l.id ${rowsOf(each, 'created_at, id', SAMPLED)})`,
  );
  const sql = `${counts.join('\nUNION ALL\n')}
    UNION ALL (
      SELECT NULL, 0, created_at FROM (${samples.join('\nUNION ALL\n')}) AS sample
      WHERE ${placeAfter(page, param)} ${ORDER} OFFSET $2 LIMIT 1
    )`;
  const statements = [{ sql, values }];
  const [rows] = (await db.lookUp({ lockKey: label.keyIds[0]!, statements })) as [
    { part: string | null; count: number; oldest: Date | null }[],
  ];
  const countOf = new Map(rows.map(({ part, count }) => [part, count]));
  return {
    isFew: ({ table }, range) => countOf.get(nameOf(table, label.ranges.indexOf(range)))! <= MOST_LABELS,
    oldest: isFiltered ? null : (rows.find(({ part }) => part === null)?.oldest ?? null),
  };
}

const nameOf = (table: string, range: number): string => `${table} ${range}`;

const inRange = (from: string, to: string): string =>
  `label_index >= ${from}::bytea AND label_index <= ${to}::bytea`;

/** Creates a parameter on first use, since PostgreSQL refuses unused ones. */
const once = (make: () => string): (() => string) => {
  let made: string | undefined;
  return () => (made ??= make());
};
const keysIn = (param: Param, keys: readonly string[]) => once(() => `${param(keys)}::text[]`);

/** Maximum number of keys that are read one by one instead of by account. */
const FEW_KEYS = 2;
const STATES: readonly ListedState[] = ['waiting', 'opened', 'expired_unread', 'deleted'];

/** Parts of a list without search. Over all keys of an account, each kind and state is read by the account's index. */
function filterParts(
  filter: ItemFilter,
  keyIds: readonly string[],
  param: Param,
): (source: ListedTable) => Part[] {
  const { accountId, kind, state } = filter;
  const keys = keysIn(param, keyIds);
  if (accountId === undefined || keyIds.length <= FEW_KEYS)
    return ({ listed: { parts } }) =>
      parts(filter).map((of) => ({ of: typeof of === 'string' ? of : ofKeys(of, keys()), keys: keys() }));
  const account = keysIn(param, [accountId]);
  const states = state === undefined ? STATES : [state];
  return ({ listed: { kinds, parts } }) =>
    kinds
      .filter((each) => kind === undefined || each === kind)
      .flatMap((each) => states.flatMap((its) => parts({ kind: each, state: its })))
      .map((of) =>
        typeof of === 'string'
          ? { of: `${of} AND api_key_id = ANY (${keys()})`, keys: account(), owner: 'account_id' }
          : { of: ofKeys(of, keys()), keys: keys() },
      );
}

/** Restricts a few rows to some keys before they are cut, since those of others may be many while the sweep is behind. */
const ofKeys = ({ where, by }: Few, keys: string): Few => ({
  where: `${where} AND api_key_id = ANY (${keys})`,
  by,
});

/** Codes consist of digits and capital letters. */
const beginsWith = (column: string, text: string): string =>
  `${column} >= ${text} AND ${column} <= rpad(${text}, 8, 'Z') AND starts_with(${column}, ${text})`;

/** Parts of a search: rows with the id, the beginning of a code, or a label in a range. They are disjoint. */
function searchParts(
  { kind, state, search = {} }: ItemFilter,
  keyIds: readonly string[],
  { param, isFew }: { param: Param; isFew: IsFew },
): (source: ListedTable) => Part[] {
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

/** Maximum number of rows read by an index for all keys together. */
const MOST_FEW = 1_000;

const ORDER = 'ORDER BY created_at DESC, id DESC';

/** SQL for a page of size `$1`. Reads one list per key and part; only those with the newest first rows can contribute. */
function pageOf(parts: readonly SourcedPart[], place: string): string {
  const atOnce: string[] = [];
  const heads = new Map<string, string[]>();
  const rows: string[] = [];
  const lists = parts.filter(({ of }) => !isSingleRead(of));
  const isOneList = lists.length === 1 && lists[0]!.owner === 'account_id';
  for (const [number, { of, keys, source, owner }] of parts.entries()) {
    if (isSingleRead(of)) {
      atOnce.push(
        `(SELECT ${fieldsOf(source)} FROM ${fewOf(of, source)} WHERE api_key_id = ANY (${keys}) AND ${place} ${ORDER} LIMIT $1)`,
      );
      continue;
    }
    const from = ofKey(of, source, owner);
    if (isOneList) {
      rows.push(`SELECT i.* FROM unnest(${keys}) AS k (key) CROSS JOIN LATERAL (
        SELECT ${fieldsOf(source)} FROM ${from} AND ${place} ${ORDER} LIMIT $1
      ) AS i`);
      continue;
    }
    const head = `(SELECT ${number} AS part, created_at, id FROM ${from} AND ${place} ${ORDER} LIMIT 1)`;
    heads.set(keys, [...(heads.get(keys) ?? []), head]);
    rows.push(`SELECT i.* FROM lists k CROSS JOIN LATERAL (
      SELECT ${fieldsOf(source)} FROM ${from} AND ${place} AND ${NOT_TOO_OLD} ${ORDER} LIMIT $1
    ) AS i WHERE k.part = ${number}`);
  }
  const newest = [...heads].map(
    ([
      keys,
      each,
    ]) => `SELECT k.key, h.part, h.created_at, h.id FROM unnest(${keys}) AS k (key) CROSS JOIN LATERAL (
      ${each.join('\nUNION ALL\n')}
    ) AS h`,
  );
  const ctes = `WITH lists AS MATERIALIZED (
    SELECT key, part, created_at, id FROM (${newest.join('\nUNION ALL\n')}) newest ${ORDER} LIMIT $1
  ), oldest AS MATERIALIZED (SELECT created_at, id FROM lists ${ORDER} OFFSET $1 - 1)`;
  return `${newest.length > 0 ? ctes : ''}
    SELECT * FROM (${[...rows, ...atOnce].join('\nUNION ALL\n')}) items ORDER BY "createdAt" DESC, id DESC LIMIT $1`;
}

/** Unless there is a full page of lists, any row may be on the page. */
const NOT_TOO_OLD = `(created_at, id) >=
  (coalesce((SELECT created_at FROM oldest), '-infinity'), coalesce((SELECT id FROM oldest), ''))`;

const isSingleRead = (of: Part['of']): of is Few => typeof of === 'object' && 'by' in of;

const ofKey = (of: string | LabelRange, { table }: ListedTable, owner = 'api_key_id'): string =>
  typeof of === 'string'
    ? `${table} WHERE ${owner} = k.key AND ${of}`
    : `(SELECT * FROM ${table} WHERE api_key_id = k.key AND ${of.range} ORDER BY label_index LIMIT ${MOST_FEW}) AS ${table}
      WHERE ${of.where}`;

const fewOf = ({ where, by }: Few, { table }: ListedTable): string =>
  `(SELECT * FROM ${table} WHERE ${where} ORDER BY ${by} LIMIT ${MOST_FEW}) AS ${table}`;

function fieldsOf({ listed: { columns } }: ListedTable): string {
  const fields = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
  return `id, api_key_id AS "keyId", livemode, created_at AS "createdAt", ${fields.join(', ')}`;
}

function titleOf(vault: ItemVault, { id, kind, wrappedKey, title }: ListedRow): string | null {
  const listed = listedAs(kind);
  if (!listed?.titleOf || wrappedKey === null || title === null) return null;
  return listed.titleOf(vault, { id, wrappedKey, title });
}

const listedAs = (kind: ListedKind): ListedItems | undefined =>
  itemSources.find(({ listed }) => listed.kinds.includes(kind))?.listed;
