/**
 * `node test/faults/downloads.ts [--files 200] [--kills 20] [--at-once 16]`: one-time files, half of them sealed
 * end-to-end, are downloaded with the SDK over a line that is cut at random places, while the server is killed with
 * SIGKILL again and again and another one takes its place. Every file must come as it was sent, and count at most once;
 * a count may be missing only of a server that was killed before it noted the end. Prints a table, and ends with 1 when
 * anything was broken.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Tempshare } from '@tempshare/sdk';
import { openLink, type OpenedFile } from '@tempshare/sdk/open';
import pg from 'pg';
import { fetch } from 'undici';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded-postgres.ts';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { databaseUrl } from '../support/database/database-url.ts';
import { startServerProcess } from '../support/server/server-process.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '200' },
    kills: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '16' },
  },
});
const FILES = Number(values.files);
const KILLS = Number(values.kills);
const AT_ONCE = Number(values['at-once']);
const SIZE = [1, 4_000_000] as const;
/** Of this many connections one is cut, after as many bytes of responses. */
const ONE_IN = 2;
const CUT = [1, 2_000_000] as const;

/** That of Node.js 24 and older ends the process when a paused download is reset (nodejs/undici#5360). */
const robustFetch = fetch as unknown as typeof globalThis.fetch;

interface Shared {
  id: string;
  bytes: Buffer;
  file: OpenedFile;
}

const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-faults-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const start = () => startServerProcess(env);
const env = {
  DATABASE_URL: databaseUrl(postgres.connection),
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  RATE_LIMIT_KEY: '1000000',
  RATE_LIMIT_ANONYMOUS: '1000000',
  RATE_LIMIT_SESSION: '1000000',
  RATE_LIMIT_URL: '1000000',
  LOG_LEVEL: 'silent',
};
let server = await start();
const { apiKey } = server;
const proxy = await startCuttingProxy(server.baseUrl);
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await proxy.close();
  await server.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function run(): Promise<boolean> {
  const faults: string[] = [];
  const counts = { whole: 0, cut: 0, killed: 0, 'counted once': 0, 'not counted': 0 };
  let ended = 0;
  let resting = Promise.resolve();
  const one = async (i: number): Promise<Shared> => {
    const bytes = randomBytes(randomInt(...SIZE));
    const owner = new Tempshare({ apiKey, baseUrl: server.baseUrl });
    const { id, shareUrl } = await owner.transfers.create({
      type: 'file',
      file: bytes,
      oneTime: true,
      encryption: i % 2 ? 'e2e' : 'server',
    });
    const opened = await openLink(shareUrl, { baseUrl: proxy.baseUrl, maxRetries: 12, fetch: robustFetch });
    if (opened.kind !== 'file') throw new Error('expected a file');
    return { id, bytes, file: opened.file };
  };
  const shared: Shared[] = [];
  await inParallel(async (i) => void (shared[i] = await one(i)));

  proxy.plan = () => {
    if (randomInt(ONE_IN) > 0) return undefined;
    counts.cut++;
    return { after: randomInt(...CUT), reset: randomInt(2) === 1 };
  };
  const downloading = inParallel(async (i) => {
    await resting;
    const { id, bytes, file } = shared[i] as Shared;
    const came = await file.bytes().catch((error: unknown) => error);
    ended++;
    if (came instanceof Uint8Array && bytes.equals(came)) counts.whole++;
    else
      faults.push(
        `${id} did not come as it was sent: ${came instanceof Error ? came.message : 'other bytes'}`,
      );
  });
  const end = downloading.catch(() => undefined);
  for (let kill = 0; kill < KILLS && ended < FILES; kill++) {
    while (ended < (FILES * kill) / KILLS) await Promise.race([delay(50), end]);
    await Promise.race([delay(randomInt(100)), end]);
    await server.stop('SIGKILL');
    counts.killed++;
    const back = Promise.withResolvers<void>();
    resting = back.promise;
    server = await start();
    proxy.target = server.baseUrl;
    back.resolve();
  }
  await downloading;
  await count(shared, counts, faults);
  console.table({ files: FILES, ...counts, faults: faults.length });
  for (const fault of faults.slice(0, 20)) console.log(fault);
  return faults.length === 0;
}

/** Waits until every end that a living server saw has been noted. */
async function count(
  shared: Shared[],
  counts: { killed: number; 'counted once': number; 'not counted': number },
  faults: string[],
): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const sql = `SELECT object->>'id' AS id, count(*)::int AS n FROM events WHERE type = 'transfer.completed' GROUP BY 1`;
  let byId = new Map<string, number>();
  for (let waited = 0; waited < 40; waited++) {
    const { rows } = await client.query<{ id: string; n: number }>(sql);
    byId = new Map(rows.map(({ id, n }) => [id, n]));
    if (byId.size === shared.length) break;
    if (waited > 10 && counts.killed > 0) break;
    await delay(500);
  }
  await client.end();
  for (const { id } of shared) {
    const n = byId.get(id) ?? 0;
    if (n === 1) counts['counted once']++;
    else if (n === 0) counts['not counted']++;
    else faults.push(`${id} was counted ${n} times`);
  }
  if (counts['not counted'] > counts.killed * AT_ONCE)
    faults.push(`${counts['not counted']} downloads were not counted`);
}

/** Works on all files, some at a time. */
async function inParallel(work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < FILES) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
