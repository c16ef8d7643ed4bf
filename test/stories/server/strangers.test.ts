import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../support/database/database.ts';
import { openFile, share } from '../../support/files/file-transfers.ts';
import { send } from '../../support/network/send.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

/** More than the buffers of two sockets hold. */
const SIZE = 12 * 1024 * 1024;

async function start(env: Record<string, string>) {
  const database = await createTestDatabase();
  const server = await startServerProcess({ DATABASE_URL: database.url, ...env });
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await database.drop();
  });
  return server;
}

const catchesUsr1 = (pid: string): boolean => {
  const [, mask = '0'] = /^SigCgt:\t(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (BigInt(`0x${mask}`) & 512n) !== 0n;
};

it('limits that refuse strangers are logged as warnings, and nothing as an error', async () => {
  const server = await start({
    MAX_BYTES_TOTAL: '13MiB',
    MAX_FILES_AT_ONCE: '1',
    MAX_FILES_AT_ONCE_PER_CALLER: '2',
    LOG_LEVEL: 'warn',
  });
  const { id } = await share(server, Buffer.alloc(SIZE), { size: SIZE });
  const downloadUrl = await openFile(server, id);
  const { port, pathname } = new URL(downloadUrl);
  const slow = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void slow.destroy());
  slow.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await once(slow, 'readable');
  expect((await fetch(downloadUrl)).status).toBe(503);

  const json = { type: 'text', text: 'x'.repeat(100_000) };
  const create = async () =>
    (await send(server.baseUrl, 'POST /transfers', { key: server.apiKey, json })).status;
  await expect.poll(create).toBe(507);
  const lines = () =>
    server.stderr
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { level: number; refused: string });
  await expect.poll(() => lines().length).toBe(2);
  expect(lines()).toMatchObject([
    { level: 40, refused: 'service_unavailable' },
    { level: 40, refused: 'insufficient_storage' },
  ]);
});

it('no process of a server opens a debugger for SIGUSR1, and none ends', async () => {
  const server = await start({ WORKERS: '2', LOG_LEVEL: 'error' });
  const children = () =>
    readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ').filter(Boolean);
  await expect.poll(() => children().length).toBe(2);
  const before = children();
  // Earlier the signal ends any process.
  await expect.poll(() => before.every(catchesUsr1)).toBe(true);
  for (const pid of [server.pid, ...before.map(Number)]) process.kill(pid, 'SIGUSR1');
  for (let i = 0; i < 4; i++)
    expect((await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } })).status).toBe(200);
  expect(children()).toEqual(before);
  expect(await server.stop()).toBe(0);
  expect(server.stderr).toBe('');
});
