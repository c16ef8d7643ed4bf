import { limits } from '@tempshare/contract';
import { invalid } from './problem.ts';

/** Parameters of a list call. */
interface Asked {
  limit: number;
  cursor?: string | undefined;
}

/** How far rows are counted. */
const COUNTED = limits.totalCounted;

/**
 * A page of a newest-first list of rows in the order they were made. `list` is what the list is of, whose it is, and what
 * it is filtered by; the cursor names it, and the page's last row.
 */
export function cutPage<Row extends { id: string; createdAt: number }>(
  rows: Row[],
  list: readonly (string | undefined)[],
  { limit, cursor }: Asked,
): { rows: Row[]; page: { total: number; totalIsExact: boolean; nextCursor: string | null } } {
  const mark = list.join('/');
  const sorted = rows.toReversed().sort((a, b) => b.createdAt - a.createdAt);
  const rest = cursor === undefined ? sorted : following(sorted, readCursor(mark, cursor));
  const cut = rest.slice(0, limit);
  const last = cut.at(-1);
  const more = last !== undefined && rest.length > limit;
  const page = {
    total: Math.min(rows.length, COUNTED),
    totalIsExact: rows.length <= COUNTED,
    nextCursor: more ? btoa(`${mark}:${last.createdAt}:${last.id}`).replaceAll('=', '') : null,
  };
  return { rows: cut, page };
}

/** The rows after the one of the cursor, which may be gone since. */
function following<Row extends { id: string; createdAt: number }>(
  sorted: Row[],
  { at, id }: { at: number; id: string },
): Row[] {
  const index = sorted.findIndex((row) => row.id === id);
  return index < 0 ? sorted.filter(({ createdAt }) => createdAt < at) : sorted.slice(index + 1);
}

/** @throws MockProblem `validation_failed` for what is not a cursor of this list. */
function readCursor(mark: string, cursor: string): { at: number; id: string } {
  const [, of, at, id] = /^(.*):(\d{1,15}):(\w{1,64})$/.exec(decoded(cursor)) ?? [];
  if (of === mark && at !== undefined && id !== undefined) return { at: Number(at), id };
  const detail = 'must be a nextCursor that this server returned for the same list with the same filter';
  throw invalid([{ pointer: '/query/cursor', code: 'cursor', detail }]);
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}
