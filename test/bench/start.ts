/**
 * `node test/bench/start.ts [--rounds 5] [--rest 40] [--json PATH]`: what a start takes until the server listens, and the memory
 * of its processes after so many seconds at rest, in production, embedded with data and with a DATABASE_URL, from one process
 * and from two. The first start of all fills Node.js's cache of compiled modules and counts for nothing.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded/embedded-postgres.ts';
import { databaseUrl } from '../support/database/database-url.ts';
import { save, type Measurement } from './measurements.ts';
import { median } from './statistics.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    rest: { type: 'string', default: '40' },
    json: { type: 'string' },
  },
});
const MAIN = join(import.meta.dirname, '../../server/main.js');
const PRODUCTION = {
  NODE_ENV: 'production',
  PORT: '0',
  APP_URL: 'http://127.0.0.1:8080',
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  SHUTDOWN_DELAY: '0',
  LOG_LEVEL: 'warn',
};

interface Found {
  /** Until the server listens; processor time until then; both in milliseconds. */
  listening: number;
  processor: number;
  /** Memory of the largest process at rest, in MB: all pages, and its share of those that processes have in common. */
  rss: number;
  pss: number;
}

async function start(env: Record<string, string>, restSeconds = 0): Promise<Found> {
  const begun = performance.now();
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...PRODUCTION, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout });
  for await (const line of lines) if (line.startsWith('Listening')) break;
  const listening = performance.now() - begun;
  const processes = () => [server.pid as number, ...nodesOf(server.pid as number)];
  const processor = processes().reduce((sum, pid) => sum + processorOf(pid), 0);
  await delay(restSeconds * 1_000);
  const memory = processes().map((pid) => [field(pid, 'Rss'), field(pid, 'Pss')] as const);
  const exited = once(server, 'exit');
  server.kill();
  await exited;
  const most = (i: 0 | 1): number => Math.max(...memory.map((one) => one[i]));
  return { listening, processor, rss: most(0), pss: most(1) };
}

/** The processes that another has started from the same program. */
function nodesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith(process.execPath),
  );
}

function field(pid: number, name: string): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1]) / 1024;
}

function processorOf(pid: number): number {
  const times = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(times[11]) + Number(times[12])) * 10;
}

const folder = mkdtempSync(join(tmpdir(), 'tempshare-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'given'), log: () => undefined });
const given = { DATABASE_URL: databaseUrl(postgres.connection), DATA_DIR: join(folder, 'unused') };
const embedded = { DATA_DIR: join(folder, 'own') };
const measurements: Measurement[] = [];
try {
  await start(given);
  await start(embedded);
  for (const [name, env, goal] of [
    ['on a PostgreSQL that runs', given, 1_200],
    ['embedded, with data', embedded, 2_000],
  ] as const) {
    for (const workers of ['1', '2']) {
      const found: Found[] = [];
      for (let round = 0; round < Number(options.rounds); round++)
        found.push(await start({ ...env, WORKERS: workers }));
      const { rss, pss } = await start({ ...env, WORKERS: workers }, Number(options.rest));
      const of = (key: 'listening' | 'processor'): number => median(found.map((one) => one[key]));
      const which = `start ${name}, ${workers} serving`;
      measurements.push(
        { name: which, value: of('listening'), unit: 'ms', goal: { atMost: goal } },
        { name: `${which}: processor`, value: of('processor'), unit: 'ms' },
        { name: `${which}: memory of a process (RSS)`, value: rss, unit: 'MB', goal: { atMost: 120 } },
        { name: `${which}: its share (PSS)`, value: pss, unit: 'MB' },
      );
      for (const { name: line, value, unit } of measurements.slice(-4))
        console.log(`${line.padEnd(80)} ${value.toFixed(0).padStart(5)} ${unit}`);
    }
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
save(measurements);
