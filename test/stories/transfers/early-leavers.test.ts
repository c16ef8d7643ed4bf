import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { sharedApp, startApp, type TestApp } from '../../support/server/app.ts';
import { openStream } from '../../support/network/event-stream.ts';
import { share } from '../../support/files/file-transfers.ts';
import { TARGET } from '../../support/contract/operations.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import { atOnce, send, tally, type Call } from '../../support/network/send.ts';

const WAIT = { timeout: 60_000, interval: 20 };

let app: TestApp;
beforeAll(async () => void (app = await sharedApp()));

const owner = (call: string, more: Call = {}) => send(app.baseUrl, call, { key: app.apiKey, ...more });

/** Sends a request and goes: with a FIN, or without a word after `ms`. */
async function sendAndLeave(call: string, { body, ms }: { body?: string; ms?: number } = {}): Promise<void> {
  const { hostname, port, pathname } = new URL(app.baseUrl);
  const [method, path] = call.split(' ') as [string, string];
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const json = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const lines = [
    `${method} ${pathname}${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${app.apiKey}`,
    ...json,
  ];
  const closed = once(socket, 'close');
  const text = `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
  socket.resume();
  if (ms === undefined) socket.end(text);
  else {
    socket.write(text);
    await delay(ms);
    socket.destroy();
  }
  await closed;
}

describe('a client that leaves early', () => {
  it('leaves no place taken among those who follow a room', async () => {
    const { roomId } = (await owner('POST /rooms', { json: { name: 'Incident' } })).body as {
      roomId: string;
    };
    const path = `/public/rooms/${roomId}/events`;
    await Promise.all(Array.from({ length: 60 }, (_, i) => sendAndLeave(`GET ${path}`, { ms: i % 15 })));
    await vi.waitFor(
      async () => {
        const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(app.baseUrl, path)));
        for (const stream of streams) stream.leave();
        expect(streams.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  it('has its request carried out with its body, or not at all', async () => {
    const json = { url: TARGET };
    const { id } = (await owner('POST /webhook-endpoints', { json })).body as { id: string };
    const leave = (ms?: number) =>
      sendAndLeave(`POST /webhook-endpoints/${id}/rotate-secret`, {
        body: '{"overlapHours":0}',
        ...(ms !== undefined && { ms }),
      });
    for (let i = 0; i < 10; i++) await Promise.all([leave(), leave(0)]);
    // Without its body the default would be an overlap of a day.
    expect((await owner(`GET /webhook-endpoints/${id}`)).body).toMatchObject({ rotation: null });
  });
});

describe('the bytes of one file', () => {
  it('are sent by two at once at most', async () => {
    const created = (await owner('POST /transfers', { json: { type: 'file' } })).body as {
      id: string;
      uploadUrl: string;
    };
    const { hostname, port, pathname } = new URL(created.uploadUrl);
    const begin = () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(10)}`);
      return socket;
    };
    const slow = [begin(), begin()];
    await vi.waitFor(async () => {
      const blobs = await app.database.query('SELECT FROM blobs WHERE item_id = $1', [created.id]);
      expect(blobs).toHaveLength(2);
    }, WAIT);
    const put = () => fetch(created.uploadUrl, { method: 'PUT', body: Buffer.from('whole') });
    const third = await put();
    expect(third.status).toBe(429);
    expect(third.headers.get('Retry-After')).toBe('10');
    slow.forEach((socket) => socket.destroy());
    await vi.waitFor(async () => expect((await put()).status).toBe(200), WAIT);
  });
});

describe('what opens once', () => {
  const oneTime = { type: 'text', text: 'once', oneTime: true };
  const ids = async (line: string, json: object, count: number): Promise<string[]> => {
    const created = await atOnce(count, () => owner(line, { json }));
    return created.map(({ body }) => (body.secretId ?? body.id) as string);
  };

  it('is still there after those whose password waited in the queue had left', async () => {
    const password = 'correct horse';
    const secrets = await ids('POST /secrets', { secret: 'once', password }, 3);
    const transfers = await ids('POST /transfers', { ...oneTime, password }, 3);
    const lines = [
      ...secrets.map((id) => `POST /public/secrets/${id}/reveal`),
      ...transfers.map((id) => `POST /public/transfers/${id}/open`),
    ];
    const leaving = Promise.withResolvers<undefined>();
    const { derive } = PasswordKdf.prototype as Record<'derive', PasswordKdf['derive']>;
    const held = vi.spyOn(PasswordKdf.prototype, 'derive');
    held.mockImplementation(async function (this: PasswordKdf, ...asked) {
      await leaving.promise;
      return derive.apply(this, asked);
    });
    const body = JSON.stringify({ password });
    const leavers = await Promise.all(
      lines.map(async (line) => {
        const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
        const connection = await openRaw(line.replace(' ', ` ${app.baseUrl}`), headers);
        await connection.write(body);
        return connection;
      }),
    );
    await vi.waitFor(() => expect(held.mock.calls.length).toBe(6), WAIT);
    leaving.resolve(undefined);
    for (const { socket } of leavers) socket.destroy();
    held.mockRestore();
    const opened = await Promise.all(lines.map((line) => owner(line, { json: { password } })));
    expect(tally(opened)).toEqual({ 200: 6 });
  });

  it('is still there after those who asked without a body had left', async () => {
    const secrets = await ids('POST /secrets', { secret: 'once' }, 5);
    const texts = await ids('POST /transfers', oneTime, 5);
    const api = { baseUrl: app.baseUrl, apiKey: app.apiKey };
    const files = await atOnce(5, () => share(api, Buffer.from('bytes'), { oneTime: true }));
    const lines = [
      ...secrets.map((id) => `POST /public/secrets/${id}/reveal`),
      ...[...texts, ...files.map(({ id }) => id)].map((id) => `POST /public/transfers/${id}/open`),
    ];
    await Promise.all(lines.map((line) => sendAndLeave(line)));
    const opened = await Promise.all(lines.map((line) => owner(line)));
    expect(tally(opened)).toEqual({ 200: 15 });
  });

  it('is still there after one who left before the statement was sent', async () => {
    const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = await startApp({}, undefined, {
      through: (database) => ({
        ...database,
        query: async (sql, values, options) => {
          if (sql.includes('UPDATE secrets')) {
            reached.resolve();
            await left.promise;
          }
          return database.query(sql, values, options);
        },
      }),
      before: ({ url = '', socket }) => {
        if (url.endsWith('/reveal')) socket.once('close', () => setImmediate(left.resolve));
      },
    });
    try {
      const { body } = await send(holding.baseUrl, 'POST /secrets', {
        key: holding.apiKey,
        json: { secret: 'once' },
      });
      const reveal = `POST /public/secrets/${body.secretId}/reveal`;
      const leaver = await openRaw(reveal.replace(' ', ` ${holding.baseUrl}`), { 'Content-Length': 0 });
      await reached.promise;
      leaver.socket.destroy();
      await left.promise;
      expect((await send(holding.baseUrl, reveal)).status).toBe(200);
    } finally {
      await holding.close();
    }
  });
});
