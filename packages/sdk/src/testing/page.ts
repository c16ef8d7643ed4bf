import { invalid } from './problem.ts';

/** A page of a newest-first list. The cursor is the id of the page's last row. */
export function cutPage<Row extends { id: string; createdAt: number }>(
  rows: Row[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { rows: Row[]; nextCursor: string | null } {
  const sorted = rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const rest = after
    ? sorted.filter(({ createdAt, id }) => createdAt < after.at || (createdAt === after.at && id < after.id))
    : sorted;
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const more = last !== undefined && rest.length > limit;
  return { rows: page, nextCursor: more ? btoa(`${last.createdAt}:${last.id}`).replaceAll('=', '') : null };
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
