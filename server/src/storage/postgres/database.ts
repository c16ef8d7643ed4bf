import { LIST_PLANNING, type Database, type QueryOptions, type Transaction } from './db.ts';
import { GroupCommit } from './group-commit.ts';
import { Pool, PLANNING, READS, type PoolOptions } from './pool.ts';
import type { PgStatement } from './pg-internals.ts';
import { beginTransaction, lookUpIn } from './transaction.ts';

export {
  isDiskFull,
  isReadOnly,
  isUnavailable,
  isUniqueViolation,
  OutcomeUnknownError,
} from './database-errors.ts';
export type { Db, QueryOptions, Database, Statement, Lookup, Creation, Transaction } from './db.ts';
export { LIST_PLANNING, lookUpIn, PLANNING };

const settingsOf = (name: string, settings: Readonly<Record<string, string>>): PgStatement => ({
  name,
  text: `SELECT ${Object.entries(settings)
    .map(([setting, value]) => `set_config('${setting}', '${value}', true)`)
    .join(', ')}`,
});

/** Transaction setting, since a pooler keeps none of a session. */
const PLAN = settingsOf('ts_plan', PLANNING);
/** Timeouts within a batch. A statement that exceeds them fails the batch and is sent again alone. */
const WRITE_TIMEOUTS = [settingsOf('ts_wait_briefly', { lock_timeout: '100ms' })];
const LOOKUP_TIMEOUTS = [settingsOf('ts_be_brief', { statement_timeout: '200ms' })];
/** Maximum number of lookups in a batch: each waits for the rows of all. */
const MAX_LOOKUPS = 4;

const PING_MS = 1_500;

/** Fails if the database refuses writes. */
const PING = `DO $$ BEGIN
  IF current_setting('transaction_read_only')::boolean THEN
    RAISE EXCEPTION 'The database takes no changes.' USING ERRCODE = 'read_only_sql_transaction';
  END IF;
END $$`;

export function openDatabase(options: PoolOptions): Database {
  const pool = new Pool(options);
  const settings = pool.pooled ? [PLAN] : [];
  const reads = new GroupCommit(pool, { writes: false, settings });
  const writes = new GroupCommit(pool, { writes: true, settings, timeouts: WRITE_TIMEOUTS });
  // One batch at a time: their tables are unlogged, so commits do not wait for the disk, and all limits share a batch.
  const admissions = new GroupCommit(pool, { writes: true, concurrency: 1, timeouts: WRITE_TIMEOUTS });
  const lookups = new GroupCommit(pool, {
    ...{ writes: false, maxRequests: MAX_LOOKUPS, timeouts: LOOKUP_TIMEOUTS },
    settings: [pool.prepare(LIST_PLANNING)],
  });
  let pinging: Promise<void> | undefined;

  async function query(
    sql: string,
    values: readonly unknown[] = [],
    { signal, lockKey, admits = false }: QueryOptions = {},
  ): Promise<never[]> {
    const statements = [pool.prepare(sql, values)];
    const batches = admits ? admissions : READS.test(sql) ? reads : writes;
    const [rows] = await (lockKey === undefined
      ? pool.sendAlone(statements, signal)
      : batches.run({ statements, lockKey, signal }));
    return rows as never[];
  }

  async function ping(): Promise<void> {
    const connection = await pool.acquire();
    try {
      await pool.sendPlain(connection, { text: PING, query_timeout: PING_MS });
    } finally {
      pool.release(connection);
    }
  }

  const begin = (): Transaction => beginTransaction(pool);
  const database: Database = {
    query,
    lookUp: ({ statements, lockKey }) => {
      const prepared = statements.map(({ sql, values }) => pool.prepare(sql, values));
      return lookups.run({ statements: prepared, lockKey, signal: undefined });
    },
    build: (builder) => {
      const { sql, bindings } = builder(pool.knex).toSQL().toNative();
      return query(sql, bindings);
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
    ping: () => (pinging ??= ping().finally(() => (pinging = undefined))),
    renewConnections: () => pool.renewConnections(),
    connections: () => pool.connections(),
    close: () => pool.knex.destroy(),
  };
  return database;
}
