import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { answers } from '../src/storage/postgres/probe.ts';

/** A server in the place of PostgreSQL, which does this with the first message. */
async function listen(respond: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => respond(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

const refusal = (code: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mno\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
};

it('a PostgreSQL without a free connection answers', async () => {
  expect(await answers(await listen((socket) => socket.end(refusal('53300'))))).toBe(true);
});

it('one that starts, is silent, hangs up, or is not there does not', async () => {
  expect(await answers(await listen((socket) => socket.end(refusal('57P03'))))).toBe(false);
  expect(await answers(await listen(() => undefined))).toBe(false);
  expect(await answers(await listen((socket) => socket.destroy()))).toBe(false);
  expect(await answers({ host: '127.0.0.1', port: 1 })).toBe(false);
});
