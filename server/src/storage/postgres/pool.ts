import { setImmediate } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import pg, { type ClientConfig } from 'pg';
import { isLast, isLost, isReadOnly, isStale, OutcomeUnknownError } from './database-errors.ts';
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
  /** Maximum time until a response, in milliseconds: longer than statement_timeout. */
  responseMs?: number;
  /** Settings of each session. */
  session?: Readonly<Record<string, string>>;
  /** Whether a pooler stands in between, which keeps no settings of a session. */
  pooled?: boolean;
}

/** Settings of the planner. It would scan a table that is small or empty, and keep that plan while the table grows. */
export const PLANNING = { enable_seqscan: 'off' };

/**
 * Idle connections are closed after ten minutes, as PgBouncer closes its own. A new one reads the catalog and plans each
 * statement, which costs as much as some hundred statements.
 */
const IDLE_MS = 600_000;

/** Further statements are sent without a name, so that the memory of PostgreSQL stays bounded. */
const MAX_PREPARED = 500;

/** Matches statements that change nothing. */
export const READS = /^\s*SELECT\b/i;

/** Connections to PostgreSQL, and sending statements over one of them. */
export class Pool {
  readonly pooled: boolean;
  readonly knex: Knex;
  readonly #liveness = new Liveness();
  readonly #client: Knex.Client;
  /** Names of prepared statements by their texts. */
  readonly #names = new Map<string, string>();

  /** Nothing connects before the first statement. */
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
        // Sooner than firewalls forget an idle connection.
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
      // Errors reach the callers; Knex would print them besides.
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

  /** A statement that is prepared once for each connection, unless there are too many. */
  prepare(text: string, values: readonly unknown[] = []): PgStatement {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < MAX_PREPARED) {
      name = `ts_${this.#names.size}`;
      this.#names.set(text, name);
    }
    return { name, text, values: values.map((value) => serialize(toParameter(value))) };
  }

  /** Sends statements in one transaction. @throws BatchError */
  sendBatch(
    connection: Connection,
    statements: readonly PgStatement[],
  ): Promise<PromiseSettledResult<object[]>[]> {
    return this.#track(connection, statements, () =>
      sendBatch(connection, statements, { pooled: this.pooled }),
    );
  }

  /** Sends one statement, by the public interface of `pg`. */
  sendPlain(connection: Connection, statement: PgStatement): Promise<{ rows: object[]; command: string }> {
    return this.#track(connection, [statement], () => connection.query(statement));
  }

  /** @returns the rows of each statement */
  async send(connection: Connection, statements: readonly PgStatement[]): Promise<object[][]> {
    const results = await this.sendBatch(connection, statements).catch(throwCause);
    return results.map((result) =>
      result.status === 'fulfilled' ? result.value : throwCause(result.reason),
    );
  }

  /** Sends statements in one transaction on a connection of their own. */
  async sendAlone(statements: readonly PgStatement[], signal: AbortSignal | undefined): Promise<object[][]> {
    const connection = await this.acquire();
    try {
      if (signal) await throwIfAborted(signal);
      return await this.send(connection, statements).catch((error: unknown) => {
        const writes = statements.some(({ text }) => !READS.test(text));
        throw writes && isLost(error) ? new OutcomeUnknownError(error) : error;
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
   * Closes a connection that takes no writes or is about to end: the next one may lead to a server that takes them. Retires one
   * whose prepared statements are stale; a pooler in between takes a statement that was refused for prepared.
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
      if (isReadOnly(cause) || isLast(cause)) this.#liveness.close(connection);
      else if (isStale(cause) || (this.pooled && statements.some(isRefused)))
        this.#liveness.retire(connection);
      throw error;
    }
  }
}

const ignore = (): void => undefined;

function throwCause(error: unknown): never {
  const cause = causeOf(error);
  // The stack of the caller, not of the parser of `pg`.
  if (cause instanceof Error) Error.captureStackTrace(cause, throwCause);
  throw cause;
}

/** Throws the signal's reason, also if the disconnection arrives in the same turn of the event loop. */
export async function throwIfAborted(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
