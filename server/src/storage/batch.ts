import pg from 'pg';
import { isLast } from './database-errors.ts';

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
  query(submitted: Submitted<unknown>): void;
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
  describe(statement: { type: 'S'; name: string }): void;
  bind(bound: { statement: string; values: readonly unknown[] }): void;
  execute(): void;
  sync(): void;
}

interface PgQuery {
  readonly text: string;
  /** Of a statement that is to be prepared: `pg` notes that it is. */
  name?: string;
}
/** What `pg` takes, and calls as the messages of PostgreSQL come in; in its pipeline only what derives from its own. */
const Query = pg.Query as unknown as new (text: string) => PgQuery;

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** What was sent, and what becomes of it. */
abstract class Submitted<Result> extends Query {
  readonly outcome: Promise<Result>;
  /** `pg` puts its time-out around it. */
  callback!: (error: unknown, result?: Result) => void;

  constructor(text: string) {
    super(text);
    this.outcome = new Promise((resolve, reject) => {
      this.callback = (error, result) => {
        if (error) reject(error);
        else resolve(result as Result);
      };
    });
  }

  abstract submit(wire: Wire): Error | null;
  abstract handleReadyForQuery(): void;

  handleError(error: unknown): void {
    this.callback(error);
  }
}

/** What the rows of a prepared statement have: PostgreSQL tells it once, and refuses a statement of which it has changed. */
interface Fields {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

const prepared = new WeakMap<Wire, Map<string, Fields>>();

/** Has a statement prepared, and its rows described. */
class Preparation extends Submitted<void> {
  readonly #connection: Connection;
  readonly #fields: Fields = { names: [], parsers: [] };

  constructor(connection: Connection, { name, text }: NamedStatement) {
    super(text);
    this.name = name;
    this.#connection = connection;
  }

  submit(wire: Wire): null {
    const statement = { text: this.text, name: this.name ?? '' };
    const all = prepared.get(wire) ?? new Map<string, Fields>();
    prepared.set(wire, all.set(statement.name, this.#fields));
    wire.submittedNamedStatements[statement.name] = statement.text;
    wire.parse(statement);
    wire.describe({ type: 'S', name: statement.name });
    wire.sync();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    for (const { name, dataTypeID } of fields) {
      this.#fields.names.push(name);
      this.#fields.parsers.push(this.#connection.getTypeParser(dataTypeID, 'text'));
    }
  }

  handleReadyForQuery(): void {
    this.callback(undefined);
  }
}

/**
 * Prepared statements that are sent with one `Sync` behind the last: outside a transaction they are one themselves, which
 * is committed there, and of which PostgreSQL carries out nothing more once one has failed (its documentation, 54.2.4,
 * Pipelining). It answers all of them in one piece.
 */
class Batch extends Submitted<object[][]> {
  readonly statements: readonly NamedStatement[];
  readonly #rows: object[][] = [[]];
  #fields: Map<string, Fields> | undefined;
  #failure: unknown;

  constructor(statements: readonly NamedStatement[]) {
    super('');
    this.statements = statements;
  }

  /** How many of the statements have been carried out. */
  get completed(): number {
    return this.#rows.length - 1;
  }

  submit(wire: Wire): Error | null {
    let values: unknown[][];
    try {
      values = this.statements.map((statement) => (statement.values ?? []).map(prepareValue));
    } catch (error) {
      return error as Error;
    }
    this.#fields = prepared.get(wire);
    this.statements.forEach(({ name }, i) => {
      wire.bind({ statement: name, values: values[i] as unknown[] });
      wire.execute();
    });
    wire.sync();
    return null;
  }

  handleDataRow({ fields: texts }: { fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    const { names, parsers } = this.#fields?.get(this.statements[this.completed]!.name) as Fields;
    const row: Record<string, unknown> = {};
    try {
      for (let i = 0; i < names.length; i++) {
        const text = texts[i] as string | null;
        row[names[i] as string] = text === null ? null : parsers[i]!(text);
      }
      this.#rows.at(-1)!.push(row);
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete(): void {
    this.#rows.push([]);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#rows.slice(0, -1));
  }
}

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
 * Sends prepared statements in one piece, and before them those that are to be prepared.
 * @returns the rows of each
 * @throws BatchError
 */
export async function sendBatch(
  connection: Connection,
  statements: readonly NamedStatement[],
): Promise<object[][]> {
  const { parsedStatements, submittedNamedStatements, stream } = connection.connection;
  const isKnown = ({ name }: NamedStatement): boolean =>
    parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;
  const batch = new Batch(statements);
  const preparations: Promise<void>[] = [];
  stream.cork();
  try {
    for (const statement of statements) {
      if (isKnown(statement)) continue;
      const preparation = new Preparation(connection, statement);
      void connection.query(preparation);
      preparations.push(preparation.outcome);
    }
    void connection.query(batch);
  } finally {
    stream.uncork();
  }
  const [sent, ...preparing] = await Promise.allSettled([batch.outcome, ...preparations]);
  if (sent.status === 'fulfilled') return sent.value;
  // Why something was not prepared says more than that it is not known.
  const reason: unknown = (preparing.find(isRejected) ?? sent).reason;
  // Of what was all carried out nobody knows whether it was committed when the connection ends.
  const isCommitting = batch.completed === statements.length && isLast(reason);
  throw new BatchError(
    batch.completed,
    isCommitting ? new Error('Connection terminated during a commit.', { cause: reason }) : reason,
  );
}

const isRejected = (outcome: PromiseSettledResult<unknown>): outcome is PromiseRejectedResult =>
  outcome.status === 'rejected';
