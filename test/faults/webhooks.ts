/**
 * `node test/faults/webhooks.ts [--only=name] [--seconds=60] [--hanging=100] [--keys=20] [--server=DIRECTORY]`: how long
 * events take to receivers that answer while others never do. Each situation has a database and a server of its own; every
 * key makes an event a second. `--server` measures another checkout with the same receivers and events. Times are of this
 * machine; what counts is that they stay far below the 15 seconds for which a receiver is waited for.
 */
import { allScopes } from '@tempshare/contract';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiKey, defaultAccount } from '../../server/src/features/accounts/api-key.ts';
import { openDatabase } from '../../server/src/storage/database.ts';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded-postgres.ts';
import { databaseUrl } from '../support/database/database-url.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    hanging: { type: 'string', default: '100' },
    keys: { type: 'string', default: '20' },
    server: { type: 'string', default: join(import.meta.dirname, '../..') },
  },
});
const SECONDS = Number(values.seconds);
const HANGING = Number(values.hanging);
const KEYS = Number(values.keys);

/** A key and its endpoints: how many hang, how many answer, and whether all of them are on one host. */
interface Party {
  hanging: number;
  healthy: number;
}

interface Situation {
  parties: Party[];
  /** Whether all endpoints are on one host. */
  oneHost?: boolean;
  /** For how many seconds those that hang still answer. */
  responding?: number;
}

const of = (keys: number, party: Party): Party[] => Array.from({ length: keys }, () => party);
const crowd = [...of(KEYS, { hanging: HANGING / KEYS, healthy: 1 }), ...of(5, { hanging: 0, healthy: 1 })];
const SITUATIONS: Record<string, Situation> = {
  'five of a key that has a healthy one': { parties: of(1, { hanging: 5, healthy: 1 }) },
  'twenty of five other keys': {
    parties: [...of(5, { hanging: 4, healthy: 0 }), { hanging: 0, healthy: 1 }],
  },
  'five on the same host': {
    parties: [...of(5, { hanging: 1, healthy: 0 }), { hanging: 0, healthy: 1 }],
    oneHost: true,
  },
  [`${HANGING} of ${KEYS} keys`]: { parties: crowd },
  [`${HANGING} of ${KEYS} keys, on one host with all others`]: { parties: crowd, oneHost: true },
  [`${HANGING} of ${KEYS} keys, which answered until now`]: { parties: crowd, responding: 10 },
};

/** Receivers on loopback, each on a port of its own, or all on one. `/hang…` never answers, at least not from `from` on. */
class Receivers {
  readonly #servers: Server[] = [];
  readonly #oneHost: boolean;
  hangsFrom = 0;
  /** Milliseconds from each event to its arrival, by delivery to a healthy endpoint. */
  readonly delays: number[] = [];
  readonly #seen = new Set<string>();

  constructor(oneHost: boolean) {
    this.#oneHost = oneHost;
  }

  async url(path: string): Promise<string> {
    let server = this.#oneHost ? this.#servers[0] : undefined;
    if (!server) {
      server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const url = request.url as string;
          if (url.startsWith('/hang')) return void (Date.now() < this.hangsFrom && response.end());
          const { id, createdAt } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
          if (!this.#seen.has(`${url} ${id}`)) this.delays.push(Date.now() - Date.parse(createdAt as string));
          this.#seen.add(`${url} ${id}`);
          response.end();
        });
      });
      server.keepAliveTimeout = 0;
      server.requestTimeout = 0;
      server.listen(0, '127.0.0.1', 1_024);
      await once(server, 'listening');
      this.#servers.push(server);
    }
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  }

  close(): void {
    for (const server of this.#servers) server.close().closeAllConnections();
  }
}

interface Service {
  baseUrl: string;
  pid: number;
  createKey(): Promise<string>;
  stop(): Promise<void>;
}

async function startService(): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tempshare-faults-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { connection } = postgres;
  const database = openDatabase({ connection, poolSize: 1 });
  const child = startServer(databaseUrl(connection));
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const baseUrl = `${await listening(child)}/api/v1`;
    const accountId = await defaultAccount(database);
    const options = { accountId, name: 'fault', environment: 'test', scopes: allScopes } as const;
    const createKey = async () => (await createApiKey(database, options)).text;
    return { baseUrl, pid: child.pid as number, createKey, stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}

const startServer = (databaseUrl: string) =>
  spawn(process.execPath, [join(resolve(values.server), 'server/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      RATE_LIMIT_KEY: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function listening(child: ReturnType<typeof startServer>): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Listening on (\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('the server ended before it listened');
}

async function post(service: Service, path: string, key: string, body: object): Promise<void> {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`${path}: ${response.status}`);
}

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function measure(name: string, situation: Situation): Promise<void> {
  const receivers = new Receivers(situation.oneHost ?? false);
  const service = await startService();
  try {
    const parties: { key: string; healthy: number }[] = [];
    for (const { hanging, healthy } of situation.parties) {
      const key = await service.createKey();
      for (let i = 0; i < hanging; i++)
        await post(service, '/webhook-endpoints', key, { url: await receivers.url(`/hang/${i}`) });
      for (let i = 0; i < healthy; i++) {
        const url = await receivers.url(`/answer/${parties.length}-${i}`);
        await post(service, '/webhook-endpoints', key, { url });
      }
      parties.push({ key, healthy });
    }
    receivers.hangsFrom = Date.now() + (situation.responding ?? 0) * 1_000;
    let expected = 0;
    let peak = 0;
    const begin = Date.now();
    for (let second = 0; second < SECONDS; second++) {
      for (const [i, { key, healthy }] of parties.entries()) {
        expected += healthy;
        await delay(Math.max(0, begin + (second + i / parties.length) * 1_000 - Date.now()));
        await post(service, '/transfers', key, { type: 'text', text: 'hello' });
      }
      peak = Math.max(peak, residentMiB(service.pid));
    }
    await delay(2_000);
    report(name, receivers.delays, expected, peak);
  } finally {
    await service.stop();
    receivers.close();
  }
}

/** What has not arrived by the end counts as infinitely late. */
function report(name: string, delays: number[], expected: number, peak: number): void {
  const missing = Array<number>(Math.max(0, expected - delays.length)).fill(Infinity);
  const sorted = [...delays, ...missing].sort((a, b) => a - b);
  const at = (part: number) => {
    const ms = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] as number;
    return (ms === Infinity ? 'never' : (ms / 1000).toFixed(2)).padStart(8);
  };
  console.log(
    name.padEnd(56) +
      at(0.5) +
      at(0.95) +
      at(1) +
      String(missing.length).padStart(8) +
      peak.toFixed(0).padStart(8),
  );
}

console.log(
  `Seconds from event to delivery while others hang, an event a second of each key for ${SECONDS} s`,
);
console.log(
  ''.padEnd(56) + ['p50', 'p95', 'max', 'missing', 'MiB'].map((title) => title.padStart(8)).join(''),
);
for (const [name, situation] of Object.entries(SITUATIONS))
  if (name.includes(values.only ?? '')) await measure(name, situation);
