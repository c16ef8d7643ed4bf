import type { Knex } from 'knex';

/** A pool, or one transaction, that executes statements. */
export interface Db {
  /** Runs one prepared statement. @throws the signal's reason, if it is aborted before the statement is sent */
  query<Row extends object>(sql: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]>;
  /** Runs several reads in one transaction and round trip, possibly shared with other lookups. */
  lookUp(lookup: Lookup): Promise<object[][]>;
  build<Row extends object>(query: (knex: Knex) => Knex.QueryBuilder): Promise<Row[]>;
  /** Runs `work` in a new transaction, or in this one. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
}

export interface QueryOptions {
  signal?: AbortSignal | undefined;
  /** Id of the row that the statement locks first, or reads: it may be batched. A batch runs in the order of these ids. */
  lockKey?: string;
  /** True for authentication and rate limits, which have batches of their own, with the same `lockKey` on all servers. */
  admits?: boolean;
}

export interface Database extends Db {
  begin(): Transaction;
  /** Checks that the database responds and accepts writes. Concurrent callers share one check. */
  ping(): Promise<void>;
  renewConnections(): void;
  connections(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface Statement {
  sql: string;
  values: readonly unknown[];
}

/**
 * Settings of a transaction of lookups: a generic plan that reads each part of a list by its index in list order. The
 * default costs favour scanning the table, or an index on times that contains the rows of all keys, or sorting millions
 * of rows. Bitmap scans lose the order. The few rows of a part are still sorted.
 */
export const LIST_PLANNING = `SELECT set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_bitmapscan', 'off', true),
  set_config('enable_sort', 'off', true), set_config('random_page_cost', '0', true),
  set_config('seq_page_cost', '0', true)`;

/** Statements of a page of a list, planned under `LIST_PLANNING`. */
export interface Lookup {
  lockKey: string;
  statements: readonly Statement[];
}

/** CTEs that create something. `created` has a row, or none if a name was taken. More CTEs may be appended. */
export interface Creation {
  ctes: string;
  values: readonly unknown[];
  /** API key whose quota is charged. */
  keyId: string;
}

export interface Transaction extends Db {
  /** Sends `last` and `COMMIT` together. @throws Error if PostgreSQL rolled back */
  commit(last?: Statement): Promise<void>;
  rollback(): Promise<void>;
}
