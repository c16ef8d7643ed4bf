import { invalid } from './problem.ts';

/** A page of a newest-first list of rows in the order they were made. The cursor is the id of the page's last row. */
export function cutPage<Row extends { id: string; createdAt: number }>(
  rows: Row[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { rows: Row[]; nextCursor: string | null } {
  const sorted = rows.toReversed().sort((a, b) => b.createdAt - a.createdAt);
  const rest = cursor === undefined ? sorted : following(sorted, readCursor(cursor));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const more = last !== undefined && rest.length > limit;
  return { rows: page, nextCursor: more ? btoa(`${last.createdAt}:${last.id}`).replaceAll('=', '') : null };
}

/** The rows after the one of the cursor, which may be gone since. */
function following<Row extends { id: string; createdAt: number }>(
  sorted: Row[],
  { at, id }: { at: number; id: string },
): Row[] {
  const index = sorted.findIndex((row) => row.id === id);
  return index < 0 ? sorted.filter(({ createdAt }) => createdAt < at) : sorted.slice(index + 1);
}

/** @throws MockProblem `validation_failed` for what is not a cursor of ours. */
export function readCursor(cursor: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,15}):(\w{1,64})$/.exec(decoded(cursor)) ?? [];
  if (at !== undefined && id !== undefined) return { at: Number(at), id };
  const detail = 'must be a nextCursor that this server answered';
  throw invalid([{ pointer: '/query/cursor', code: 'cursor', detail }]);
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}
