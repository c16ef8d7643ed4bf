/**
 * Restarts two servers behind a proxy, one after the other, while clients create and reveal secrets through it, and
 * counts what was lost: `node test/faults/rolling-restart.ts [nginx|caddy] [restarts] [requests]`. The proxy is that of
 * Debian, with the settings of docs/operating.md.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded-postgres.ts';
import { databaseUrl } from '../support/database-url.ts';
import { codeBlocks, markdown, section } from '../support/readme-blocks.ts';
import { send } from '../support/send.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

const [proxy = 'nginx', restarts = '10', requests = '30000'] = process.argv.slice(2);
const PORTS = [18_080, 18_081];
const PROXY_PORT = 18_443;
const CLIENTS = 16;

const directory = mkdtempSync(join(tmpdir(), 'tempshare-rolling-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), log: () => undefined });
const env = {
  DATABASE_URL: databaseUrl(postgres.connection),
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  APP_URL: `http://127.0.0.1:${PROXY_PORT}`,
  NODE_ENV: 'production',
  TRUST_PROXY: '1',
  RATE_LIMIT_KEY: '10000000',
  RATE_LIMIT_ANONYMOUS: '10000000',
  LOG_LEVEL: 'error',
};
const start = (i: number): Promise<ServerProcess> => startServerProcess({ ...env, PORT: String(PORTS[i]) });
const servers = [await start(0), await start(1)];
const apiKey = servers.find((server) => server.apiKey)!.apiKey;
const front = startProxy();
const lost: Record<string, number> = {};
let sent = 0;
let restarted = 0;
let over = false;
try {
  await untilReady(`http://127.0.0.1:${PROXY_PORT}`);
  const began = performance.now();
  await Promise.all([restartInTurn(), ...Array.from({ length: CLIENTS }, client)]);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${proxy}: ${restarted} restarts, ${sent} requests in ${seconds.toFixed(0)} s, lost: ${Object.values(lost).reduce((a, b) => a + b, 0)}`,
    lost,
  );
} finally {
  front.kill('SIGTERM');
  if (proxy === 'nginx' && process.env.VERBOSE)
    console.log(readFileSync(join(directory, 'error.log'), 'utf8'));
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(Object.keys(lost).length > 0 ? 1 : 0);

/** Each restart waits until the server before is ready again, as docs/operating.md says. */
async function restartInTurn(): Promise<void> {
  for (; restarted < Number(restarts); restarted++) {
    const i = restarted % 2;
    const code = await servers[i]!.stop();
    if (code !== 0) lost[`exit ${code}`] = (lost[`exit ${code}`] ?? 0) + 1;
    servers[i] = await start(i);
    await untilReady(servers[i].url);
    await delay(2_000);
  }
  over = true;
}

/** Creates a secret, reveals it, and again, until there were restarts and requests enough. Nothing is repeated. */
async function client(): Promise<void> {
  const base = `http://127.0.0.1:${PROXY_PORT}/api/v1`;
  while (!over || sent < Number(requests)) {
    const created = await count('create', () =>
      send(base, 'POST /secrets', {
        key: apiKey,
        json: { secret: 'kept' },
        headers: { 'idempotency-key': randomUUID() },
      }),
    );
    if (created?.status !== 201) continue;
    const id = created.body.secretId as string;
    await count('reveal', () => send(base, `POST /public/secrets/${id}/reveal`));
    await delay(Math.random() * 40);
  }
}

async function count<Result extends { status: number }>(
  what: string,
  call: () => Promise<Result>,
): Promise<Result | undefined> {
  sent++;
  const result = await call().catch((error: Error & { code?: string }) => error.code ?? error.message);
  if (typeof result !== 'string' && result.status < 300) return result;
  const why = `${what} ${typeof result === 'string' ? result : result.status}`;
  lost[why] = (lost[why] ?? 0) + 1;
  return undefined;
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const ready = await send(url, 'GET /readyz', { headers: { connection: 'close' } }).catch(() => undefined);
    if (ready?.status === 200) return;
    await delay(50);
  }
}

/** The documented settings, on ports of this machine and without TLS. */
function startProxy(): ChildProcess {
  const text = section(markdown('docs/operating.md'), 'Proxies');
  const local = (settings: string): string =>
    settings.replace(':8080', `:${PORTS[0]}`).replace(':8081', `:${PORTS[1]}`);
  const file = join(directory, proxy);
  if (proxy === 'nginx') {
    const [settings = ''] = codeBlocks(text, 'nginx');
    const http = local(settings)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${PROXY_PORT};`)
      .replace(/^ *ssl_certificate.*\n/gm, '');
    writeFileSync(
      file,
      `daemon off; pid ${directory}/pid; error_log ${directory}/error.log; events { worker_connections 1024; }\nhttp {\n${http}}\n`,
    );
    return spawned('nginx', ['-c', file, '-p', directory]);
  }
  const [settings = ''] = codeBlocks(text, 'caddyfile');
  writeFileSync(
    file,
    `{\n  admin off\n}\n${local(settings).replace('share.example.com', `http://127.0.0.1:${PROXY_PORT}`)}`,
  );
  return spawned('caddy', ['run', '--config', file, '--adapter', 'caddyfile']);
}

function spawned(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore' });
  void once(child, 'error').then(() => {
    console.error(`${command} is not installed: apt-get install nginx-light caddy`);
    process.exit(2);
  });
  return child;
}
