/** Servers restarted one after the other behind a proxy. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startProxy, type Proxy, type ProxyName } from './documented-proxies.ts';
import { quietPort } from '../network/quiet-port.ts';
import { send } from '../network/send.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** As docs/proxies.md says: a proxy that probes has seen by then that a server is ready again. */
const NOTICED_MS = 3_000;

export interface RollingRestart {
  proxies: readonly ProxyName[];
  databaseUrl: string;
  /** How many servers there are. */
  servers: number;
  restarts: number;
  /** How many are sent through each proxy at least. */
  requests: number;
  /** How many clients there are at each proxy, and how long each pauses between two secrets, at most. */
  clients: number;
  pauseMs: number;
  /** How many requests a second are sent through each proxy, where it is not the clients' pace that counts. */
  perSecond?: number | undefined;
}

/** Outcomes of the requests through one proxy. */
export interface Passage {
  sent: number;
  /** How often what did not succeed, by what it was. */
  lost: Record<string, number>;
  /** The end of the proxy's log. */
  log: string;
}

/**
 * Restarts servers behind proxies, one after the other, each soon after the one before is ready again, while clients
 * create and reveal secrets through them. Nothing is repeated.
 * @throws Error when a server does not end with 0
 */
export async function restartBehind(
  options: RollingRestart,
): Promise<{ passages: Partial<Record<ProxyName, Passage>>; seconds: number }> {
  const ports = await Promise.all(Array.from({ length: options.servers }, quietPort));
  const env = {
    DATABASE_URL: options.databaseUrl,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    APP_URL: 'https://share.example.com',
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    RATE_LIMIT_KEY: '10000000',
    RATE_LIMIT_ANONYMOUS: '10000000',
    LOG_LEVEL: 'error',
  };
  const start = (i: number): Promise<ServerProcess> => startServerProcess({ ...env, PORT: String(ports[i]) });
  const servers = [await start(0)];
  const fronts: Proxy[] = [];
  const progress: Progress = { restarted: false, failed: false };
  try {
    for (let i = 1; i < options.servers; i++) servers.push(await start(i));
    const apiKey = servers.find((server) => server.apiKey)!.apiKey;
    for (const name of options.proxies)
      fronts.push(startProxy(name, { own: await quietPort(), servers: ports }));
    await Promise.all(fronts.map(({ url, ended }) => Promise.race([untilReady(url), ended])));
    const began = performance.now();
    const restarting = async (): Promise<void> => {
      for (let i = 0; i < options.restarts; i++) {
        const which = i % options.servers;
        const code = await servers[which]!.stop();
        if (code !== 0) throw new Error(`a server ended with ${code}: ${servers[which]!.stderr}`);
        servers[which] = await start(which);
        await untilReady(servers[which].url);
        await delay(NOTICED_MS);
      }
      progress.restarted = true;
    };
    const passages = fronts.map(async (proxy) => {
      const passage: Passage = { sent: 0, lost: {}, log: '' };
      const pause = pauses(options);
      const visitor = { base: `${proxy.url}/api/v1`, apiKey, passage, progress, pause };
      await Promise.all(Array.from({ length: options.clients }, () => visit(visitor, options)));
      return { ...passage, log: proxy.log };
    });
    const [, ...passed] = await Promise.all([restarting(), ...passages]);
    const byName = passed.map((passage, i) => [options.proxies[i], passage]);
    return { passages: Object.fromEntries(byName), seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    progress.failed = true;
    throw error;
  } finally {
    await Promise.all(fronts.map((proxy) => proxy.stop()));
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  }
}

interface Progress {
  restarted: boolean;
  failed: boolean;
}

/** How a client waits before its next secret, which takes two requests. */
function pauses({ pauseMs, perSecond }: RollingRestart): () => Promise<void> {
  if (perSecond === undefined) return () => delay(Math.random() * pauseMs);
  let next = performance.now();
  return () => {
    next = Math.max(next + 2_000 / perSecond, performance.now() - 1_000);
    return delay(Math.max(0, next - performance.now()));
  };
}

interface Visitor {
  base: string;
  apiKey: string;
  passage: Passage;
  progress: Progress;
  pause: () => Promise<void>;
}

/** Creates a secret, reveals it, and again, until there were restarts and requests enough. */
async function visit(
  { base, apiKey, passage, progress, pause }: Visitor,
  { requests }: RollingRestart,
): Promise<void> {
  const count = async (what: string, call: () => ReturnType<typeof send>) => {
    passage.sent++;
    const result = await call().catch((error: Error & { code?: string }) => error.code ?? error.message);
    if (typeof result !== 'string' && result.status < 300) return result;
    const why = `${what} ${typeof result === 'string' ? result : result.status}`;
    passage.lost[why] = (passage.lost[why] ?? 0) + 1;
    return undefined;
  };
  while (!progress.failed && (!progress.restarted || passage.sent < requests)) {
    const headers = { 'idempotency-key': randomUUID() };
    const created = await count('create', () =>
      send(base, 'POST /secrets', { key: apiKey, json: { secret: 'kept' }, headers }),
    );
    if (created) {
      const { secretId } = created.body as { secretId: string };
      await count('reveal', () => send(base, `POST /public/secrets/${secretId}/reveal`));
    }
    await pause();
  }
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const ready = await send(url, 'GET /readyz', { headers: { connection: 'close' } }).catch(() => undefined);
    if (ready?.status === 200) return;
    await delay(50);
  }
}
