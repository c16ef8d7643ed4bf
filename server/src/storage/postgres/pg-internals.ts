import pg from 'pg';
import { endsConnection, isResponseLost } from './database-errors.ts';

/* Undocumented parts of `pg`. `server/test/pg-internals.test.ts` fails if an upgrade changes them. */

/** A statement. If it has a name, it is prepared once per connection. */
export interface PgStatement {
  text: string;
  values?: readonly unknown[];
  name?: string | undefined;
  /** Response timeout in milliseconds. */
  query_timeout?: number;
}

export interface Connection {
  query(batch: Batch): void;
  query(statement: PgStatement): Promise<{ rows: object[]; command: string }>;
  getTypeParser(oid: number, format: 'text'): (text: string) => unknown;
  setTypeParser(oid: number, parse: (text: string) => unknown): void;
  once(event: 'end', listener: () => void): unknown;
  connection: Wire;
}

interface Wire {
  stream: { destroy(): void; cork(): void; uncork(): void };
  /** Texts of prepared statements, and of those sent for preparation, by name. */
  parsedStatements: Readonly<Record<string, string>>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: PgStatement): void;
  bind(bound: { statement: string | undefined; values: readonly unknown[] | undefined }): void;
  describe(portal: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

/** `pg` calls the handlers of `Query` subclasses, and records the name and text that they prepare. */
const Query = pg.Query as unknown as new (text: string) => {
  name: string | undefined;
  text: string | undefined;
};

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** Serializes a parameter. @throws if it cannot be written as text */
export const serialize = (value: unknown): unknown => prepareValue(value);

export const isPrepared = ({ connection }: Connection, { name = '' }: PgStatement): boolean =>
  connection.parsedStatements[name] !== undefined;

export const destroy = ({ connection }: Connection): void => connection.stream.destroy();

/** A statement of a batch failed, or the commit. */
export class BatchError extends Error {
  /** Index of the statement, or their number if the commit failed. */
  readonly at: number;

  constructor(at: number, cause: unknown) {
    super('A statement failed.', { cause });
    this.at = at;
  }
}

export const causeOf = (error: unknown): unknown => (error instanceof BatchError ? error.cause : error);

/**
 * Sends statements in one write with one `Sync`. Outside a transaction they form one: PostgreSQL commits it at the
 * `Sync`, or rolls it back if a statement fails.
 * @returns the rows of each statement, or a parse error
 * @throws BatchError
 */
export async function sendBatch(
  connection: Connection,
  statements: readonly PgStatement[],
  { pooled }: { pooled: boolean },
): Promise<PromiseSettledResult<object[]>[]> {
  const batch = new Batch(connection, statements, pooled);
  const { stream } = connection.connection;
  stream.cork();
  try {
    void connection.query(batch);
  } finally {
    stream.uncork();
  }
  try {
    return await batch.outcome;
  } catch (error) {
    // The connection ended after the last statement, so the outcome of the commit is unknown.
    const isCommitting =
      batch.completed === statements.length && endsConnection(error) && !isResponseLost(error);
    const cause = isCommitting
      ? new Error('Connection terminated during a commit.', { cause: error })
      : error;
    throw new BatchError(batch.completed, cause);
  }
}

interface Fields {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

const NO_FIELDS: Fields = { names: [], parsers: [] };

/** Columns by connection and statement, described once. PostgreSQL refuses a statement whose columns have changed. */
const described = new WeakMap<Wire, Map<string, Fields>>();

class Batch extends Query {
  readonly statements: readonly PgStatement[];
  readonly outcome: Promise<PromiseSettledResult<object[]>[]>;
  /** `pg` wraps its timeout around it. */
  callback!: (error: unknown) => void;
  readonly #connection: Connection;
  readonly #pooled: boolean;
  readonly #described: Map<string, Fields>;
  readonly #results: PromiseSettledResult<object[]>[] = [];
  #rows: object[] = [];
  #fields: Fields | undefined;
  #unread: { reason: unknown } | undefined;

  constructor(connection: Connection, statements: readonly PgStatement[], pooled: boolean) {
    super('');
    this.#pooled = pooled;
    this.statements = statements;
    this.#connection = connection;
    this.#described = described.get(connection.connection) ?? new Map<string, Fields>();
    described.set(connection.connection, this.#described);
    this.outcome = new Promise((resolve, reject) => {
      this.callback = (error) => {
        if (error) reject(error);
        else resolve(this.#results);
      };
    });
    this.#expectNext();
  }

  get completed(): number {
    return this.#results.length;
  }

  submit(wire: Wire): null {
    for (const statement of this.statements) {
      const { name = '', text, values } = statement;
      if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
        wire.parse(statement);
        if (name) wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values });
      if (this.#pooled || !this.#described.has(name)) wire.describe({ type: 'P' });
      wire.execute();
    }
    wire.sync();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#fields = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#connection.getTypeParser(dataTypeID, 'text')),
    };
  }

  handleDataRow({ fields: texts }: { fields: readonly (string | null)[] }): void {
    const { names, parsers } = this.#fields as Fields;
    const row: Record<string, unknown> = {};
    try {
      for (let i = 0; i < names.length; i++) {
        const text = texts[i] as string | null;
        row[names[i] as string] = text === null ? null : parsers[i]!(text);
      }
      this.#rows.push(row);
    } catch (reason) {
      this.#unread ??= { reason };
    }
  }

  handleCommandComplete(): void {
    const { name } = this.statements[this.completed] as PgStatement;
    if (name) this.#described.set(name, this.#fields ?? NO_FIELDS);
    this.#results.push(
      this.#unread
        ? { status: 'rejected', reason: this.#unread.reason }
        : { status: 'fulfilled', value: this.#rows },
    );
    this.#expectNext();
  }

  handleError(error: unknown): void {
    // PostgreSQL skips the statements after the failed one, so they are not prepared.
    const { submittedNamedStatements } = this.#connection.connection;
    for (const { name = '' } of this.statements.slice(this.completed)) delete submittedNamedStatements[name];
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(undefined);
  }

  #expectNext(): void {
    const next = this.statements[this.completed];
    this.name = next?.name;
    this.text = next?.text;
    this.#fields = this.#described.get(next?.name ?? '');
    this.#rows = [];
    this.#unread = undefined;
  }
}
