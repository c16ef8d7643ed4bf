import type { Page } from './pagination.ts';
import type { APIPromise } from './api-promise.ts';
import { AnswerError } from './tempshare-error.ts';

/**
 * The pages of a list from its first on, each fetched when it is reached.
 * @throws AnswerError for what is no page, or a cursor that has been there before.
 */
export async function* walkPages<
  P extends Page<R>,
  R extends string,
  Q extends { cursor?: string | undefined },
>(
  rows: R,
  query: Q | undefined,
  first: APIPromise<P>,
  fetchPage: (query: Q | undefined) => APIPromise<P>,
): AsyncGenerator<P, void> {
  const seen = new Set([query?.cursor]);
  for (let next = first; ;) {
    const page = (await next) as P | null;
    if (!Array.isArray(page?.[rows])) throw new AnswerError(`the answer is not a page of ${rows}`);
    yield page;
    const cursor = page.nextCursor;
    if (!cursor) return;
    if (seen.has(cursor)) throw new AnswerError(`the list of ${rows} has no end`);
    seen.add(cursor);
    next = fetchPage({ ...query, cursor } as Q);
  }
}
