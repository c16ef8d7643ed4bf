import { createHash } from 'node:crypto';
import type { Found, Page, Total } from '../storage/listing.ts';
import { invalid, type ServiceProblem } from './problem.ts';

export interface PageCall {
  /** List, owner and filter. A cursor is valid for the same values only. */
  list: readonly (string | undefined)[];
  limit: number;
  cursor: string | undefined;
}

export type PageInfo = Total & { nextCursor: string | null };

/** Finds a page of a list, newest first. @throws ServiceProblem `validation_failed` if the cursor is foreign */
export async function findListed<Row extends { id: string }>(
  call: PageCall,
  find: (page: Page) => Promise<Found<Row>>,
  timeOf: (row: Row) => Date,
): Promise<{ rows: Row[]; page: PageInfo }> {
  const [at, id] = readCursor(call, /^(\d{1,15}):([0-9A-Za-z_]{1,64})$/) ?? [];
  const after = at !== undefined && id !== undefined ? { at: new Date(Number(at)), id } : null;
  const { rows, total, totalIsExact } = await find({ limit: call.limit, after });
  const cut = cutPage(call, rows, (last) => `${timeOf(last).getTime()}:${last.id}`);
  return { rows: cut.rows, page: { total, totalIsExact, nextCursor: cut.nextCursor } };
}

/** End of the previous page of a numbered list. @throws ServiceProblem as `findListed` */
export function readNumberCursor(call: PageCall): number | null {
  const [seq] = readCursor(call, /^(\d{1,9})$/) ?? [];
  return seq === undefined ? null : Number(seq);
}

/** Cuts a page out of `limit + 1` rows. The extra row only shows that there is a next page. */
export function cutPage<Row>(
  call: PageCall,
  rows: Row[],
  placeOf: (last: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, call.limit);
  const last = page.at(-1);
  const nextCursor = rows.length > call.limit && last ? writeCursor(call, placeOf(last)) : null;
  return { rows: page, nextCursor };
}

function writeCursor({ list }: PageCall, place: string): string {
  return Buffer.from(`${listHash(list)}:${place}`).toString('base64url');
}

/** Groups of `form` in the cursor; undefined without a cursor. */
function readCursor({ list, cursor }: PageCall, form: RegExp): string[] | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const mark = `${listHash(list)}:`;
  const groups = text.startsWith(mark) ? form.exec(text.slice(mark.length)) : null;
  if (!groups) throw foreignCursor();
  return groups.slice(1);
}

/** Identifies a list. It keeps nothing secret. */
const listHash = (list: PageCall['list']): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 11);

function foreignCursor(): ServiceProblem {
  return invalid(
    '/query/cursor',
    'cursor',
    'must be a nextCursor that this server returned for the same list with the same filter',
  );
}
