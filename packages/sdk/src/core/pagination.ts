import type { APIPromise } from './api-promise.ts';
import { onDemand } from './retry.ts';

/** One page of a list, its rows under the name `R`. */
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
  /** Walks through the pages. */
  pages(): AsyncIterable<P>;
}

/** @param rows the name under which a page holds its rows */
export function paginate<P extends Page<R>, R extends string, Q extends { cursor?: string | undefined }>(
  rows: R,
  query: Q | undefined,
  fetchPage: (query: Q | undefined) => APIPromise<P>,
): PagePromise<P, R> {
  const first = fetchPage(query);
  async function* pages(): AsyncGenerator<P, void> {
    // Both at once, so that a first page that fails has somebody to tell.
    const [{ walkPages }] = await Promise.all([onDemand(), first]);
    yield* walkPages(rows, query, first, fetchPage);
  }
  async function* everyRow(): AsyncGenerator<P[R][number], void> {
    for await (const page of pages()) yield* page[rows] as readonly P[R][number][];
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: everyRow });
}
