import { endsConnection, isResponseLost, OutcomeUnknownError } from './database-errors.ts';
import {
  LIST_PLANNING,
  type Db,
  type Lookup,
  type QueryOptions,
  type Statement,
  type Transaction,
} from './db.ts';
import type { Connection } from './pg-internals.ts';
import { throwIfAborted, type Pool } from './pool.ts';

/** Begins a transaction on its own connection, acquired with its first statement. `BEGIN` is pipelined with that statement. */
export function beginTransaction(pool: Pool): Transaction {
  let acquired: Promise<Connection> | undefined;
  let began: Promise<unknown> | undefined;
  /** True once the end was sent. A later statement would run outside of the transaction. */
  let isOver = false;

  async function begin(): Promise<Connection> {
    const connection = await pool.acquire();
    began = pool.sendPlain(connection, { text: 'BEGIN' }).catch((error: unknown) => {
      // Statements pipelined with a failed BEGIN have run as transactions of their own.
      throw endsConnection(error) ? error : new OutcomeUnknownError(error);
    });
    began.catch(() => undefined);
    return connection;
  }

  const acquire = (): Promise<Connection> => (acquired ??= begin());

  /** Returns the connection to the pool, once. */
  async function release(): Promise<void> {
    const connection = acquired;
    acquired = undefined;
    if (connection) pool.release(await connection);
  }

  function ensureOpen(): void {
    if (isOver) throw new Error('The transaction is over.');
  }

  async function query(
    sql: string,
    values: readonly unknown[] = [],
    { signal }: QueryOptions = {},
  ): Promise<never[]> {
    ensureOpen();
    const connection = await acquire();
    if (signal) await throwIfAborted(signal);
    ensureOpen();
    const [[rows]] = await Promise.all([pool.send(connection, [pool.prepare(sql, values)]), began]);
    return rows as never[];
  }

  async function commit(last?: Statement): Promise<void> {
    const lastStatement = last && pool.prepare(last.sql, last.values);
    const connection = await acquire();
    isOver = true;
    try {
      const sent = lastStatement && pool.send(connection, [lastStatement]);
      const committed = pool.sendPlain(connection, { text: 'COMMIT' }).catch((error: unknown) => {
        throw endsConnection(error) ? new OutcomeUnknownError(error) : error;
      });
      const [, { command }] = await Promise.all([sent, committed, began]).catch((error: unknown) => {
        // A lost connection before COMMIT means a rollback; from here on the outcome is unknown.
        throw isResponseLost(error) ? new OutcomeUnknownError(error) : error;
      });
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server.');
    } finally {
      await release();
    }
  }

  async function rollback(): Promise<void> {
    isOver = true;
    const connection = await acquired?.catch(() => undefined);
    if (!connection) return;
    await pool.sendPlain(connection, { text: 'ROLLBACK' }).catch(() => undefined);
    await release();
  }

  const transaction: Transaction = {
    query,
    lookUp: (lookup) => lookUpIn(transaction, lookup),
    build: (builder) => {
      const { sql, bindings } = builder(pool.knex).toSQL().toNative();
      return query(sql, bindings);
    },
    transaction: (work) => work(transaction),
    commit,
    rollback,
  };
  return transaction;
}

/** Runs a lookup in a transaction, whose settings it changes. */
export async function lookUpIn(trx: Pick<Db, 'query'>, { statements }: Lookup): Promise<object[][]> {
  const all = [{ sql: LIST_PLANNING, values: [] }, ...statements];
  const [, ...found] = await Promise.all(all.map(({ sql, values }) => trx.query<object>(sql, values)));
  return found;
}
