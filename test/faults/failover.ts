/**
 * Kills the primary of a pair under Patroni, again and again, while secrets are created and revealed through two servers,
 * and holds what everybody was told against what is there: `npm run test:failover [kills] [a second]`. It needs Debian's
 * patroni, etcd-server, haproxy and postgresql-15, and starts all of them on this machine's loopback.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { FailoverCluster, missingPackages, TIMES } from '../support/database/failover-cluster.ts';
import { FailoverLoad } from '../support/database/failover-load.ts';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';

/** How long the service may be away, and how long a request may take: its statement has 20 s, a connection 5. */
const AWAY_MS = 30_000;
const REQUEST_MS = 26_000;
/** How long all is well between two kills. */
const CALM_MS = 3_000;

const [kills, perSecond] = [Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 200)];
const missing = missingPackages();
if (missing.length > 0) {
  console.log(`Skipped: apt-get install ${missing.join(' ')}`);
  process.exit();
}
const cluster = new FailoverCluster();
let servers: ServerProcess[] = [];
let load: FailoverLoad | undefined;
const cleanUp = async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await cluster.stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
try {
  await cluster.start();
  const env = {
    DATABASE_URL: cluster.url,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    APP_URL: 'https://share.example.com',
    NODE_ENV: 'production',
    RATE_LIMIT_KEY: '10000000',
    RATE_LIMIT_ANONYMOUS: '10000000',
    MAX_BYTES_PER_KEY: '1TiB',
    LOG_LEVEL: 'error',
  };
  servers = [await startServerProcess(env), await startServerProcess(env)];
  load = new FailoverLoad(
    servers.map(({ baseUrl }) => baseUrl),
    servers[0]!.apiKey,
  );
  process.exitCode = (await kill(load)) && (await check(load)) ? 0 : 1;
} catch (error) {
  console.error(error, await cluster.members(), load?.outcomes, load?.violations.slice(0, 10));
  for (const server of servers) console.error(server.stderr.slice(-2_000));
  console.error(cluster.log);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
process.exit();

/** Whether the service was back in time after each kill. */
async function kill(load: FailoverLoad): Promise<boolean> {
  console.log(`${perSecond} creates and reveals a second; Patroni:`, TIMES);
  const over = new AbortController();
  const running = load.run(perSecond, over.signal);
  const times: number[] = [];
  for (let i = 0; i < kills; i++) {
    await delay(CALM_MS);
    const what = i % 2 ? 'machine' : 'postgres';
    const bringBack = await cluster.killPrimary(what);
    const awayMs = await load.untilServed(performance.now(), 2 * AWAY_MS);
    times.push(awayMs);
    const reread = await load.rereadLast(200);
    bringBack();
    const began = performance.now();
    await cluster.untilSynchronous();
    const wholeSeconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${i + 1}. ${what}: back after ${(awayMs / 1000).toFixed(1)} s, a pair again ${wholeSeconds} s later; ${reread} asked for again`,
    );
  }
  over.abort();
  await running;
  console.log(`away at most ${(Math.max(...times) / 1000).toFixed(1)} s`, load.outcomes);
  console.log(`longest request ${(load.longestMs / 1000).toFixed(1)} s`);
  return Math.max(...times) <= AWAY_MS && load.longestMs <= REQUEST_MS;
}

/** Whether everything that was acknowledged is there, and what was read is not. */
async function check(load: FailoverLoad): Promise<boolean> {
  const client = new pg.Client(cluster.url);
  await client.connect();
  const states = new Map<string, string>();
  const { rows } = await client.query<{ id: string; state: string }>('SELECT id, state FROM secrets');
  for (const { id, state } of rows) states.set(id, state);
  await client.end();
  const lost = [...load.created].filter((id) => !states.has(id));
  const readable = [...load.read].filter((id) => states.get(id) !== 'consumed');
  const burnt = [...load.created].filter(
    (id) => states.get(id) === 'consumed' && !load.read.has(id) && !load.uncertain.has(id),
  );
  console.log({
    acknowledged: load.created.size,
    lost: lost.length,
    read: load.read.size,
    'still readable': readable.length,
    'burnt unread': burnt.length,
    'nobody knows': load.uncertain.size,
    violations: load.violations.length,
  });
  if (load.violations.length > 0) console.error([...new Set(load.violations)].slice(0, 10));
  return [lost, readable, burnt, load.violations].every(({ length }) => length === 0);
}
