/**
 * Floods a server from a process of its own while a caller with a key works, and prints what the caller, the memory and
 * the log notice. Ends with 1 when that is more than it may be.
 *
 *     node test/faults/flood.ts [ready|limited|preflights|keys|drip …] [--connections 40] [--requests 3000] [--seconds 20]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generateApiKey } from '../../server/src/crypto/tokens.ts';
import { send } from '../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: 'string', default: '40' },
    requests: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '20' },
    from: { type: 'string' },
  },
});
const connections = Number(values.connections);
const requests = Number(values.requests);
const seconds = Number(values.seconds);

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const MiB = 1_048_576;

/** What each connection of an attack sends at once; a drip adds a byte a second. */
const ATTACKS: Record<string, { bytes: () => string; drips?: boolean }> = {
  ready: { bytes: () => get('/readyz').repeat(requests) },
  limited: { bytes: () => get('/api/v1/public/secrets/none').repeat(requests) },
  preflights: {
    bytes: () =>
      `OPTIONS /api/v1/public/secrets/none HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\nAccess-Control-Request-Method: GET\r\n\r\n`.repeat(
        requests,
      ),
  },
  keys: {
    bytes: () =>
      Array.from({ length: requests }, () =>
        get('/api/v1/key', `Authorization: Bearer ${generateApiKey('live')}\r\n`),
      ).join(''),
  },
  drip: {
    drips: true,
    bytes: () =>
      'POST /api/v1/public/secrets/none/reveal HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n{',
  },
};

interface Damage {
  responses: number;
  opened: number;
  open: number;
}

/** An address has a share of the connections, and the caller's is another one, where systems have one. */
const ELSEWHERE = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {};

/** The attacker: keeps so many connections busy, again and again, until its time is over. */
async function attack(url: string, name: string): Promise<Damage> {
  const { hostname, port } = new URL(url);
  const { bytes, drips } = ATTACKS[name]!;
  const damage: Damage = { responses: 0, opened: 0, open: 0 };
  const sockets = new Set<Socket>();
  let over = false;
  const open = (): void => {
    if (over) return;
    damage.opened++;
    const socket = connect({ port: Number(port), host: hostname, ...ELSEWHERE }, () => socket.write(bytes()));
    sockets.add(socket);
    socket.on(
      'data',
      (chunk) => (damage.responses += chunk.toString('latin1').split('HTTP/1.1 ').length - 1),
    );
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (!drips) open();
    });
  };
  for (let i = 0; i < connections; i++) open();
  for (let second = 0; second < seconds; second++) {
    await delay(1000);
    if (drips) for (const socket of sockets) socket.write('x');
  }
  over = true;
  damage.open = sockets.size;
  for (const socket of sockets) socket.destroy();
  return damage;
}

const memory = ({ pid }: ServerProcess): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Four callers with a key, each with one request every 20 ms: the 99th of 100 durations. */
async function work(
  server: ServerProcess,
  during: Promise<unknown>,
): Promise<{ p99: number; failed: number; calls: number }> {
  const took: number[] = [];
  let failed = 0;
  let over = false;
  void during.finally(() => (over = true));
  const caller = async (): Promise<void> => {
    while (!over) {
      const began = performance.now();
      const { status } = await send(server.baseUrl, 'POST /secrets', {
        key: server.apiKey,
        json: { secret: 'x' },
      });
      took.push(performance.now() - began);
      if (status !== 201) failed++;
      await delay(20);
    }
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  took.sort((a, b) => a - b);
  return { p99: took[Math.floor(took.length * 0.99)]!, failed, calls: took.length };
}

async function measure(name: string): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tempshare-flood-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, NODE_ENV: 'test', RATE_LIMIT_KEY: '1000000' });
  try {
    await work(server, delay(5_000));
    const quiet = await work(server, delay(seconds * 1000));
    const before = memory(server);
    const logged = server.stderr.length;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, memory(server))), 100);
    const child = fork(import.meta.filename, [
      `--connections=${connections}`,
      `--requests=${requests}`,
      `--seconds=${seconds}`,
      `--from=${server.url}`,
      name,
    ]);
    const said = once(child, 'message') as Promise<[Damage]>;
    const flooded = await work(server, said);
    const [damage] = await said;
    await delay(1_000);
    const log = server.stderr.length - logged - bytesOfCalls(server.stderr.slice(logged));
    clearInterval(watch);
    let after = memory(server);
    let waited = 1;
    for (; after > before + 30 && waited < 60; waited++) {
      await delay(1_000);
      after = memory(server);
    }
    const ratio = flooded.p99 / quiet.p99;
    console.log(
      `${name}: ${damage.opened} connections, ${damage.responses} responses, ${damage.open} open in the end\n` +
        `  caller's p99: ${quiet.p99.toFixed(1)} ms quiet (${quiet.calls} calls), ${flooded.p99.toFixed(1)} ms under attack (${flooded.calls}): ${ratio.toFixed(2)} times; ${flooded.failed} failed\n` +
        `  memory: ${before.toFixed(0)} MiB before, +${(peak - before).toFixed(0)} at most, +${(after - before).toFixed(0)} after ${waited} s\n` +
        `  log: ${(log / MiB).toFixed(3)} MiB beside the caller's`,
    );
    return ratio <= 3 && flooded.failed === 0 && peak - before <= 150 && log <= 10 * MiB;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The log of the calls that were answered, which is not the attack's. */
const bytesOfCalls = (log: string): number =>
  log
    .split('\n')
    .filter((line) => line.includes('"status":201'))
    .reduce((sum, line) => sum + line.length + 1, 0);

if (values.from !== undefined) {
  process.send!(await attack(values.from, positionals[0]!));
  process.disconnect();
} else {
  let holds = true;
  for (const name of positionals.length > 0 ? positionals : Object.keys(ATTACKS)) {
    holds = (await measure(name)) && holds;
  }
  process.exit(holds ? 0 : 1);
}
