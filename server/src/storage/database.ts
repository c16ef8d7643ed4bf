import { setImmediate } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import pg, { type ClientConfig } from 'pg';
import { isLast, isLost, isReadOnly, isStale, OutcomeUnknownError } from './database-errors.ts';
import { startupOptions } from './session.ts';
import { Liveness } from './database-liveness.ts';
import {
  causeOf,
  sendBatch,
  serialize,
  type Connection,
  type NamedStatement,
  type PreparedStatement,
} from './batch.ts';
import { parseTimestamp, toParameter } from './timestamps.ts';
import { StatementGroups } from './statement-groups.ts';

export {
  isDiskFull,
  isReadOnly,
  isUnavailable,
  isUniqueViolation,
  OutcomeUnknownError,
} from './database-errors.ts';

/** Where statements go: the pool, or one transaction. */
export interface Db {
  /**
   * Runs one statement, prepared once for each connection.
   * @throws the signal's reason, when it was aborted before the statement was sent.
   */
  query<Row extends object>(sql: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]>;
  /** Looks several things up in one transaction and one piece, where lookups of other requests may come along. */
  lookUp(lookup: Lookup): Promise<object[][]>;
  /** Runs what a Knex builder says. */
  build<Row extends object>(query: (knex: Knex) => Knex.QueryBuilder): Promise<Row[]>;
  /** Runs `work` in one transaction: a new one from the pool, or the one that this already is. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
}

export interface QueryOptions {
  signal?: AbortSignal | undefined;
  /**
   * The name of what the statement locks first, or looks up: it may then be sent together with statements of other requests,
   * and changes be committed together. Outside a transaction only.
   */
  group?: string;
  /**
   * It lets requests in, and goes together with nothing else than that. With `group`, a name that is the same on all servers:
   * in the order of these names rows of `rate_limits` are locked.
   */
  admits?: boolean;
}

export interface Database extends Db {
  /** A transaction that begins with its first statement: `BEGIN` travels with it, since the connection pipelines. */
  begin(): Transaction;
  /** Makes sure, soon, that statements get responses and changes are possible. One at a time is under way. */
  ping(): Promise<void>;
  /** Has all connections replaced, each as soon as nobody uses it. */
  renewConnections(): void;
  /** Connections of the pool, and statements that wait for one. */
  connections(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface Statement {
  sql: string;
  values: readonly unknown[];
}

export interface Lookup {
  /** SQL for the settings of the transaction: those of all that come along are the same. */
  settings: string;
  /** The name of what is looked up. */
  group: string;
  statements: readonly Statement[];
}

/**
 * What makes something: common table expressions, of which `created` has a row once it is made, and none when a
 * name was taken. What is to commit with it is put behind them.
 */
export interface Creation {
  ctes: string;
  values: readonly unknown[];
  /** The API key that is charged for it. */
  keyId: string;
}

export interface Transaction extends Db {
  /** Sends `last` and `COMMIT` together. Throws when the server rolled back instead. */
  commit(last?: Statement): Promise<void>;
  rollback(): Promise<void>;
}

/** Statements beyond this many different texts are sent unnamed, so that the server's memory stays bounded. */
const MAX_PREPARED = 500;

/** The names under which the connections of one pool prepare statements. */
class StatementNames {
  readonly #names = new Map<string, string>();

  /** A statement with its name; without one when there are too many. */
  named(text: string, given: readonly unknown[]): PreparedStatement {
    const values = given.map((value) => serialize(toParameter(value)));
    const name = this.#nameOf(text);
    return name === undefined ? { text, values } : { text, values, name };
  }

  #nameOf(text: string): string | undefined {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < MAX_PREPARED) {
      name = `ts_${this.#names.size}`;
      this.#names.set(text, name);
    }
    return name;
  }
}

export interface DatabaseOptions {
  connection: ClientConfig;
  poolSize: number;
  /** How long a response may take, in milliseconds: beyond statement_timeout. */
  responseMs?: number;
  /** Settings of each session, by their names. */
  session?: Readonly<Record<string, string>>;
  /** Whether a pooler stands in between, which keeps no settings of a session. */
  pooled?: boolean;
}

const settingsOf = (settings: Readonly<Record<string, string>>): string =>
  `SELECT ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;

/**
 * How statements are planned. PostgreSQL would walk through a table in which there is little, or nothing any more, and keep that plan
 * while the table grows.
 */
export const PLANNING = { enable_seqscan: 'off' };
const PLAN = { name: 'ts_plan', text: settingsOf(PLANNING) };

/** How many requests that look several things up share a transaction: the others wait for all of their rows. */
const MOST_LOOKUPS = 4;
/**
 * A statement of a group waits no longer than that for a lock, and a lookup of it takes no longer; whoever needs more, is then
 * carried out for itself.
 */
const WAIT_BRIEFLY = { name: 'ts_wait_briefly', text: settingsOf({ lock_timeout: '100ms' }) };
const BE_BRIEF = { name: 'ts_be_brief', text: settingsOf({ statement_timeout: '200ms' }) };

/**
 * How long a connection is kept that nobody uses: as long as PgBouncer keeps its own. A new one has yet to read the catalog and
 * to plan each statement, which takes PostgreSQL as long as some hundred statements do.
 */
const IDLE_MS = 600_000;

/** How long the response to a ping may take. */
const PING_MS = 1_500;

/** Opens a pool. Nothing connects before the first statement. */
export function openDatabase({
  connection,
  poolSize,
  responseMs = 20_000,
  session = {},
  pooled = false,
}: DatabaseOptions): Database {
  const liveness = new Liveness();
  const names = new StatementNames();
  const pool = knex({
    client: 'pg',
    connection: {
      ...connection,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: responseMs,
      keepAlive: true,
      // Sooner than what stands in between forgets a connection that nobody uses.
      keepAliveInitialDelayMillis: 30_000,
      ...(!pooled && { options: startupOptions(connection, { ...PLANNING, ...session }) }),
    } as Knex.StaticConnectionConfig,
    pool: {
      min: 0,
      max: poolSize,
      idleTimeoutMillis: IDLE_MS,
      afterCreate: (
        created: Connection & Pick<pg.Client, 'setTypeParser'> & Parameters<Liveness['watch']>[0],
        done: (error: unknown, connection: Connection) => void,
      ) => {
        created.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);
        liveness.watch(created);
        done(undefined, created);
      },
      validate: (connection: Connection) => liveness.isAlive(connection),
    },
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
    pool: { numUsed(): number; numFree(): number; numPendingAcquires(): number };
    acquireConnection(): Promise<Connection>;
    releaseConnection(connection: Connection): Promise<void>;
  };
  const toStatement = (query: (knex: Knex) => Knex.QueryBuilder): Statement => {
    const native = query(pool).toSQL().toNative();
    return { sql: native.sql, values: native.bindings };
  };

  const release = (connection: Connection): void => {
    liveness.released(connection);
    void client.releaseConnection(connection);
  };
  /**
   * One that takes no changes is not used again: the next may lead to a server that does. Nor is one that is about to end, or
   * whose prepared statements are not those that were prepared; a pooler in between takes one for prepared that was refused.
   */
  async function guarded<Result>(
    connection: Connection,
    statements: readonly PreparedStatement[],
    sending: () => Promise<Result>,
  ): Promise<Result> {
    const isTest = statements[0]?.query_timeout !== undefined;
    try {
      return await liveness.heed(connection, sending, { isTest });
    } catch (error) {
      const cause = causeOf(error);
      if (isReadOnly(cause) || isLast(cause)) liveness.close(connection);
      else if (
        isStale(cause) ||
        (pooled && statements.some((statement) => isToBePrepared(connection, statement)))
      )
        liveness.retire(connection);
      throw error;
    }
  }
  const sendAll = (connection: Connection, statements: readonly NamedStatement[]) =>
    guarded(connection, statements, () => sendBatch(connection, statements, { pooled }));
  const sendPlain = (connection: Connection, statement: PreparedStatement) =>
    guarded(connection, [statement], () => connection.query(statement));
  const rowsOfAll = async (
    connection: Connection,
    statements: readonly NamedStatement[],
  ): Promise<object[][]> => {
    const results = await sendAll(connection, statements).catch(throwCause);
    return results.map((result) =>
      result.status === 'fulfilled' ? result.value : throwCause(result.reason),
    );
  };
  const send = async (connection: Connection, statement: PreparedStatement): Promise<object[]> => {
    if (!isNamed(statement)) return (await sendPlain(connection, statement)).rows;
    const [rows] = await rowsOfAll(connection, [statement]);
    return rows as object[];
  };

  async function alone(
    statements: readonly NamedStatement[] | readonly [PreparedStatement],
    signal: AbortSignal | undefined,
  ): Promise<object[][]> {
    const connection = await client.acquireConnection();
    try {
      if (signal) await look(signal);
      const [first] = statements as readonly [PreparedStatement];
      const sent = areNamed(statements)
        ? rowsOfAll(connection, statements)
        : sendPlain(connection, first).then(({ rows }) => [rows]);
      return await sent.catch((error: unknown) => {
        const changes = statements.some(({ text }) => !READS.test(text));
        throw changes && isLost(error) ? new OutcomeUnknownError(error) : error;
      });
    } finally {
      release(connection);
    }
  }

  const sender = { acquire: () => client.acquireConnection(), release, sendAll, alone };
  // What a session is not set to that is a pooler's.
  const under = pooled ? [PLAN] : [];
  const lookups = new StatementGroups(sender, { changes: false, under });
  const changes = new StatementGroups(sender, { changes: true, under, brief: [WAIT_BRIEFLY] });
  // One at a time: their tables are unlogged, so a commit waits for no disk, and limits of different kinds share a batch.
  const admissions = new StatementGroups(sender, { changes: true, concurrency: 1, brief: [WAIT_BRIEFLY] });
  const lookupsUnder = new Map<string, StatementGroups>();

  const run = async (
    sql: string,
    values: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<object[]> => {
    const { signal, group, admits = false } = options;
    const statement = names.named(sql, values);
    const groups = admits ? admissions : READS.test(sql) ? lookups : changes;
    const [rows] = await (group === undefined || !isNamed(statement)
      ? alone([statement], signal)
      : groups.run({ statements: [statement], group, signal }));
    return rows as object[];
  };

  async function lookUp(lookup: Lookup): Promise<object[][]> {
    const { settings, group } = lookup;
    const under = names.named(settings, []);
    const statements = lookup.statements.map(({ sql, values }) => names.named(sql, values));
    if (!isNamed(under) || !areNamed(statements)) return database.transaction((trx) => trx.lookUp(lookup));
    let groups = lookupsUnder.get(settings);
    if (!groups) {
      groups = new StatementGroups(sender, {
        ...{ changes: false, most: MOST_LOOKUPS },
        ...{ under: [under], brief: [BE_BRIEF] },
      });
      lookupsUnder.set(settings, groups);
    }
    return groups.run({ statements, group, signal: undefined });
  }

  let pinging: Promise<void> | undefined;
  async function ping(): Promise<void> {
    const connection = await client.acquireConnection();
    try {
      await sendPlain(connection, { text: PING, query_timeout: PING_MS });
    } finally {
      release(connection);
    }
  }

  function begin(): Transaction {
    let connection: Promise<Connection> | undefined;
    let began: Promise<unknown> | undefined;
    const start = async (): Promise<Connection> => {
      const acquired = await client.acquireConnection();
      began = sendPlain(acquired, BEGIN).catch((error: unknown) => {
        // What travels with it is carried out for itself, unless nothing is any more.
        throw isLast(error) ? error : new OutcomeUnknownError(error);
      });
      began.catch(() => undefined);
      return acquired;
    };
    /** From when its end is sent: a statement that came behind it would be carried out for itself. */
    let over = false;
    const ensureOpen = (): void => {
      if (over) throw new Error('The transaction is over.');
    };
    /** Gives the connection back, once. */
    const end = async (): Promise<void> => {
      const held = connection;
      connection = undefined;
      if (held) release(await held);
    };
    const query = async (
      sql: string,
      values: readonly unknown[] = [],
      { signal }: QueryOptions = {},
    ): Promise<object[]> => {
      ensureOpen();
      connection ??= start();
      const acquired = await connection;
      if (signal) await look(signal);
      ensureOpen();
      const [rows] = await Promise.all([send(acquired, names.named(sql, values)), began]);
      return rows;
    };
    const trx: Transaction = {
      query: query as Db['query'],
      lookUp: (lookup) => lookUpIn(trx, lookup),
      build: (builder) => {
        const { sql, values } = toStatement(builder);
        return query(sql, values) as Promise<never>;
      },
      transaction: (work) => work(trx),
      async commit(last) {
        const lastStatement = last && names.named(last.sql, last.values);
        connection ??= start();
        const acquired = await connection;
        over = true;
        try {
          const sent = lastStatement && send(acquired, lastStatement);
          const committed = sendPlain(acquired, COMMIT).catch((error: unknown) => {
            throw isLast(error) ? new OutcomeUnknownError(error) : error;
          });
          const ends = Promise.all([sent, committed, began]);
          const [, { command }] = await ends.catch((error: unknown) => {
            // Before COMMIT is sent a transaction that loses its connection is rolled back; from here on it may be either.
            throw isLost(error) ? new OutcomeUnknownError(error) : error;
          });
          if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server.');
        } finally {
          await end();
        }
      },
      async rollback() {
        over = true;
        const acquired = await connection?.catch(() => undefined);
        if (!acquired) return;
        await sendPlain(acquired, { text: 'ROLLBACK' }).catch(() => undefined);
        await end();
      },
    };
    return trx;
  }

  const database: Database = {
    query: run as Db['query'],
    lookUp,
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
    ping: () => (pinging ??= ping().finally(() => (pinging = undefined))),
    renewConnections: () => liveness.renew(),
    connections: () => ({
      used: client.pool.numUsed(),
      idle: client.pool.numFree(),
      waiting: client.pool.numPendingAcquires(),
    }),
    close: () => pool.destroy(),
  };
  return database;
}

/** Looks things up in a transaction, which keeps the settings until it is over. */
export async function lookUpIn(
  trx: Pick<Db, 'query'>,
  { settings, statements }: Lookup,
): Promise<object[][]> {
  const all = [{ sql: settings, values: [] }, ...statements];
  const [, ...found] = await Promise.all(all.map(({ sql, values }) => trx.query<object>(sql, values)));
  return found;
}

const areNamed = (statements: readonly PreparedStatement[]): statements is NamedStatement[] =>
  statements.every(isNamed);
const isNamed = (statement: PreparedStatement): statement is NamedStatement => statement.name !== undefined;

function throwCause(error: unknown): never {
  const cause = causeOf(error);
  // From here, and not from where `pg` reads messages.
  if (cause instanceof Error) Error.captureStackTrace(cause, throwCause);
  throw cause;
}

const isToBePrepared = ({ connection }: Connection, { name }: PreparedStatement): boolean =>
  name !== undefined && connection.parsedStatements[name] === undefined;

/** Throws the signal's reason, also when what aborts it has arrived with what is being worked on and comes next. */
async function look(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

const BEGIN = { text: 'BEGIN' };
const COMMIT = { text: 'COMMIT' };

/** What changes nothing, so that it does not matter when its response is lost. */
const READS = /^\s*SELECT\b/i;

/** Fails, as any change would, when the database takes none. */
const PING = `DO $$ BEGIN
  IF current_setting('transaction_read_only')::boolean THEN
    RAISE EXCEPTION 'The database takes no changes.' USING ERRCODE = 'read_only_sql_transaction';
  END IF;
END $$`;
