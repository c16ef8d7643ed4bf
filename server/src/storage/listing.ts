import { limits } from '@tempshare/contract';
import type { Db } from './postgres/database.ts';

/** Where a page of a list ends. */
export interface Position {
  at: Date;
  id: string;
}

/** What is asked of a list. */
export interface Page {
  limit: number;
  /** Where the page before has ended. */
  after: Position | null;
}

/** A page with one row more when another follows, and how many rows there are on all pages. */
export interface Found<Row> extends Total {
  rows: Row[];
}

export interface Total {
  total: number;
  /** False when there are more. */
  totalIsExact: boolean;
}

/**
 * A list, newest first. Its rows are those of its parts, none of which shares a row with another. `$1` is the owner. A
 * part is a condition that compares the first columns of an index with constants; the next ones are `order` and id, both
 * descending, so that a page reads its own rows and no others. What else it demands holds for nearly all of them.
 */
export interface Listing {
  table: string;
  /** With `id`, and with the time of `order` under the name `as`. */
  columns: string;
  order: 'created_at' | 'completed_at';
  as: string;
  parts: readonly (string | Few)[];
  /** Further values of the parts, `$2` and so on. */
  values?: readonly unknown[];
}

/** Rows in no useful order, of which there are few: found by an index on `by`, and then sorted. */
export interface Few {
  where: string;
  by: string;
}

/** How far rows are counted. The contract says the same. */
const COUNTED = limits.totalCounted;

/** A page of a list and how many rows there are, which costs no more when there are millions. */
export async function findPage<Row extends object>(
  db: Db,
  listing: Listing,
  { owner, limit, after }: Page & { owner: string },
): Promise<Found<Row>> {
  if (listing.parts.length === 0) return { rows: [], ...upToCounted(0) };
  const place = after ? [after.at, after.id] : [];
  const asked = [owner, ...(listing.values ?? [])];
  const [rows, [row]] = (await db.lookUp({
    settings: PLANNING,
    lockKey: owner,
    statements: [
      { sql: pageOf(listing, after !== null), values: [...asked, limit + 1, ...place] },
      { sql: countOf(listing), values: asked },
    ],
  })) as [Row[], [{ count: number }]];
  return { rows, ...upToCounted(row.count) };
}

/**
 * Lists are planned once for all keys, whatever PostgreSQL knows of the table: each part reads its index in the order of
 * the list. Left to itself the planner takes pages of an index to be far apart, and would rather read a whole table, or the
 * index on times with the rows of everybody in it, or sort the million rows of a key. A bitmap has no order at all. What is
 * to be sorted, the few of a part, still is.
 */
export const PLANNING = `SELECT set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_bitmapscan', 'off', true),
  set_config('enable_sort', 'off', true), set_config('random_page_cost', '0', true),
  set_config('seq_page_cost', '0', true)`;

/** The rows of a key by their state, and the parts of all states together. */
interface StateLists<State extends string> extends Pick<Listing, 'table' | 'columns'> {
  parts: Record<State | 'any', Listing['parts']>;
}

/** A page of the rows of a key in one state or any, newest first, and how many there are on all pages. */
export const findOwnedPage = <Row extends object, State extends string>(
  db: Db,
  { parts, ...lists }: StateLists<State>,
  { keyId, state, page }: { keyId: string; state: State | undefined; page: Page },
): Promise<Found<Row>> =>
  findPage<Row>(
    db,
    { ...lists, order: 'created_at', as: 'createdAt', parts: parts[state ?? 'any'] },
    { owner: keyId, ...page },
  );

/** What a list says of a number of rows that is known. */
export const upToCounted = (count: number): Total => ({
  total: Math.min(count, COUNTED),
  totalIsExact: count <= COUNTED,
});

/** Each part is cut to a page before they are merged: the planner merges sorted parts, but does not sort them for that. */
function pageOf({ table, columns, order, as, parts, values = [] }: Listing, further: boolean): string {
  const limit = values.length + 2;
  const place = further ? `(${order}, id) < ($${limit + 1}, $${limit + 2})` : 'true';
  const pages = parts.map(
    (part) =>
      `(SELECT ${columns} FROM ${rowsOf(table, part, place)} ORDER BY ${order} DESC, id DESC LIMIT $${limit})`,
  );
  return pages.length === 1
    ? (pages[0] as string)
    : `${pages.join('\nUNION ALL\n')}\nORDER BY "${as}" DESC, id DESC LIMIT $${limit}`;
}

/** In the order of the index, too, so that no other one does. */
function countOf({ table, order, parts }: Listing): string {
  const most = COUNTED + 1;
  const counted = parts.map(
    (part) => `(SELECT 1 FROM ${rowsOf(table, part, 'true')} ORDER BY ${order} DESC, id DESC LIMIT ${most})`,
  );
  return `SELECT count(*)::int AS count FROM (SELECT 1 FROM (${counted.join('\nUNION ALL\n')}) part LIMIT ${most}) counted`;
}

/** The few are cut, too: the planner cannot know how few they are, and would rather read all that may be. */
function rowsOf(table: string, part: string | Few, place: string): string {
  if (typeof part === 'string') return `${table} WHERE ${part} AND ${place}`;
  const { where, by } = part;
  return `(SELECT * FROM ${table} WHERE ${where} ORDER BY ${by} LIMIT ${COUNTED + 1}) few WHERE ${place}`;
}
