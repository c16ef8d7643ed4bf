import { limits } from '@tempshare/contract';
import type { Db } from './postgres/database.ts';

export interface Position {
  at: Date;
  id: string;
}

export interface Page {
  limit: number;
  after: Position | null;
}

/** Rows of a page, one more if another page follows, and the total. */
export interface Found<Row> extends Total {
  rows: Row[];
}

export interface Total {
  total: number;
  totalIsExact: boolean;
}

/**
 * A list, newest first, with the owner as `$1`. Its parts are disjoint conditions on rows. Each compares the first
 * columns of an index with constants, followed by `order` and id, descending. So a page reads only its own rows, apart
 * from the few that fail further conditions.
 */
export interface Listing {
  table: string;
  /** Includes `id`, and the time of `order` as `as`. */
  columns: string;
  order: 'created_at' | 'completed_at';
  as: string;
  parts: readonly (string | Few)[];
  values?: readonly unknown[];
}

/** A few rows without a useful order: found by an index on `by`, then sorted. */
export interface Few {
  where: string;
  by: string;
}

/** Maximum total, as in the contract. */
const MAX_COUNTED = limits.totalCounted;

/** Finds a page of a list and its total, in time independent of the size of the table. */
export async function findPage<Row extends object>(
  db: Db,
  listing: Listing,
  { owner, limit, after }: Page & { owner: string },
): Promise<Found<Row>> {
  if (listing.parts.length === 0) return { rows: [], ...upToCounted(0) };
  const place = after ? [after.at, after.id] : [];
  const parameters = [owner, ...(listing.values ?? [])];
  const [rows, [row]] = (await db.lookUp({
    lockKey: owner,
    statements: [
      { sql: pageOf(listing, after !== null), values: [...parameters, limit + 1, ...place] },
      { sql: countOf(listing), values: parameters },
    ],
  })) as [Row[], [{ count: number }]];
  return { rows, ...upToCounted(row.count) };
}

interface StateLists<State extends string> extends Pick<Listing, 'table' | 'columns'> {
  parts: Record<State | 'any', Listing['parts']>;
}

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

export const upToCounted = (count: number): Total => ({
  total: Math.min(count, MAX_COUNTED),
  totalIsExact: count <= MAX_COUNTED,
});

/** Limits each part before the merge, since the planner merges sorted parts but does not sort them for it. */
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

/** Uses the order of the list, too, so that the planner picks the same index. */
function countOf({ table, order, parts }: Listing): string {
  const most = MAX_COUNTED + 1;
  const counted = parts.map(
    (part) => `(SELECT 1 FROM ${rowsOf(table, part, 'true')} ORDER BY ${order} DESC, id DESC LIMIT ${most})`,
  );
  return `SELECT count(*)::int AS count FROM (SELECT 1 FROM (${counted.join('\nUNION ALL\n')}) part LIMIT ${most}) counted`;
}

/** Limits small parts: the planner does not know how few rows they have. */
function rowsOf(table: string, part: string | Few, place: string): string {
  if (typeof part === 'string') return `${table} WHERE ${part} AND ${place}`;
  const { where, by } = part;
  return `(SELECT * FROM ${table} WHERE ${where} ORDER BY ${by} LIMIT ${MAX_COUNTED + 1}) few WHERE ${place}`;
}
