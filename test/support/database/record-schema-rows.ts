/**
 * Records the rows that servers of some versions leave in a database: `node test/support/database/record-schema-rows.ts <name>
 * <checkout>…` starts the server of each checkout in turn on one fresh database, shares what it can share, and writes all
 * rows to `<name>.sql` among the fixtures. Its first line says what was shared.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/storage/embedded/embedded-postgres.ts';
import { databaseUrl } from './database-url.ts';
import { FIXTURE_ENCRYPTION_KEY, FIXTURES } from './schema-fixtures.ts';
import { shareEverything, type Shared } from '../contract/share-everything.ts';

/** Runs one server and lets it share; the first one prints the key. */
async function shareWith(checkout: string, connection: ClientConfig, shared: Shared): Promise<void> {
  const server = spawn(process.execPath, [join(checkout, 'server/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      ENCRYPTION_KEYS: FIXTURE_ENCRYPTION_KEY,
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:1',
      DATABASE_URL: databaseUrl(connection),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  let output = '';
  server.stdout.on('data', (chunk) => (output += String(chunk)));
  while (!output.includes('Listening on')) await once(server.stdout, 'data');
  shared.apiKey ||= /svc_sk_test_\w+/.exec(output)?.[0] ?? '';
  const url = /Listening on (\S+)/.exec(output)?.[1] ?? '';
  shared.items.push(...(await shareEverything(`${url}/api/v1`, shared.apiKey, [undefined, 'correct horse'])));
  server.kill();
  await exited;
}

/** An INSERT for each row, tables that are referred to first. What belongs to a moment is left out. */
async function rowsAsSql(client: pg.Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string; refers: string[] }>(`
    SELECT relname AS name, ARRAY(
      SELECT confrelid::regclass::text FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f'
    ) AS refers
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname NOT IN ('rate_limits', 'knex_migrations_lock') ORDER BY relname
  `);
  const statements = new Map<string, string>();
  while (statements.size < tables.length)
    for (const { name, refers } of tables)
      if (!statements.has(name) && refers.every((other) => statements.has(other)))
        statements.set(name, await insertsInto(client, name));
  return [...statements.values()].join('');
}

async function insertsInto(client: pg.Client, table: string): Promise<string> {
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND $1 || '.' || attname <> 'knex_migrations.id'
     ORDER BY attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const literals = names.map((name) => `quote_nullable(${name})`).join(', ');
  const { rows } = await client.query<{ values: string }>(
    `SELECT concat_ws(', ', ${literals}) AS values FROM ${table} ORDER BY ${table === 'knex_migrations' ? 'id' : '1'}`,
  );
  return rows
    .map(({ values }) => `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values});\n`)
    .join('');
}

const [name, ...checkouts] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-record-'));
const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
const client = new pg.Client(postgres.connection);
try {
  const shared: Shared = { apiKey: '', items: [] };
  for (const checkout of checkouts) await shareWith(checkout, postgres.connection, shared);
  await client.connect();
  // Rooms have no `forever`, and a fixture never grows old.
  if (shared.items.some(({ kind }) => kind === 'room'))
    await client.query(`UPDATE rooms SET expires_at = '2100-01-01'`);
  const text = `-- ${JSON.stringify(shared)}\n${await rowsAsSql(client)}`;
  await writeFile(join(FIXTURES, 'rows', `${name}.sql`), text);
} finally {
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
