/**
 * `node test/faults/readers.ts [--secrets 5000] [--readers 16] [--at-once 8] [--processes 3] [--without-keys] [--race]`:
 * readers race for each secret over several processes, break off at random points, and come again under their key until
 * they are answered, while one process after the other is killed with SIGKILL. Each secret must reach exactly one of them.
 * Without keys it shows what is lost then. In a mere race nobody breaks off and nothing is killed. Prints a table, and ends
 * with 1 when a secret reached another number than one.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { allScopes } from '@tempshare/contract';
import { createDatabase } from '../../server/src/deps.ts';
import { createApiKey, defaultAccount } from '../../server/src/features/accounts/api-key.ts';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/storage/postgres/migrations/migrate.ts';
import { startChild, type Child } from '../support/server/child.ts';
import { databaseUrl } from '../support/database/database-url.ts';

const { values: options } = parseArgs({
  options: {
    secrets: { type: 'string', default: '5000' },
    readers: { type: 'string', default: '16' },
    'at-once': { type: 'string', default: '8' },
    processes: { type: 'string', default: '3' },
    'without-keys': { type: 'boolean', default: false },
    race: { type: 'boolean', default: false },
  },
});
const [SECRETS, READERS] = [Number(options.secrets), Number(options.readers)];
const [AT_ONCE, PROCESSES] = [Number(options['at-once']), Number(options.processes)];
const KILL_MS = 1_000;
/** How long after it was sent a request is broken off that is broken off by time; a response takes about as long. */
const BREAK_MS = [0, 25] as const;

interface Reply {
  status: number;
  text: string;
  replayed: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const counts = { attempts: 0, brokenOff: 0, failed: 0, unavailable: 0, kills: 0 };

const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-faults-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const { connection } = postgres;
await migrate(connection);
const apiKey = await newApiKey();
const env = {
  DATABASE_URL: databaseUrl(connection),
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  RATE_LIMIT_KEY: '10000000',
  RATE_LIMIT_ANONYMOUS: '10000000',
  MAX_CONNECTIONS_PER_ADDRESS: '0',
  LOG_LEVEL: 'silent',
};
const start = (): Promise<Child> => startChild('server/app-process.ts', env);
const processes = await Promise.all(Array.from({ length: PROCESSES }, start));
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const child of processes) child.kill();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();

async function newApiKey(): Promise<string> {
  const pool = createDatabase({ DATABASE_POOL_SIZE: 2 }, connection);
  const accountId = await defaultAccount(pool);
  const { text } = await createApiKey(pool, {
    accountId,
    name: 'readers',
    environment: 'test',
    scopes: allScopes,
  });
  await pool.close();
  return text;
}

async function run(): Promise<boolean> {
  const over = new AbortController();
  const killing = options.race ? undefined : killOneAfterTheOther(over.signal);
  /** How many secrets reached how many readers, and of those that reached one how many by a repetition. */
  const reached = new Map<number, number>();
  let [begun, repeated, different] = [0, 0, 0];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (begun < SECRETS) {
        begun++;
        const value = randomBytes(24).toString('base64url');
        const id = await share(value);
        const responses = await Promise.all(Array.from({ length: READERS }, () => readUntilResponse(id)));
        const got = responses.filter(({ status }) => status === 200);
        reached.set(got.length, (reached.get(got.length) ?? 0) + 1);
        repeated += got.filter(({ replayed }) => replayed).length;
        different += got.filter(
          ({ text }) => (JSON.parse(text) as { secret: string }).secret !== value,
        ).length;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  over.abort();
  await killing;
  const [none, one] = [reached.get(0) ?? 0, reached.get(1) ?? 0];
  const several = begun - none - one;
  console.table({
    secrets: begun,
    'readers of each': READERS,
    'reached exactly one reader': one,
    'of those by a repetition': repeated,
    'reached none': none,
    'reached several': several,
    'arrived changed': different,
    'requests of readers': counts.attempts,
    'broken off by readers': counts.brokenOff,
    'broken by a kill': counts.failed,
    'told to come again': counts.unavailable,
    'processes killed': counts.kills,
    seconds: Math.round(seconds),
  });
  return one === begun && different === 0;
}

async function killOneAfterTheOther(signal: AbortSignal): Promise<void> {
  for (let i = 0; ; i = (i + 1) % PROCESSES) {
    await delay(KILL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    processes[i]!.kill();
    counts.kills++;
    processes[i] = await start();
  }
}

/** The address of any of the processes, whether it is there or has just been killed. */
function anyBase(): string {
  return `http://127.0.0.1:${processes[randomInt(PROCESSES)]!.said}/api/v1`;
}

async function share(secret: string): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': secret };
  for (;;) {
    const body = JSON.stringify({ secret, encryption: 'server', expiration: '1d' });
    const response = await post('/secrets', headers, body).catch(() => undefined);
    if (response?.status === 201) return (JSON.parse(response.text) as { secretId: string }).secretId;
    await delay(50);
  }
}

/** Comes again, anywhere, until it gets the secret or hears that there is none. */
async function readUntilResponse(id: string): Promise<Reply> {
  const headers: Record<string, string> = options['without-keys']
    ? {}
    : { 'idempotency-key': randomBytes(16).toString('base64url') };
  for (;;) {
    counts.attempts++;
    const breakOff =
      !options.race && randomInt(2) === 0 ? (['time', 'response'] as const)[randomInt(2)] : undefined;
    const response = await post(`/public/secrets/${id}/reveal`, headers, '{}', breakOff).catch(
      () => undefined,
    );
    if (response?.status === 200 || response?.status === 404) return response;
    if (response) counts.unavailable++;
    else if (breakOff) counts.brokenOff++;
    else counts.failed++;
    await delay(randomInt(20));
  }
}

/** A request to any process. It is broken off some time after it was sent, or when its response begins, if that is asked for. */
function post(
  path: string,
  headers: Record<string, string>,
  body: string,
  breakOff?: 'time' | 'response',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = request(anyBase() + path, { agent, method: 'POST', headers: all }, (incoming) => {
      if (breakOff === 'response') return void outgoing.destroy(new Error('broken off'));
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          text,
          replayed: incoming.headers['idempotency-replayed'] === 'true',
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.on('close', () => reject(new Error('closed')));
    outgoing.end(body);
    if (breakOff === 'time') setTimeout(() => outgoing.destroy(), randomInt(...BREAK_MS));
  });
}
