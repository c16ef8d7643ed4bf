import { invalid, type ServiceProblem } from './problem.ts';

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
  if (at === undefined || id === undefined) throw foreignCursor();
  return { at: new Date(Number(at)), id };
}

/** Reads the opaque cursor of a list that is numbered. @throws ServiceProblem when it is not one of ours. */
export function readNumberCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const [, seq] = /^(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (seq === undefined) throw foreignCursor();
  return Number(seq);
}

function foreignCursor(): ServiceProblem {
  return invalid('/query/cursor', 'cursor', 'must be a nextCursor that this server answered');
}

/**
 * Cuts a page out of `limit + 1` rows: the extra row only tells whether there is a next page.
 */
export function cutPage<Row extends { id: string; createdAt: Date }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  return cut(rows, limit, ({ createdAt, id }) => `${createdAt.getTime()}:${id}`);
}

/** The same for a list that is numbered. */
export function cutNumberedPage<Row extends { seq: number }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  return cut(rows, limit, ({ seq }) => String(seq));
}

function cut<Row>(
  rows: Row[],
  limit: number,
  place: (last: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last ? Buffer.from(place(last)).toString('base64url') : null;
  return { rows: page, nextCursor };
}
