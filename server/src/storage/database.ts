import { setImmediate } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import type { ClientConfig } from 'pg';

/** Where statements go: the pool, or one transaction. */
export interface Db {
  /**
   * Runs one statement, prepared once for each connection.
   * @throws the signal's reason, when it was aborted before a connection was free: nothing is sent then.
   */
  query<Row extends object>(sql: string, values?: readonly unknown[], signal?: AbortSignal): Promise<Row[]>;
  /** Runs what a Knex builder says. */
  build<Row extends object>(query: (knex: Knex) => Knex.QueryBuilder): Promise<Row[]>;
  /** Runs `work` in one transaction: a new one from the pool, or the one that this already is. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
}

export interface Database extends Db {
  /**
   * A transaction that begins with its first statement. `BEGIN`, `preamble` and that statement travel together, since
   * the connection pipelines.
   */
  begin(preamble: Statement): Transaction;
  close(): Promise<void>;
}

export interface Statement {
  sql: string;
  values: readonly unknown[];
}

export interface Transaction extends Db {
  /** The rows of the preamble, once a statement has been sent; undefined when none was. */
  readonly preamble: Promise<object[]> | undefined;
  /** Sends `last` and `COMMIT` together. Throws when the server rolled back instead. */
  commit(last?: Statement): Promise<void>;
  rollback(): Promise<void>;
}

/** The part of a `pg` client that is used here. */
interface Connection {
  query(config: {
    text: string;
    values?: readonly unknown[];
    name?: string;
  }): Promise<{ rows: object[]; command: string }>;
}

/** Statements beyond this many different texts are sent unnamed, so that the server's memory stays bounded. */
const MAX_PREPARED = 500;
const names = new Map<string, string>();

function named(
  text: string,
  values: readonly unknown[],
): { text: string; values: readonly unknown[]; name?: string } {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = `ts_${names.size}`;
    names.set(text, name);
  }
  return name === undefined ? { text, values } : { text, values, name };
}

export interface DatabaseOptions {
  connection: ClientConfig;
  poolSize: number;
}

/** Opens a pool. Nothing connects before the first statement. */
export function openDatabase({ connection, poolSize }: DatabaseOptions): Database {
  const pool = knex({
    client: 'pg',
    connection: {
      ...connection,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      // Beyond statement_timeout: an answer that never comes is a connection that is gone.
      query_timeout: 20_000,
      keepAlive: true,
      // A lock is waited for as long as a concurrent Idempotency-Key may hold it.
      options:
        '-c lock_timeout=5000 -c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000 -c jit=off',
    } as Knex.StaticConnectionConfig,
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: 5_000,
    // What goes wrong reaches the caller of a statement as an error; Knex would print it besides.
    log: {
      warn: () => undefined,
      error: () => undefined,
      deprecate: () => undefined,
      debug: () => undefined,
    },
  });
  const client = pool.client as {
    acquireConnection(): Promise<Connection>;
    releaseConnection(connection: Connection): Promise<void>;
  };
  const toStatement = (query: (knex: Knex) => Knex.QueryBuilder): Statement => {
    const native = query(pool).toSQL().toNative();
    return { sql: native.sql, values: native.bindings };
  };

  async function run(sql: string, values: readonly unknown[] = [], signal?: AbortSignal): Promise<object[]> {
    const connection = await client.acquireConnection();
    try {
      if (signal) await look(signal);
      return (await connection.query(named(sql, values))).rows;
    } finally {
      void client.releaseConnection(connection);
    }
  }

  function begin(preamble?: Statement): Transaction {
    let connection: Promise<Connection> | undefined;
    let preambleRows: Promise<object[]> | undefined;
    const start = async (): Promise<Connection> => {
      const acquired = await client.acquireConnection();
      acquired.query({ text: 'BEGIN' }).catch(() => undefined);
      if (preamble) {
        preambleRows = acquired.query(named(preamble.sql, preamble.values)).then((result) => result.rows);
        preambleRows.catch(() => undefined);
      }
      return acquired;
    };
    let over = false;
    /** Gives the connection back, once. */
    const release = async (): Promise<void> => {
      over = true;
      const held = connection;
      connection = undefined;
      if (held) await client.releaseConnection(await held);
    };
    const query = async (
      sql: string,
      values: readonly unknown[] = [],
      signal?: AbortSignal,
    ): Promise<object[]> => {
      if (over) throw new Error('The transaction is over.');
      connection ??= start();
      const acquired = await connection;
      if (signal) await look(signal);
      return (await acquired.query(named(sql, values))).rows;
    };
    const trx: Transaction = {
      query: query as Db['query'],
      build: (builder) => {
        const { sql, values } = toStatement(builder);
        return query(sql, values) as Promise<never>;
      },
      transaction: (work) => work(trx),
      get preamble() {
        return preambleRows;
      },
      async commit(last) {
        connection ??= start();
        const acquired = await connection;
        try {
          const sent = last && acquired.query(named(last.sql, last.values));
          const [, committed] = await Promise.all([sent, acquired.query({ text: 'COMMIT' })]);
          if (committed.command !== 'COMMIT')
            throw new Error('The transaction was rolled back by the server.');
        } finally {
          await release();
        }
      },
      async rollback() {
        const acquired = await connection?.catch(() => undefined);
        if (!acquired) return;
        await acquired.query({ text: 'ROLLBACK' }).catch(() => undefined);
        await release();
      },
    };
    return trx;
  }

  const database: Database = {
    query: run as Db['query'],
    build: (builder) => {
      const { sql, values } = toStatement(builder);
      return run(sql, values) as Promise<never>;
    },
    async transaction(work) {
      const trx = begin();
      try {
        const result = await work(trx);
        await trx.commit();
        return result;
      } catch (error) {
        await trx.rollback();
        throw error;
      }
    },
    begin,
    close: () => pool.destroy(),
  };
  return database;
}

/** Throws the signal's reason, also when what aborts it has arrived with what is being worked on and comes next. */
async function look(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** Whether a connection broke under a statement, so that nobody can tell whether it was carried out. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    /^(08|57P0[12]|ECONNRESET|EPIPE)/.test(code) ||
    /Connection terminated|Query read timeout/.test(error.message)
  );
}

/** Whether an error says that the database is away or cannot keep up, in place of refusing a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    /^(08|57|53|55P03|40)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    error.name === 'KnexTimeoutError' ||
    /connection error|timeout expired|Client was closed/i.test(error.message) ||
    isConnectionLost(error)
  );
}
