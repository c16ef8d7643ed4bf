/**
 * `node test/faults/stalls.ts [--rounds 3] [--only transfers.create] [--most 50]`: sends every operation its largest and
 * oddest bodies, one after the other, opens what came of them, and prints how long the server's event loop stood still at
 * most for each: by the processor time of its thread, and by the clock, which on a busy machine also counts others. Ends
 * with 1 when a stall is longer than `--most` milliseconds of processor time.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { operations, type OperationInfo } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';
import { send, type Reply } from '../support/network/send.ts';
import { bodiesOf } from './stalls-bodies.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    most: { type: 'string', default: '50' },
  },
});
const [ROUNDS, MOST_MS] = [Number(values.rounds), Number(values.most)];

interface Stall {
  wallMs: number;
  cpuMs: number;
  heapMb: number;
}
interface Measured extends Stall {
  what: string;
  status: number;
}

const directory = await mkdtemp(join(tmpdir(), 'tempshare-stalls-'));
const socketPath = join(directory, 'stalls.sock');
let server: ServerProcess | undefined;
try {
  server = await startServerProcess({
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'stalls-probe.ts')}`,
    STALLS_SOCKET: socketPath,
    DATA_DIR: join(directory, 'data'),
    APP_URL: 'http://127.0.0.1:1',
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    RATE_LIMIT_KEY: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_SESSION: '1000000',
    RATE_LIMIT_ADDRESS_SESSIONS: '1000000',
    RATE_LIMIT_URL: '1000000',
    LOG_LEVEL: 'silent',
  });
  const measured = await run(server);
  report(measured);
  process.exitCode = measured.some(({ cpuMs }) => cpuMs > MOST_MS) ? 1 : 0;
} finally {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}

async function run({ baseUrl, apiKey: key }: ServerProcess): Promise<Measured[]> {
  const document = openApiDocument();
  const measured: Measured[] = [{ what: 'nothing', status: 0, ...(await stallOf(() => delay(500))) }];
  const measure = async (what: string, call: () => Promise<Reply>): Promise<Reply> => {
    const responses: Reply[] = [];
    const worst: Stall = { wallMs: 0, cpuMs: 0, heapMb: 0 };
    for (let i = 0; i < ROUNDS; i++) {
      const stall = await stallOf(async () => void responses.push(await call()));
      for (const name of ['wallMs', 'cpuMs', 'heapMb'] as const)
        worst[name] = Math.max(worst[name], stall[name]);
    }
    const response = responses.at(-1) as Reply;
    measured.push({ what, status: response.status, ...worst });
    return response;
  };
  // Compiling at a first call is no stall of a body.
  await send(baseUrl, 'POST /secrets', { key, json: { secret: 'x' } });
  for (const operation of Object.values(operations) as OperationInfo[]) {
    if (operation.requestType !== 'application/json' || !operation.id.startsWith(values.only)) continue;
    const line = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, 'none')}`;
    for (const [name, raw] of bodiesOf(document, operation)) {
      const headers = () => ({
        'content-type': 'application/json',
        ...(operation.idempotent && { 'idempotency-key': randomUUID() }),
      });
      const what = `${operation.id}: ${name}`;
      const created = await measure(what, () => send(baseUrl, line, { key, raw, headers: headers() }));
      const opening =
        created.status === 201 && openingOf(operation.id, created.body as Record<string, string>);
      if (opening) await measure(`${what}, opened`, () => send(baseUrl, opening));
    }
  }
  return measured;
}

/** How a recipient opens what an operation made. */
function openingOf(id: string, body: Record<string, string>): string | undefined {
  if (id === 'transfers.create') return `POST /public/transfers/${body.id}/open`;
  if (id === 'debugShares.create') return `POST /public/transfers/${body.debugId}/open`;
  return id === 'secrets.create' ? `POST /public/secrets/${body.secretId}/reveal` : undefined;
}

async function stallOf(work: () => Promise<void>): Promise<Stall> {
  await ask();
  await work();
  // The server may have something left to do when its response is there.
  await delay(20);
  return ask();
}

function ask(): Promise<Stall> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path: '/' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text) as Stall));
    })
      .on('error', reject)
      .end();
  });
}

function report(measured: Measured[]): void {
  const sorted = measured.toSorted((a, b) => b.cpuMs - a.cpuMs);
  console.log('  cpu ms  wall ms  rss MB  status  operation: body');
  for (const { what, status, cpuMs, wallMs, heapMb } of sorted.slice(0, 40)) {
    const cells = [cpuMs.toFixed(1), wallMs.toFixed(1), heapMb.toFixed(0), status || ''];
    console.log(`${cells.map((cell) => String(cell).padStart(8)).join('')}  ${what}`);
  }
  console.log(
    `${measured.length} measured, each ${ROUNDS} times; at most ${MOST_MS} ms of processor time allowed`,
  );
}
