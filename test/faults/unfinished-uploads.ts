/**
 * `node test/faults/unfinished-uploads.ts`: attacks the quotas of an owner with uploads that never end, over two servers of one
 * database. Prints for each quota the addresses and calls of the attack, and what the owner and other strangers can still do.
 * Ends with 1 if the owner cannot do everything.
 */
import { randomBytes } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded/embedded-postgres.ts';
import { databaseUrl } from '../support/database/database-url.ts';
import { put } from '../support/files/uploads.ts';
import { send } from '../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';

const MIB = 1024 * 1024;
const FILE = 25 * MIB;
/** The quotas that are attacked, each of 1 GiB, with the statement that sets it. */
const QUOTAS: Record<string, { env: Record<string, string>; sql?: string }> = {
  MAX_BYTES_PER_KEY: { env: { MAX_BYTES_PER_KEY: '1GiB' } },
  MAX_BYTES_TOTAL: { env: { MAX_BYTES_TOTAL: '1GiB' } },
  'quota of the account': {
    env: {},
    sql: `INSERT INTO account_quotas (account_id, bytes, items, uploads) SELECT account_id, 1073741824, 200, 100 FROM api_keys LIMIT 1`,
  },
  'quota of the member': {
    env: {},
    sql: `WITH owner AS (INSERT INTO users (id, account_id, email, name, role) SELECT 'usr_attacked', account_id, 'a@b.test', 'A', 'owner' FROM api_keys LIMIT 1 RETURNING account_id),
      key AS (UPDATE api_keys SET user_id = 'usr_attacked')
      INSERT INTO account_quotas (account_id, member_bytes, member_items, member_uploads) SELECT account_id, 1073741824, 200, 100 FROM owner`,
  },
};

/** The limits of the documentation, of addresses, sessions and URLs. */
const LIMITS = { RATE_LIMIT_ANONYMOUS: '20', RATE_LIMIT_SESSION: '120', RATE_LIMIT_URL: '120' };

interface Attacked {
  servers: [ServerProcess, ServerProcess];
  apiKey: string;
  database: pg.Pool;
}

const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-unfinished-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const cluster = new pg.Pool(postgres.connection);
let made = 0;
try {
  for (const [name, { env, sql }] of Object.entries(QUOTAS))
    for (const begins of [false, true])
      await withServers(env, async (attacked) => {
        if (sql) await attacked.database.query(sql);
        await attack(attacked, name, begins);
      });
} finally {
  await cluster.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}

/** Runs `work` with two servers on a database of their own. */
async function withServers(
  env: Record<string, string>,
  work: (attacked: Attacked) => Promise<void>,
): Promise<void> {
  const name = `attacked_${made++}`;
  await cluster.query(`CREATE DATABASE ${name}`);
  const connection = { ...postgres.connection, database: name };
  const all = {
    DATABASE_URL: databaseUrl(connection),
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'error',
    ...LIMITS,
    ...env,
  };
  const first = await startServerProcess(all);
  const second = await startServerProcess(all);
  const database = new pg.Pool({ ...connection, max: 1 });
  try {
    await work({ servers: [first, second], apiKey: first.apiKey, database });
  } finally {
    await database.end();
    await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')]);
  }
}

async function attack({ servers, apiKey, database }: Attacked, name: string, begins: boolean): Promise<void> {
  const own = (line: string, json?: object) => send(servers[0].baseUrl, line, { key: apiKey, json });
  const { dropId } = (await own('POST /drops', { label: 'inbox' })).body;
  const other = (await own('POST /drops', { label: 'another inbox' })).body.dropId;
  const before = (await own('GET /key')).body.quota.bytesLeft;
  const counts = { calls: 0, taken: 0, refused: 0 };
  const uploads: ClientRequest[] = [];
  // One address: 40 announcements of a call, and then the first byte of each upload.
  const announced = await call(servers[0].baseUrl, `POST /public/drops/${dropId}/items`, 1, {
    files: Array.from({ length: 40 }, () => ({ size: FILE })),
  });
  counts.calls++;
  const { items } = announced.body as { items: { uploadUrl: string }[] };
  const urls = items.map(({ uploadUrl }) => uploadUrl);
  if (begins) {
    for (const [i, url] of urls.entries()) {
      counts.calls++;
      uploads.push(begin(servers[i % 2]!.baseUrl, url));
    }
    for (let i = 0; i < 40; i++) {
      const {
        rows: [row],
      } = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM blobs');
      counts.taken = row!.n;
      if (row!.n === urls.length) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const left = (await own('GET /key')).body.quota.bytesLeft;
  const ok = (reply: { status: number; body: { code?: string } }) =>
    reply.status < 300 ? 'yes' : `${reply.status} ${reply.body.code}`;
  const file = await own('POST /transfers', { type: 'file', size: FILE });
  const did: Record<string, string> = {
    'secret of 64 KiB': ok(await own('POST /secrets', { secret: 'x'.repeat(65_536) })),
    'file of 25 MiB': ok(file),
    ...(file.status === 201 && {
      'its bytes': ok(await put(servers[1].baseUrl, file.body.uploadUrl, randomBytes(FILE))),
    }),
    'stranger writes to another inbox': ok(
      await call(servers[1].baseUrl, `POST /public/drops/${other}/items`, 2, { message: 'x' }),
    ),
  };
  const theirs = await call(servers[1].baseUrl, `POST /public/drops/${other}/items`, 2, {
    files: [{ size: FILE }],
  });
  did['stranger announces a file there'] = ok(theirs);
  if (theirs.status === 201)
    did['and sends it'] = ok(
      await put(servers[1].baseUrl, theirs.body.items[0].uploadUrl, randomBytes(FILE)),
    );
  console.log(
    `\n${name}, ${begins ? 'uploads begun with 1 byte' : 'announced only'}: 1 address, ${counts.calls} calls, ${counts.taken} begun; bytesLeft ${before / MIB} -> ${left / MIB} MiB`,
  );
  for (const [what, outcome] of Object.entries(did)) console.log(`  ${what}: ${outcome}`);
  if (Object.values(did).some((outcome) => outcome !== 'yes')) process.exitCode = 1;
  for (const upload of uploads) upload.destroy();
}

/** A call of a stranger with an address of their own. */
function call(
  base: string,
  line: string,
  address: number,
  json: object,
): Promise<{ status: number; body: any }> {
  const [method, path] = line.split(' ') as [string, string];
  const text = JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      base + path,
      {
        method,
        localAddress: `127.0.${address}.1`,
        headers: { 'content-type': 'application/json', 'content-length': text.length },
      },
      (incoming) => {
        let body = '';
        incoming.on('data', (chunk: Buffer) => (body += String(chunk)));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(body) }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Sends the first byte of a file. */
function begin(base: string, url: string): ClientRequest {
  const path = new URL(url).pathname.slice(new URL(base).pathname.length);
  const outgoing = request(base + path, {
    method: 'PUT',
    localAddress: '127.0.1.1',
    headers: { 'content-type': 'application/octet-stream', 'content-length': FILE },
  });
  outgoing.on('error', () => undefined);
  outgoing.on('response', (incoming) => incoming.resume());
  outgoing.write(randomBytes(1));
  return outgoing;
}
