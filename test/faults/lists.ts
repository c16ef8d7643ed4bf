/**
 * `node test/faults/lists.ts [rows]`: pages of every list with every filter, at a million rows for each of them (a tenth
 * where rows are sealed), first and in the middle; then creating secrets alone, and beside 30 callers of lists that never
 * rest. On a PostgreSQL and a server of its own, over loopback. Only the ratios travel.
 */
import { allScopes } from '@tempshare/contract';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createApiKey } from '../../server/src/features/accounts/api-key.ts';
import { openDatabase } from '../../server/src/storage/database.ts';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded-postgres.ts';
import { median } from '../bench/statistics.ts';
import { databaseUrl } from '../support/database/database-url.ts';
import { encryptionKey, fillPlainLists, fillSealedLists, type ListOwner } from '../support/rows/list-rows.ts';
import { listOperations, listPaths } from '../support/contract/lists.ts';
import { send } from '../support/network/send.ts';
import { startServerProcess } from '../support/server/server-process.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const CALLERS = 30;
const CREATORS = 4;
const ROUNDS = 5;
const ROUND_MS = 5_000;

const dataDir = mkdtempSync(join(tmpdir(), 'tempshare-lists-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const database = openDatabase({ connection: postgres.connection, poolSize: 1 });
const keys = encryptionKey();
const server = await startServerProcess({
  NODE_ENV: 'production',
  APP_URL: 'http://127.0.0.1',
  DATABASE_URL: databaseUrl(postgres.connection),
  ENCRYPTION_KEYS: keys,
  RATE_LIMIT_KEY: '10000000',
  RATE_LIMIT_ANONYMOUS: '10000000',
  LOG_LEVEL: 'warn',
});
try {
  const owner = await makeParents();
  await fill(owner);
  const lines = linesOf(owner);
  await timePages(lines);
  await timeCreates(lines);
} finally {
  await server.stop('SIGKILL');
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function call(line: string, json?: object, key = server.apiKey): Promise<any> {
  const { status, body } = await send(server.baseUrl, line, { key, json });
  if (status >= 300) throw new Error(`${line}: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function makeParents(): Promise<ListOwner> {
  const { requestId } = await call('POST /requests', { title: 'x', expiration: '7d' });
  const { roomId } = await call('POST /rooms', { name: 'x' });
  const { dropId } = await call('POST /drops', { label: 'x' });
  const endpoint = { url: 'https://93.184.215.14/', events: ['request.closed'] };
  const { id: endpointId } = await call('POST /webhook-endpoints', endpoint);
  return { keyId: (await call('GET /key')).id, requestId, roomId, dropId, endpointId };
}

async function fill(owner: ListOwner): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const query = async (sql: string, values?: unknown[]): Promise<any[]> =>
    (await client.query(sql, values)).rows;
  const started = Date.now();
  await fillPlainLists(query, owner, Math.ceil(ROWS / 3));
  await fillSealedLists(query, owner, { encryptionKey: keys, count: Math.ceil(ROWS / 30) });
  await query('ANALYZE');
  await client.end();
  console.log(
    `${ROWS} transfers of one key; all lists filled in ${Math.round((Date.now() - started) / 1000)} s\n`,
  );
}

interface Line {
  name: string;
  line: string;
}

function linesOf(owner: ListOwner): Line[] {
  const paths = listPaths(owner);
  return listOperations().flatMap(({ id, filters }) =>
    filters.map((filter) => ({
      name: `${id} ${filter}`,
      line: `GET ${paths[id]}?limit=20${filter && `&${filter}`}`,
    })),
  );
}

/** A cursor of the same list that stands in its middle. */
function inTheMiddle(cursor: string): string {
  const [mark, at, id] = Buffer.from(cursor, 'base64url').toString().split(':') as [string, string, string?];
  const middle =
    id === undefined ? Math.floor(Number(at) / 2) : `${Number(at) - Math.floor(ROWS / 6) * 10}:${id}`;
  return Buffer.from(`${mark}:${middle}`).toString('base64url');
}

async function timed(line: string, key?: string): Promise<{ ms: number; body: any }> {
  const started = performance.now();
  const body = await call(line, undefined, key);
  return { ms: performance.now() - started, body };
}

async function timePages(lines: Line[]): Promise<void> {
  const base: number[] = [];
  for (let i = 0; i < 30; i++) base.push((await timed('GET /key')).ms);
  console.log('One call after the other, ms: median (most) of 15 calls');
  console.log(`${'key.get'.padEnd(58)}${median(base).toFixed(1).padStart(7)}`);
  for (const { name, line } of lines) {
    const first: number[] = [];
    const middle: number[] = [];
    let body: any;
    for (let i = 0; i < 15; i++) {
      const page = await timed(line);
      body = page.body;
      first.push(page.ms);
      if (body.nextCursor) middle.push((await timed(`${line}&cursor=${inTheMiddle(body.nextCursor)}`)).ms);
    }
    const show = (ms: number[]): string =>
      ms.length
        ? `${median(ms).toFixed(1).padStart(7)} (${Math.max(...ms).toFixed(1)})`.padEnd(18)
        : ''.padEnd(18);
    console.log(
      `${name.padEnd(58)}${show(first)}${show(middle)}${body.totalIsExact ? '' : 'more than '}${body.total}`,
    );
  }
}

async function timeCreates(lines: Line[]): Promise<void> {
  const [account] = await database.query<{ id: string }>('SELECT account_id AS id FROM api_keys LIMIT 1');
  const another = await createApiKey(database, {
    accountId: (account as { id: string }).id,
    name: 'another',
    environment: 'test',
    scopes: allScopes,
  });
  for (const [whose, key] of [
    ['another key', another.text],
    ['the same key', server.apiKey],
  ] as const) {
    const alone: number[] = [];
    const beside: number[] = [];
    let lists = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      const quiet = await creates(key);
      const stopped = new AbortController();
      const callers = Array.from({ length: CALLERS }, async (_, i) => {
        for (let n = i; !stopped.signal.aborted; n++) {
          await call((lines[n % lines.length] as Line).line);
          lists++;
        }
      });
      const busy = await creates(key);
      stopped.abort();
      await Promise.all(callers);
      if (round === 0) continue;
      alone.push(quiet);
      beside.push(busy);
    }
    const ratios = beside.map((ms, i) => ms / (alone[i] as number));
    console.log(
      `\n${CREATORS} creators with ${whose}, p99 of a create: alone ${median(alone).toFixed(1)} ms, beside ${CALLERS} callers of lists ${median(beside).toFixed(1)} ms: ${median(ratios).toFixed(1)} × (${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}; ${Math.round((lists / (ROUNDS + 1) / ROUND_MS) * 1000)} lists/s)`,
    );
  }
}

/** The 99th percentile of creating a secret, in ms. */
async function creates(key: string): Promise<number> {
  const all: number[] = [];
  const until = performance.now() + ROUND_MS;
  const creator = async (): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now();
      await call('POST /secrets', { secret: 'x'.repeat(1000) }, key);
      all.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CREATORS }, creator));
  return all.sort((a, b) => a - b)[Math.floor(all.length * 0.99)] as number;
}
