import { createServer, get, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Tempshare } from '../src/index.ts';
import { early, json, problem, type Reply } from './scripted-server.ts';
import { fileCreated, ID, stage, uploaded } from './sealing-stage.ts';

const MIB = 1_048_576;
const deleted = json(200, { success: true, message: 'deleted' });
/** Leaves an upload without a response. It may have been broken off before it arrives here. */
const hangs: Reply = (response, request) => {
  if (request.method !== 'PUT') deleted(response, request);
};

/** An application that passes on what it is sent, and answers with what became of that, once it has all come. */
async function application(client: Tempshare, size?: number): Promise<number> {
  const app = createServer((incoming, reply) => {
    const body = { type: 'file', file: incoming, size, encryption: 'server' } as const;
    const share = async () => {
      const { id } = await client.transfers.create(body);
      reply.end(id);
    };
    share().catch(async (error: Error) => {
      await finished(incoming).catch(() => undefined);
      reply.writeHead(502).end(error.name);
    });
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    app.close();
    app.closeAllConnections();
  });
  return (app.address() as AddressInfo).port;
}

async function post(port: number, bytes: Uint8Array): Promise<[number | undefined, string]> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, method: 'POST' }, resolve).on('error', reject);
    sending.end(bytes);
  });
  return [response.statusCode, await text(response)];
}

it('an incoming request is shared as it comes', async () => {
  const { client, seen } = await stage([fileCreated, uploaded]);
  expect(await post(await application(client), Buffer.from('sevens'))).toEqual([200, ID]);
  expect(seen[1]!.body).toBe('sevens');
});

it.for<[string, number | undefined, Reply[], string]>([
  ['before it is read', undefined, [problem(401, 'invalid_api_key')], 'AuthenticationError'],
  ['while it is read', 10, [fileCreated, early(hangs)], 'TempshareError'],
])('the sender of a request that is refused %s gets its response', async ([, said, replies, name]) => {
  for (const size of [200, 20 * MIB]) {
    const { client } = await stage(replies, { maxRetries: 0 });
    expect(await post(await application(client, said), new Uint8Array(size))).toEqual([502, name]);
  }
});

it('a response that was got is destroyed, whose rest nobody wants', async () => {
  const endless = createServer((_, reply) => void reply.write('sevens'));
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    endless.close();
    endless.closeAllConnections();
  });
  const { port } = endless.address() as AddressInfo;
  const file = await new Promise<IncomingMessage>((resolve) => get({ host: '127.0.0.1', port }, resolve));
  const { client } = await stage([problem(401, 'invalid_api_key')]);
  await expect(client.transfers.create({ type: 'file', file })).rejects.toMatchObject({ status: 401 });
  expect(file.destroyed).toBe(true);
});
