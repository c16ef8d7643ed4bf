import type { Database, Lookup, QueryOptions, Transaction } from './db.ts';
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
export { lookUpIn, PLANNING };
export type DatabaseOptions = PoolOptions;

const settingsOf = (name: string, settings: Readonly<Record<string, string>>): PgStatement => ({
  name,
  text: `SELECT ${Object.entries(settings)
    .map(([setting, value]) => `set_config('${setting}', '${value}', true)`)
    .join(', ')}`,
});

/** A pooler keeps no settings of a session. */
const PLAN = settingsOf('ts_plan', PLANNING);
/** Timeouts within a batch. A statement that needs more fails the batch and is sent again alone. */
const WRITE_TIMEOUTS = [settingsOf('ts_wait_briefly', { lock_timeout: '100ms' })];
const LOOKUP_TIMEOUTS = [settingsOf('ts_be_brief', { statement_timeout: '200ms' })];
/** Lookups in a batch: each of their requests waits for the rows of all. */
const MAX_LOOKUPS = 4;

/** Maximum time until the response to a ping, in milliseconds. */
const PING_MS = 1_500;

/** Fails, as any write would, if the database takes none. */
const PING = `DO $$ BEGIN
  IF current_setting('transaction_read_only')::boolean THEN
    RAISE EXCEPTION 'The database takes no changes.' USING ERRCODE = 'read_only_sql_transaction';
  END IF;
END $$`;

/** Opens a pool. Nothing connects before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool(options);
  const settings = pool.pooled ? [PLAN] : [];
  const reads = new GroupCommit(pool, { writes: false, settings });
  const writes = new GroupCommit(pool, { writes: true, settings, timeouts: WRITE_TIMEOUTS });
  // One at a time: their tables are unlogged, so no commit waits for the disk, and limits of all kinds share a batch.
  const admissions = new GroupCommit(pool, { writes: true, concurrency: 1, timeouts: WRITE_TIMEOUTS });
  const lookups = new Map<string, GroupCommit>();
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

  async function lookUp(lookup: Lookup): Promise<object[][]> {
    const statements = lookup.statements.map(({ sql, values }) => pool.prepare(sql, values));
    let batches = lookups.get(lookup.settings);
    if (!batches) {
      const options = { settings: [pool.prepare(lookup.settings)], timeouts: LOOKUP_TIMEOUTS };
      batches = new GroupCommit(pool, { writes: false, maxRequests: MAX_LOOKUPS, ...options });
      lookups.set(lookup.settings, batches);
    }
    return batches.run({ statements, lockKey: lookup.lockKey, signal: undefined });
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
    lookUp,
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
