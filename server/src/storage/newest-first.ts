import type { Knex } from 'knex';

/** What is asked of a list, newest first. */
export interface Page {
  limit: number;
  /** Where the page before has ended. */
  after: { at: Date; id: string } | null;
}

/** Turns a query into that of a page, by a column of times and, among equal ones, by id. */
export const newestFirst =
  ({ limit, after }: Page, column: 'created_at' | 'completed_at' = 'created_at') =>
  (query: Knex.QueryBuilder): void => {
    if (after) void query.whereRaw('(??, id) < (?, ?)', [column, after.at, after.id]);
    void query
      .orderBy([
        { column, order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit);
  };
