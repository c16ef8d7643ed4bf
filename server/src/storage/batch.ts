import pg from 'pg';
import { isLast, isLost } from './database-errors.ts';

/** A statement of `pg`; one with a name is prepared once for each connection. */
export interface PreparedStatement {
  text: string;
  values?: readonly unknown[];
  name?: string;
  /** How long the response may take, in milliseconds. */
  query_timeout?: number;
}

export type NamedStatement = PreparedStatement & { name: string };

/** The part of a `pg` client that is used here. */
export interface Connection {
  query(batch: Batch): void;
  query(statement: PreparedStatement): Promise<{ rows: object[]; command: string }>;
  getTypeParser(oid: number, format: 'text'): (text: string) => unknown;
  connection: Wire;
}

/** The part of what `pg` speaks PostgreSQL's protocol with. */
interface Wire {
  stream: { destroy(): void; cork(): void; uncork(): void };
  /** Statements that PostgreSQL has prepared, and those that it was asked to, by their names. */
  parsedStatements: Readonly<Record<string, string>>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: NamedStatement): void;
  bind(bound: { statement: string; values: readonly unknown[] | undefined }): void;
  /** Of the portal that was bound last. */
  describe(portal: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** A parameter as `pg` sends it. @throws when there is no text for it */
export const serialize = (value: unknown): unknown => prepareValue(value);

/** What the rows of a statement have. */
interface Fields {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

/**
 * What PostgreSQL has told of the statements of each connection. It refuses one of which that has changed, but a pooler may
 * have prepared it anew.
 */
const described = new WeakMap<Wire, Map<string, Fields>>();

interface PgQuery {
  /** Of a statement that is being prepared: `pg` notes when it is. */
  name: string | undefined;
  text: string | undefined;
}
/** What `pg` takes, and calls as the messages of PostgreSQL come in; in its pipeline only what derives from its own. */
const Query = pg.Query as unknown as new (text: string) => PgQuery;

/**
 * Prepared statements that are sent with one `Sync` behind the last: outside a transaction they are one themselves, which
 * is committed there, and of which PostgreSQL carries out nothing more once one has failed (its documentation, 54.2.4,
 * Pipelining). It answers all of them in one piece.
 */
class Batch extends Query {
  readonly statements: readonly NamedStatement[];
  /** What has come of each; of one that was carried out and whose rows could not be read, why. */
  readonly outcome: Promise<PromiseSettledResult<object[]>[]>;
  /** `pg` puts its time-out around it. */
  callback!: (error: unknown) => void;
  readonly #connection: Connection;
  readonly #pooled: boolean;
  readonly #described: Map<string, Fields>;
  readonly #results: PromiseSettledResult<object[]>[] = [];
  #rows: object[] = [];
  #fields: Fields | undefined;
  #unread: { reason: unknown } | undefined;

  constructor(connection: Connection, statements: readonly NamedStatement[], pooled: boolean) {
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
    this.#expect();
  }

  /** How many of the statements have been carried out. */
  get completed(): number {
    return this.#results.length;
  }

  submit(wire: Wire): null {
    for (const statement of this.statements) {
      const { name, text, values } = statement;
      if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
        wire.parse(statement);
        wire.submittedNamedStatements[name] = text;
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
    const { name } = this.statements[this.completed] as NamedStatement;
    this.#described.set(name, this.#fields ?? NO_FIELDS);
    this.#results.push(
      this.#unread
        ? { status: 'rejected', reason: this.#unread.reason }
        : { status: 'fulfilled', value: this.#rows },
    );
    this.#expect();
  }

  handleError(error: unknown): void {
    // What is behind the failed one is not prepared any more.
    const { submittedNamedStatements } = this.#connection.connection;
    for (const { name } of this.statements.slice(this.completed)) delete submittedNamedStatements[name];
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(undefined);
  }

  /** Is ready for what comes of the next statement. */
  #expect(): void {
    const next = this.statements[this.completed];
    this.name = next?.name;
    this.text = next?.text;
    this.#fields = next && this.#described.get(next.name);
    this.#rows = [];
    this.#unread = undefined;
  }
}

const NO_FIELDS: Fields = { names: [], parsers: [] };

/** Statements failed, the one at `at` or, at their number, when they were to be committed. */
export class BatchError extends Error {
  readonly at: number;

  constructor(at: number, cause: unknown) {
    super('A statement failed.', { cause });
    this.at = at;
  }
}

/** What is wrong with the statement that failed. */
export const causeOf = (error: unknown): unknown => (error instanceof BatchError ? error.cause : error);

/**
 * Sends prepared statements in one piece, those that a connection has not prepared with what prepares them.
 * @param pooled whether a pooler stands in between
 * @returns what has come of each: rows, or why they could not be read
 * @throws BatchError
 */
export async function sendBatch(
  connection: Connection,
  statements: readonly NamedStatement[],
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
    // Of what was all carried out nobody knows whether it was committed when the connection ends.
    const isCommitting = batch.completed === statements.length && isLast(error) && !isLost(error);
    const cause = isCommitting
      ? new Error('Connection terminated during a commit.', { cause: error })
      : error;
    throw new BatchError(batch.completed, cause);
  }
}
