import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg, { type ClientConfig } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { UNFINISHED_RESTORE } from '../postgres/migrations/migrate.ts';
import { compareMigrations } from '../postgres/migrations/migration-files.ts';
import { expectedTables, SchemaError } from '../postgres/migrations/schema.ts';

/* Backups are readable by `psql`: a head, a COPY for each table (parents before children), and row counts. */

export interface DumpHead {
  createdAt: string;
  migrations: string[];
}

const HEAD = '-- Tempshare backup 1 ';
const ROWS = '-- Rows ';
const END = '-- End of the backup\n';
const NO_TIMEOUTS =
  'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';
const END_OF_DATA = '\\.\n';

type RowCounts = Record<string, number>;

interface Loaded {
  tables: readonly string[];
  /** Undefined in backups of earlier versions. */
  counts: RowCounts | undefined;
}

interface Table {
  name: string;
  columns: string;
}

/**
 * Dumps one snapshot. Omits counters of recent requests, and tables of the operator, which a restore would not create.
 * @throws SchemaError if a newer version has used the database
 */
export async function* dump(
  connection: ClientConfig,
  now: Date,
  without: readonly string[],
): AsyncGenerator<Buffer | string> {
  const client = await connect(connection);
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${NO_TIMEOUTS}`);
    const applied = await client.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id');
    const head: DumpHead = {
      createdAt: now.toISOString(),
      migrations: applied.rows.map(({ name }) => name),
    };
    const { newer } = compareMigrations(head.migrations);
    if (newer.length > 0)
      throw new SchemaError(
        `The database has been used by a newer version (${newer.join(', ')}), of whose tables this one knows nothing: ` +
          'make the backup with that version.',
      );
    yield `${HEAD}${JSON.stringify(head)}\n`;
    const names = expectedTables().filter((name) => !without.includes(name));
    const counts: RowCounts = {};
    for (const { name, columns } of await tables(client, names)) {
      yield `COPY ${name} (${columns}) FROM stdin;\n`;
      const rows = client.query(copyTo(`COPY ${name} (${columns}) TO STDOUT`));
      yield* rows as AsyncIterable<Buffer>;
      yield END_OF_DATA;
      counts[name] = rows.rowCount;
    }
    yield `${ROWS}${JSON.stringify(counts)}\n`;
    yield END;
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/**
 * Loads the rows of a backup in one transaction. Triggers are disabled: the byte counters that they maintain are among
 * the rows. Servers refuse to start until the table `UNFINISHED_RESTORE`, created here, is dropped.
 * @param lines the lines after the first
 * @returns the tables, and the row counts that the backup states
 * @throws Error if the backup is truncated; nothing is loaded then
 */
export async function load(connection: ClientConfig, lines: AsyncIterable<Buffer>): Promise<Loaded> {
  const client = await connect(connection);
  try {
    await client.query(`BEGIN; ${NO_TIMEOUTS}`);
    await client.query(`CREATE TABLE ${UNFINISHED_RESTORE} ()`);
    const loaded = await loadTables(client, lines);
    await client.query('COMMIT');
    return loaded;
  } finally {
    await client.end();
  }
}

async function loadTables(client: pg.Client, lines: AsyncIterable<Buffer>): Promise<Loaded> {
  let rows: ReturnType<typeof copyFrom> | undefined;
  let ended = false;
  let failure: Error | undefined;
  let counts: RowCounts | undefined;
  const loaded: string[] = [];
  for await (const line of lines) {
    const text = line.length <= LONGEST_COMMAND ? line.toString() : '';
    const table = rows ? undefined : COPY.exec(text)?.[1];
    // An error may arrive at any line, for example when the disk is full.
    if (failure) throw failure;
    if (rows && text === END_OF_DATA) {
      rows.end();
      await finished(rows);
      rows = undefined;
    } else if (rows) {
      if (!rows.write(line)) await once(rows, 'drain');
    } else if (table !== undefined) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      loaded.push(table);
      rows = client.query(copyFrom(text.trim()));
      rows.on('error', function (this: NonNullable<typeof rows>, error: Error) {
        failure = error;
        this.destroy();
      });
    } else if (text.startsWith(ROWS)) {
      counts = JSON.parse(text.slice(ROWS.length)) as RowCounts;
    } else {
      ended ||= text === END;
    }
  }
  if (!ended) throw new Error('the backup is not complete');
  for (const table of loaded) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  return { tables: loaded, counts };
}

const LONGEST_COMMAND = 4_096;
const COPY = /^COPY (\w+) \([\w, ]+\) FROM stdin;\n$/;

/** Parses the first line of a backup; undefined if it is none. */
export function readHead(line: Buffer | undefined): DumpHead | undefined {
  const text = line?.toString() ?? '';
  return text.startsWith(HEAD) ? (JSON.parse(text.slice(HEAD.length)) as DumpHead) : undefined;
}

/** Connects without the server's timeouts, since a table may take long. */
async function connect(connection: ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Backed-up tables, each after the tables it refers to. */
async function tables(client: pg.Client, names: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table & { parents: string[] }>(TABLES, [names]);
  const sorted: Table[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const free = [...left.values()].find(({ name, parents }) =>
      parents.every((parent) => parent === name || !left.has(parent)),
    );
    if (!free) throw new Error('the tables refer to each other in a circle');
    left.delete(free.name);
    sorted.push(free);
  }
  return sorted;
}

const TABLES = `
  SELECT c.relname AS name,
    (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    ARRAY(SELECT p.relname::text FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
      WHERE f.conrelid = c.oid AND f.contype = 'f') AS parents
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
    AND c.relname NOT IN ('knex_migrations', 'knex_migrations_lock', 'migration_versions') AND c.relname = ANY ($1)
  ORDER BY c.relname`;
