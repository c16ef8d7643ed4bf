import { endsConnection, isResponseLost, OutcomeUnknownError } from './database-errors.ts';
import type { Db, Lookup, QueryOptions, Statement, Transaction } from './db.ts';
import type { Connection } from './pg-internals.ts';
import { throwIfAborted, type Pool } from './pool.ts';

/** Connection of a transaction, acquired with its first statement. `BEGIN` is pipelined with that statement. */
class TransactionConnection {
  readonly #pool: Pool;
  #acquired: Promise<Connection> | undefined;
  #began: Promise<unknown> | undefined;
  /** True once the end was sent. A later statement would run outside of the transaction. */
  isOver = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Resolves when PostgreSQL has begun the transaction. */
  get began(): Promise<unknown> | undefined {
    return this.#began;
  }

  ensureOpen(): void {
    if (this.isOver) throw new Error('The transaction is over.');
  }

  acquire(): Promise<Connection> {
    return (this.#acquired ??= this.#begin());
  }

  /** Returns the connection, if there is one. */
  async acquired(): Promise<Connection | undefined> {
    return this.#acquired?.catch(() => undefined);
  }

  /** Returns the connection to the pool, once. */
  async release(): Promise<void> {
    const acquired = this.#acquired;
    this.#acquired = undefined;
    if (acquired) this.#pool.release(await acquired);
  }

  async #begin(): Promise<Connection> {
    const acquired = await this.#pool.acquire();
    this.#began = this.#pool.sendPlain(acquired, { text: 'BEGIN' }).catch((error: unknown) => {
      // Statements pipelined with a failed BEGIN have run as transactions of their own.
      throw endsConnection(error) ? error : new OutcomeUnknownError(error);
    });
    this.#began.catch(() => undefined);
    return acquired;
  }
}

/** Begins a transaction on its own connection. */
export function beginTransaction(pool: Pool): Transaction {
  const connection = new TransactionConnection(pool);
  async function query(
    sql: string,
    values: readonly unknown[] = [],
    { signal }: QueryOptions = {},
  ): Promise<never[]> {
    connection.ensureOpen();
    const acquired = await connection.acquire();
    if (signal) await throwIfAborted(signal);
    connection.ensureOpen();
    const [[rows]] = await Promise.all([pool.send(acquired, [pool.prepare(sql, values)]), connection.began]);
    return rows as never[];
  }

  async function commit(last?: Statement): Promise<void> {
    const lastStatement = last && pool.prepare(last.sql, last.values);
    const acquired = await connection.acquire();
    connection.isOver = true;
    try {
      const sent = lastStatement && pool.send(acquired, [lastStatement]);
      const committed = pool.sendPlain(acquired, { text: 'COMMIT' }).catch((error: unknown) => {
        throw endsConnection(error) ? new OutcomeUnknownError(error) : error;
      });
      const [, { command }] = await Promise.all([sent, committed, connection.began]).catch(
        (error: unknown) => {
          // A lost connection before COMMIT means a rollback; from here on the outcome is unknown.
          throw isResponseLost(error) ? new OutcomeUnknownError(error) : error;
        },
      );
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server.');
    } finally {
      await connection.release();
    }
  }

  async function rollback(): Promise<void> {
    connection.isOver = true;
    const acquired = await connection.acquired();
    if (!acquired) return;
    await pool.sendPlain(acquired, { text: 'ROLLBACK' }).catch(() => undefined);
    await connection.release();
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
