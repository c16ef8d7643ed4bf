import { invalid } from './problem.ts';

/** Where a page of a newest-first list ends. */
export interface Position {
  at: Date;
  id: string;
}

/** Reads an opaque cursor. @throws ServiceProblem when it is not one of ours. */
export function readCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [, at, id] =
    /^(\d{1,15}):([0-9A-Za-z_]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined) {
    throw invalid('/query/cursor', 'cursor', 'must be a nextCursor that this server answered');
  }
  return { at: new Date(Number(at)), id };
}

/**
 * Cuts a page out of `limit + 1` rows: the extra row only tells whether there is a next page.
 */
export function cutPage<Row extends { id: string; createdAt: Date }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { rows: page, nextCursor: null };
  return {
    rows: page,
    nextCursor: Buffer.from(`${last.createdAt.getTime()}:${last.id}`).toString('base64url'),
  };
}
