import type { Knex } from 'knex';

/** A pool, or one transaction, that statements are sent to. */
export interface Db {
  /**
   * Runs one statement, prepared once for each connection.
   * @throws the signal's reason, if it is aborted before the statement is sent
   */
  query<Row extends object>(sql: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]>;
  /** Runs several reads in one transaction and one round trip, which lookups of other requests may share. */
  lookUp(lookup: Lookup): Promise<object[][]>;
  /** Runs the query of a Knex builder. */
  build<Row extends object>(query: (knex: Knex) => Knex.QueryBuilder): Promise<Row[]>;
  /** Runs `work` in one transaction: a new one from the pool, or the one that this already is. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
}

export interface QueryOptions {
  signal?: AbortSignal | undefined;
  /**
   * Id of the row that the statement locks first, or reads. The statement may then share a transaction with those of other
   * requests; a batch runs in the order of these ids, so batches do not deadlock. Outside a transaction only.
   */
  lockKey?: string;
  /**
   * Whether it authenticates and counts requests: batched separately from other writes. `lockKey` is then the same on all servers,
   * and rows of `rate_limits` are locked in its order.
   */
  admits?: boolean;
}

export interface Database extends Db {
  /** Begins a transaction; nothing is sent before its first statement. */
  begin(): Transaction;
  /** Checks that statements get responses and writes are possible. Concurrent callers share one check. */
  ping(): Promise<void>;
  /** Replaces all connections, each as soon as it is idle. */
  renewConnections(): void;
  /** Numbers of connections of the pool, and of statements that wait for one. */
  connections(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface Statement {
  sql: string;
  values: readonly unknown[];
}

export interface Lookup {
  /** SQL for the settings of the transaction. Lookups with the same settings share transactions. */
  settings: string;
  /** Id of what is looked up. */
  lockKey: string;
  statements: readonly Statement[];
}

/**
 * The creation of something: common table expressions, of which `created` has a row, or none if a name was taken. What
 * commits with it is put behind them.
 */
export interface Creation {
  ctes: string;
  values: readonly unknown[];
  /** The API key whose quota it counts against. */
  keyId: string;
}

export interface Transaction extends Db {
  /** Sends `last` and `COMMIT` together. @throws if the server rolled back instead */
  commit(last?: Statement): Promise<void>;
  rollback(): Promise<void>;
}
