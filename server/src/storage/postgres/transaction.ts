import { endsConnection, isResponseLost, OutcomeUnknownError } from './database-errors.ts';
import type { Db, Lookup, QueryOptions, Statement, Transaction } from './db.ts';
import type { Connection } from './pg-internals.ts';
import { throwIfAborted, type Pool } from './pool.ts';

/** Begins a transaction on its own connection. `BEGIN` is pipelined with the first statement. */
export function beginTransaction(pool: Pool): Transaction {
  let connection: Promise<Connection> | undefined;
  let began: Promise<unknown> | undefined;
  /** True once its end was sent. A later statement would run outside of it. */
  let isOver = false;

  const start = async (): Promise<Connection> => {
    const acquired = await pool.acquire();
    began = pool.sendPlain(acquired, { text: 'BEGIN' }).catch((error: unknown) => {
      // Statements pipelined with a failed BEGIN have run as transactions of their own.
      throw endsConnection(error) ? error : new OutcomeUnknownError(error);
    });
    began.catch(() => undefined);
    return acquired;
  };

  const ensureOpen = (): void => {
    if (isOver) throw new Error('The transaction is over.');
  };

  const releaseOnce = async (): Promise<void> => {
    const current = connection;
    connection = undefined;
    if (current) pool.release(await current);
  };

  async function query(
    sql: string,
    values: readonly unknown[] = [],
    { signal }: QueryOptions = {},
  ): Promise<never[]> {
    ensureOpen();
    connection ??= start();
    const acquired = await connection;
    if (signal) await throwIfAborted(signal);
    ensureOpen();
    const [[rows]] = await Promise.all([pool.send(acquired, [pool.prepare(sql, values)]), began]);
    return rows as never[];
  }

  async function commit(last?: Statement): Promise<void> {
    const lastStatement = last && pool.prepare(last.sql, last.values);
    connection ??= start();
    const acquired = await connection;
    isOver = true;
    try {
      const sent = lastStatement && pool.send(acquired, [lastStatement]);
      const committed = pool.sendPlain(acquired, { text: 'COMMIT' }).catch((error: unknown) => {
        throw endsConnection(error) ? new OutcomeUnknownError(error) : error;
      });
      const [, { command }] = await Promise.all([sent, committed, began]).catch((error: unknown) => {
        // A lost connection before COMMIT means a rollback; from here on the outcome is unknown.
        throw isResponseLost(error) ? new OutcomeUnknownError(error) : error;
      });
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server.');
    } finally {
      await releaseOnce();
    }
  }

  async function rollback(): Promise<void> {
    isOver = true;
    const acquired = await connection?.catch(() => undefined);
    if (!acquired) return;
    await pool.sendPlain(acquired, { text: 'ROLLBACK' }).catch(() => undefined);
    await releaseOnce();
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
export async function lookUpIn(
  trx: Pick<Db, 'query'>,
  { settings, statements }: Lookup,
): Promise<object[][]> {
  const all = [{ sql: settings, values: [] }, ...statements];
  const [, ...found] = await Promise.all(all.map(({ sql, values }) => trx.query<object>(sql, values)));
  return found;
}
