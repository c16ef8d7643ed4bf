import { setImmediate } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import pg, { type ClientConfig } from 'pg';
import {
  endsConnection,
  isResponseLost,
  isReadOnly,
  isStaleStatement,
  OutcomeUnknownError,
} from './database-errors.ts';
import { startupOptions } from './session.ts';
import { parseTimestamp, toParameter } from './timestamps.ts';
import { Liveness } from './liveness.ts';
import {
  causeOf,
  isPrepared,
  sendBatch,
  serialize,
  type Connection,
  type PgStatement,
} from './pg-internals.ts';

export interface PoolOptions {
  connection: ClientConfig;
  poolSize: number;
  /** Response timeout in milliseconds, longer than `statement_timeout`. */
  responseMs?: number;
  session?: Readonly<Record<string, string>>;
  /** True behind a pooler, which keeps no session settings. */
  pooled?: boolean;
}

/** Planner settings. By default PostgreSQL scans small tables, and keeps that plan while they grow. */
export const PLANNING = { enable_seqscan: 'off' };

/** Idle timeout, as in PgBouncer. A new connection costs some hundred statements, since it plans each statement. */
const IDLE_MS = 600_000;

/** Maximum number of prepared statements, to bound the memory of PostgreSQL. */
const MAX_PREPARED = 500;

export const READS = /^\s*SELECT\b/i;

export class Pool {
  readonly pooled: boolean;
  readonly knex: Knex;
  readonly #liveness = new Liveness();
  readonly #client: Knex.Client;
  readonly #names = new Map<string, string>();

  /** Connects with the first statement. */
  constructor({ connection, poolSize, responseMs = 20_000, session = {}, pooled = false }: PoolOptions) {
    this.pooled = pooled;
    this.knex = knex({
      client: 'pg',
      connection: {
        ...connection,
        pipeline: true,
        connectionTimeoutMillis: 5_000,
        query_timeout: responseMs,
        keepAlive: true,
        // Shorter than the idle timeout of firewalls.
        keepAliveInitialDelayMillis: 30_000,
        ...(!pooled && { options: startupOptions(connection, { ...PLANNING, ...session }) }),
      } as Knex.StaticConnectionConfig,
      pool: {
        min: 0,
        max: poolSize,
        idleTimeoutMillis: IDLE_MS,
        afterCreate: (created: Connection, done: (error: unknown, connection: Connection) => void) => {
          created.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);
          this.#liveness.watch(created);
          done(undefined, created);
        },
        validate: (created: Connection) => this.#liveness.isAlive(created),
      },
      acquireConnectionTimeout: 5_000,
      // Errors reach the callers; Knex would also print them.
      log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
    });
    this.#client = this.knex.client as Knex.Client;
  }

  acquire(): Promise<Connection> {
    return this.#client.acquireConnection() as Promise<Connection>;
  }

  release(connection: Connection): void {
    this.#liveness.released(connection);
    void this.#client.releaseConnection(connection);
  }

  /** Names a statement, so that it is prepared once per connection, up to the maximum. */
  prepare(text: string, values: readonly unknown[] = []): PgStatement {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < MAX_PREPARED) {
      name = `ts_${this.#names.size}`;
      this.#names.set(text, name);
    }
    return { name, text, values: values.map((value) => serialize(toParameter(value))) };
  }

  sendBatch(
    connection: Connection,
    statements: readonly PgStatement[],
  ): Promise<PromiseSettledResult<object[]>[]> {
    return this.#track(connection, statements, () =>
      sendBatch(connection, statements, { pooled: this.pooled }),
    );
  }

  /** Sends one statement by the documented interface of `pg`. */
  sendPlain(connection: Connection, statement: PgStatement): Promise<{ rows: object[]; command: string }> {
    return this.#track(connection, [statement], () => connection.query(statement));
  }

  async send(connection: Connection, statements: readonly PgStatement[]): Promise<object[][]> {
    const results = await this.sendBatch(connection, statements).catch(throwCause);
    return results.map((result) =>
      result.status === 'fulfilled' ? result.value : throwCause(result.reason),
    );
  }

  async sendAlone(statements: readonly PgStatement[], signal: AbortSignal | undefined): Promise<object[][]> {
    const connection = await this.acquire();
    try {
      if (signal) await throwIfAborted(signal);
      return await this.send(connection, statements).catch((error: unknown) => {
        const writes = statements.some(({ text }) => !READS.test(text));
        throw writes && isResponseLost(error) ? new OutcomeUnknownError(error) : error;
      });
    } finally {
      this.release(connection);
    }
  }

  renewConnections(): void {
    this.#liveness.renew();
  }

  connections(): { used: number; idle: number; waiting: number } {
    const pool = this.#client.pool as { numUsed(): number; numFree(): number; numPendingAcquires(): number };
    return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() };
  }

  /**
   * Closes a read-only or ending connection, and retires one with stale statements. Behind a pooler, refused statements
   * are stale.
   */
  async #track<Result>(
    connection: Connection,
    statements: readonly PgStatement[],
    send: () => Promise<Result>,
  ): Promise<Result> {
    const isTest = statements[0]?.query_timeout !== undefined;
    try {
      return await this.#liveness.track(connection, send, { isTest });
    } catch (error) {
      const cause = causeOf(error);
      const isRefused = (statement: PgStatement): boolean =>
        statement.name !== undefined && !isPrepared(connection, statement);
      if (isReadOnly(cause) || endsConnection(cause)) this.#liveness.close(connection);
      else if (isStaleStatement(cause) || (this.pooled && statements.some(isRefused)))
        this.#liveness.retire(connection);
      throw error;
    }
  }
}

const ignore = (): void => undefined;

function throwCause(error: unknown): never {
  const cause = causeOf(error);
  // Replaces the stack of the parser by that of the caller.
  if (cause instanceof Error) Error.captureStackTrace(cause, throwCause);
  throw cause;
}

/** Throws the signal's reason, also for a disconnection in the same turn of the event loop. */
export async function throwIfAborted(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
