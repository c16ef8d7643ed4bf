/**
 * `node test/faults/uploads.ts [--uploads 500] [--kills 40] [--at-once 8]`: uploads that come piece by piece while
 * backends of PostgreSQL, and then PostgreSQL itself, are killed with SIGKILL. Every upload that was answered 200 must
 * open with its sha-256; one that lost a piece must be a 503 that can be repeated, and leave nothing. Prints a table, and
 * ends with 1 when anything was broken.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded-postgres.ts';
import { databaseUrl } from '../support/database/database-url.ts';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '500' },
    kills: { type: 'string', default: '40' },
    'at-once': { type: 'string', default: '8' },
  },
});
const [UPLOADS, KILLS, AT_ONCE] = [values.uploads, values.kills, values['at-once']].map(Number) as [
  number,
  number,
  number,
];
/** Sizes of files, and how long a client pauses between its parts. */
const SIZE = [600_000, 2_500_000] as const;
const PART = 262_144;
const PAUSE_MS = [10, 100] as const;
/** Settled while PostgreSQL is there. Most clients happen to be slow until it is, so that they are told of nothing. */
let recovery = Promise.resolve();

interface Outcome {
  status: number;
  retryAfter: boolean;
  /** Whether a piece that had been stored was gone at the end. */
  torn: boolean;
}

const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-faults-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
let server: ServerProcess | undefined;
try {
  server = await startServerProcess({
    DATABASE_URL: databaseUrl(postgres.connection),
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    RATE_LIMIT_KEY: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_SESSION: '1000000',
    RATE_LIMIT_URL: '1000000',
    LOG_LEVEL: 'silent',
  });
  process.exitCode = (await run(server)) ? 0 : 1;
} finally {
  await server?.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function run({ baseUrl, apiKey }: ServerProcess): Promise<boolean> {
  const tried: Record<string, number> = {};
  const faults: string[] = [];
  const progress = { begun: 0, torn: 0 };
  const uploading = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (progress.begun++ < UPLOADS) {
        const bytes = randomBytes(randomInt(...SIZE));
        const { id, uploadUrl } = await persistently(() => announce(baseUrl, apiKey));
        // As a client does that repeats what is a 503, at the same URL.
        for (let accepted = false; !accepted;) {
          const { status, retryAfter, torn } = await upload(uploadUrl, bytes);
          progress.torn += Number(torn);
          tried[status] = (tried[status] ?? 0) + 1;
          accepted = status === 200;
          if (!accepted && status !== 503) faults.push(`an upload was answered ${status}`);
          if (status === 503 && !retryAfter) faults.push('a 503 had no Retry-After');
          if (!accepted && status !== 503 && status !== 429) break;
          if (!accepted) await delay(500);
        }
        const found = await persistently(() => digestOf(baseUrl, id)).catch((error: Error) => error.message);
        if (found !== sha256(bytes)) faults.push(`${id} does not open with its bytes: ${found}`);
      }
    }),
  );
  const killed = await killWhile(uploading, progress);
  await uploading;
  const left = await persistently(leftovers);
  if (left > 0) faults.push(`${left} blobs of failed uploads are left`);
  console.table({
    uploads: UPLOADS,
    ...killed,
    ...prefixed('answered', tried),
    torn: progress.torn,
    left,
    faults: faults.length,
  });
  for (const fault of faults.slice(0, 20)) console.log(fault);
  return faults.length === 0;
}

/** Kills a backend and the postmaster in turns while the uploads go on, evenly spread over them. */
async function killWhile(
  uploading: Promise<unknown>,
  progress: { readonly begun: number },
): Promise<Record<string, number>> {
  const killed = { 'killed backends': 0, 'killed postmasters': 0 };
  const end = uploading.catch(() => undefined);
  for (let kill = 0; kill < KILLS && progress.begun < UPLOADS; kill++) {
    while (progress.begun < (UPLOADS * kill) / KILLS) await Promise.race([delay(50), end]);
    await Promise.race([delay(randomInt(500)), end]);
    const recovered = Promise.withResolvers<void>();
    recovery = recovered.promise;
    if (kill % 2) {
      const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'));
      process.kill(postmaster, 'SIGKILL');
      killed['killed postmasters']++;
    } else {
      const [backend] = await persistently(() =>
        query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
          AND pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT 1`),
      );
      if (backend) process.kill(backend.pid, 'SIGKILL');
      killed['killed backends']++;
    }
    await persistently(() => query('SELECT 1'));
    recovered.resolve();
  }
  return killed;
}

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ ...postgres.connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Blobs that no file has, once the server has had time to remove them. */
async function leftovers(): Promise<number> {
  for (let waited = 0; ; waited++) {
    const rows = await query<{ left: number }>(
      'SELECT count(*)::int AS left FROM blobs WHERE doomed_at IS NOT NULL',
    );
    const left = rows[0]?.left ?? 0;
    if (left === 0 || waited === 120) return left;
    await delay(500);
  }
}

/** Tries again what fails while the database is away. */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 100) throw error;
      await delay(200);
    }
  }
}

async function announce(baseUrl: string, apiKey: string): Promise<{ id: string; uploadUrl: string }> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${baseUrl}/transfers`, { method: 'POST', headers, body: '{"type":"file"}' });
  if (response.status !== 201) throw new Error(`announced: ${response.status}`);
  return (await response.json()) as { id: string; uploadUrl: string };
}

/** Sends a file part by part, so that a kill finds it between two pieces as often as in the middle of one. */
function upload(url: string, bytes: Buffer): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length };
    const outgoing = request(url, { method: 'PUT', headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        over.abort();
        resolve({
          torn: text.includes('bytes were lost'),
          status: incoming.statusCode ?? 0,
          retryAfter: Number(incoming.headers['retry-after']) > 0,
        });
      });
    });
    const over = new AbortController();
    outgoing.on('error', (error) => (over.signal.aborted ? undefined : reject(error)));
    const slow = randomInt(10) > 0;
    void (async () => {
      for (let at = 0; at < bytes.length && !over.signal.aborted; at += PART) {
        outgoing.write(bytes.subarray(at, at + PART));
        await delay(randomInt(...PAUSE_MS));
        if (slow) await recovery;
      }
      outgoing.end();
    })();
  });
}

async function digestOf(baseUrl: string, id: string): Promise<string> {
  const opened = await fetch(`${baseUrl}/public/transfers/${id}/open`, { method: 'POST' });
  if (opened.status !== 200) throw new Error(`opened: ${opened.status}`);
  const { downloadUrl } = (await opened.json()) as { downloadUrl: string };
  const response = await fetch(downloadUrl);
  if (response.status !== 200) throw new Error(`downloaded: ${response.status}`);
  return sha256(new Uint8Array(await response.arrayBuffer()));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function prefixed(prefix: string, counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix} ${name}`, count]));
}
