/**
 * `node test/faults/slow-downloads.ts [--clients 500] [--after 60] [--s3]`: has clients download files of 25 MiB, half of them
 * end-to-end encrypted, and take a few kilobytes a second. Prints the memory of the server idle, under these downloads,
 * and after they have gone, for so many seconds. Ends with 1 when a download takes 1 MB or more, or more than a
 * third of what the downloads took (from S3: of a megabyte for each) is still there in the end. Linux only.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { limits } from '@tempshare/contract';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { startS3Server } from '../support/files/s3-server.ts';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '500' },
    after: { type: 'string', default: '60' },
    s3: { type: 'boolean', default: false },
  },
});
const [CLIENTS, AFTER_SECONDS] = [Number(values.clients), Number(values.after)];
/** Each has a network of its own, since a network has 50 files at a time. */
const PER_ADDRESS = 50;

const directory = await mkdtemp(join(tmpdir(), 'tempshare-slow-'));
let server: ServerProcess | undefined;
const s3 = values.s3 ? await startS3Server() : undefined;
try {
  server = await startServerProcess({
    DATA_DIR: join(directory, 'data'),
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_URL: '1000000',
    LOG_LEVEL: 'silent',
    ...s3?.env,
    NODE_OPTIONS: process.env.SERVER_NODE_OPTIONS,
  });
  const urls = [await downloadUrl(server, 'server'), await downloadUrl(server, 'e2e')];
  // Compiling and connecting of a first download are no memory of the downloads that follow.
  for (const url of urls) await (await fetch(url)).arrayBuffer();
  await delay(5_000);
  const idle = await memory(server);
  console.log(`idle: ${idle.toFixed(0)} MB`);
  const sockets: Socket[] = [];
  const began = performance.now();
  for (let i = 0; i < CLIENTS; i++) sockets.push(await startSlow(urls[i % 2] as string, i));
  console.log(`${CLIENTS} downloads have begun after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  let slow = 0;
  for (let seconds = 0; seconds < 30; seconds += 5) {
    await delay(5_000);
    slow = Math.max(slow, await memory(server));
  }
  const open = sockets.filter(({ destroyed }) => !destroyed).length;
  const each = (slow - idle) / CLIENTS;
  console.log(`${open} slow downloads: ${slow.toFixed(0)} MB, ${each.toFixed(2)} MB each`);
  for (const socket of sockets) socket.destroy();
  let left = Infinity;
  for (let seconds = 0; seconds < AFTER_SECONDS; seconds += 10) {
    await delay(10_000);
    left = await memory(server);
    console.log(`${seconds + 10} s after they have gone: ${left.toFixed(0)} MB`);
  }
  const isGivenBack = left - idle < (values.s3 ? CLIENTS : slow - idle) / 3;
  process.exitCode = each < 1 && isGivenBack ? 0 : 1;
} finally {
  await server?.stop();
  await s3?.close();
  await rm(directory, { recursive: true });
}

/** The URL of a file of 25 MiB that was opened. */
async function downloadUrl(
  { apiKey, baseUrl }: ServerProcess,
  encryption: 'server' | 'e2e',
): Promise<string> {
  const owner = new Tempshare({ apiKey, baseUrl });
  const size = limits.fileBytes - (encryption === 'e2e' ? 65_536 : 0);
  const { shareUrl } = await owner.transfers.create({ type: 'file', file: randomBytes(size), encryption });
  let url = '';
  await openLink(shareUrl, {
    baseUrl,
    fetch: async (...asked: Parameters<typeof fetch>) => {
      const response = await fetch(...asked);
      const body = (await response.clone().json()) as { downloadUrl?: string };
      url ||= body.downloadUrl ?? '';
      return response;
    },
  });
  return url;
}

/** Resident memory of the server, in MB. */
async function memory({ pid }: ServerProcess): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
}

/** Begins a download, reads some of it, and goes on with a little every second. */
async function startSlow(url: string, i: number): Promise<Socket> {
  const { port, pathname } = new URL(url);
  const localAddress = `127.0.${1 + Math.floor(i / PER_ADDRESS)}.1`;
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
  socket.on('error', () => undefined);
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await new Promise<void>((resolve) => socket.once('readable', resolve));
  const reading = setInterval(() => socket.read(4_096), 1_000);
  socket.once('close', () => clearInterval(reading));
  return socket;
}
