import type { APIPromise } from './api-promise.ts';
import { UnexpectedResponseError } from './tempshare-error.ts';

export type Page<R extends string> = Record<R, readonly unknown[]> & { nextCursor: string | null };

/**
 * The result of a list: await it for its first page, or walk through all rows of all pages, each fetched when it is
 * reached.
 *
 * @example
 * for await (const transfer of client.transfers.list({ status: 'active' })) console.log(transfer.id);
 */
export interface PagePromise<P extends Page<R>, R extends string>
  extends APIPromise<P>, AsyncIterable<P[R][number]> {
  pages(): AsyncIterable<P>;
}

/** @throws UnexpectedResponseError on the walk, for what is no page, or for a cursor that was there before */
export function paginate<P extends Page<R>, R extends string, Q extends { cursor?: string | undefined }>(
  rows: R,
  query: Q | undefined,
  fetchPage: (query: Q | undefined) => APIPromise<P>,
): PagePromise<P, R> {
  const first = fetchPage(query);
  async function* pages(): AsyncGenerator<P, void> {
    const seen = new Set([query?.cursor]);
    for (let next = first; ;) {
      const page = (await next) as P | null;
      if (!Array.isArray(page?.[rows]))
        throw new UnexpectedResponseError(`the response is not a page of ${rows}`);
      yield page;
      const cursor = page.nextCursor;
      if (!cursor) return;
      if (seen.has(cursor)) throw new UnexpectedResponseError(`the list of ${rows} has no end`);
      seen.add(cursor);
      next = fetchPage({ ...query, cursor } as Q);
    }
  }
  async function* everyRow(): AsyncGenerator<P[R][number], void> {
    for await (const page of pages()) yield* page[rows] as readonly P[R][number][];
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: everyRow });
}
