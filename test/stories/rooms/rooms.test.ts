import { limits } from '@tempshare/contract';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { RoomFeed } from '../../../server/src/features/rooms/feed.ts';
import { holdClock } from '../../support/clocks/held-clock.ts';
import { CUT_CONNECTIONS, createTestDatabase } from '../../support/database/database.ts';
import { startPostgresProxy } from '../../support/database/postgres-proxy.ts';
import { openStream, type EventStream } from '../../support/network/event-stream.ts';
import { atOnce, send, tally, type Call } from '../../support/network/send.ts';
import { startApp } from '../../support/server/app.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

const WAIT = { timeout: 60_000, interval: 10 };
const RAW = { 'content-type': 'application/octet-stream' };

let servers: Omit<Servers, 'kill'>;
beforeAll(async () => void (servers = await sharedServers({ TRUST_PROXY: '1' })));

/** A call over one server or the other, with the key unless it is a participant's. */
const call = (i: number, line: string, more: Call = {}) =>
  send(servers.bases[i % 2] as string, line, {
    ...(!line.includes(' /public/') && { key: servers.apiKey }),
    ...more,
  });

async function createRoom(): Promise<string> {
  const { status, body } = await call(0, 'POST /rooms', { json: { name: 'Incident 4711' } });
  expect(status).toBe(201);
  return body.roomId;
}

/** Posts a message over one server or the other, as a guest or as the owner. */
async function say(i: number, roomId: string, text: string): Promise<string> {
  const line = i % 4 < 2 ? `POST /public/rooms/${roomId}/messages` : `POST /rooms/${roomId}/messages`;
  for (;;) {
    const { status, body } = await call(i, line, { json: { text } });
    // An overloaded server refuses, and has done nothing.
    if (status === 503) continue;
    expect(status).toBe(201);
    return body.id;
  }
}

/** Follows a room over one server or the other. */
const follow = (i: number, roomId: string, headers: Record<string, string> = {}): Promise<EventStream> =>
  openStream(servers.bases[i % 2] as string, `/public/rooms/${roomId}/events`, headers);

const textsOf = ({ events }: Pick<EventStream, 'events'>): string[] => events.map(({ data }) => data.text);
const seen = (stream: EventStream, count: number) => vi.waitUntil(() => stream.events.length >= count, WAIT);

/** All messages of a room, oldest first. */
async function everythingIn(roomId: string): Promise<any[]> {
  const messages = [];
  for (let cursor = ''; ;) {
    const query = `limit=100${cursor && `&cursor=${cursor}`}`;
    const { body } = await call(messages.length, `GET /public/rooms/${roomId}/messages?${query}`);
    messages.push(...body.messages);
    if (body.nextCursor === null) return messages.toReversed();
    cursor = body.nextCursor;
  }
}

/** Follows a room after a message, leaving and coming back all the time, until `count` messages are seen. */
async function followUnsteadily(roomId: string, i: number, after: string, count: number): Promise<any[]> {
  const messages: any[] = [];
  for (let visit = 0; messages.length < count; visit++) {
    const stream = await follow(i + visit, roomId, { 'last-event-id': messages.at(-1)?.id ?? after });
    await seen(stream, Math.min(Math.ceil(Math.random() * 20), count - messages.length));
    stream.leave();
    messages.push(...stream.events.map(({ data }) => data));
    await stream.ended;
  }
  return messages;
}

const LISTENING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tempshare notifications'`;

describe('those who follow a room', () => {
  it('get what 6 people say on two servers in one order, each once, even if they leave and come back', async () => {
    const roomId = await createRoom();
    const steady = await Promise.all([follow(0, roomId), follow(1, roomId)]);
    const first = await say(0, roomId, 'the first');
    const unsteady = [0, 1].map((i) => followUnsteadily(roomId, i, first, 60));
    await atOnce(6, async (poster) => {
      for (let i = 0; i < 10; i++) await say(poster + i, roomId, `${poster}: ${i}`);
    });
    const messages = await everythingIn(roomId);
    expect(new Set(messages.map(({ text }) => text)).size).toBe(61);
    const times = messages.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    for (const stream of steady) {
      await seen(stream, 61);
      expect(stream.events.map(({ data }) => data)).toEqual(messages);
      expect(stream.events.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
      stream.leave();
    }
    for (const messagesSeen of await Promise.all(unsteady)) expect(messagesSeen).toEqual(messages.slice(1));
  });

  it('get each message and file on both servers without waiting for the next look, until it is deleted', async () => {
    const roomId = await createRoom();
    const streams = await Promise.all([follow(0, roomId), follow(1, roomId)]);
    // Followers look by themselves every 15 seconds: without notifications this takes longer than a test may.
    for (let said = 1; said <= 8; said++) {
      await say(said, roomId, `no ${said}`);
      for (const stream of streams) await seen(stream, said);
    }
    const { body } = await call(1, `POST /public/rooms/${roomId}/files`, { json: { fileName: 'trace.log' } });
    await say(0, roomId, 'before the bytes');
    const path = new URL(body.uploadUrl).pathname.replace('/api/v1', '');
    const puts = await atOnce(2, (i) => call(i, `PUT ${path}`, { raw: 'bytes', headers: RAW }));
    expect(tally(puts)).toEqual({ 200: 1, 404: 1 });
    for (const stream of streams) {
      await seen(stream, 10);
      expect(stream.events.slice(8).map(({ data }) => data)).toMatchObject([
        { text: 'before the bytes' },
        { kind: 'file', file: { id: body.id, fileName: 'trace.log', size: 5 } },
      ]);
    }
    expect((await call(1, `DELETE /rooms/${roomId}`)).status).toBe(200);
    for (const stream of streams) {
      expect(await stream.ended).toBe(true);
      expect(stream.events.at(-1)).toMatchObject({ name: 'closed', data: { roomId, state: 'deleted' } });
    }
    for (const i of [0, 1]) expect((await follow(i, roomId)).status).toBe(404);
  });

  it('get a comment after 15 seconds in which nothing happens, past proxies and caches', async () => {
    const database = await createTestDatabase();
    const proxy = await startPostgresProxy(database.connection);
    const app = await startApp({}, { ...database, connection: proxy.connection });
    const { body } = await send(app.baseUrl, 'POST /rooms', { key: app.apiKey, json: { name: 'x' } });
    const path = `/public/rooms/${body.roomId}/events`;
    const clock = holdClock(proxy.isQuiet);
    const stream = await openStream(app.baseUrl, path);
    expect(stream.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await clock.pass(30, () => stream.comments === 2);
    clock.release();
    expect([stream.comments, stream.events]).toEqual([2, []]);
    expect((await send(app.baseUrl, `HEAD ${path}`)).status).toBe(200);
    stream.leave();
    await app.close();
    await proxy.cut();
  });

  it.each([
    ['the connections that listen', `application_name = 'tempshare notifications'`],
    ['all connections to the database', 'true'],
  ])('get everything while %s are cut again and again', async (_, which) => {
    const roomId = await createRoom();
    const streams = await Promise.all([follow(0, roomId), follow(1, roomId)]);
    const posted: string[] = [];
    for (let i = 0; i < 16; i++) {
      if (i % 4 === 0) await servers.database.query(`${CUT_CONNECTIONS} AND ${which}`);
      const line = `POST /public/rooms/${roomId}/messages`;
      const { status } = await call(i, line, { json: { text: String(i) } });
      if (status === 201) posted.push(String(i));
    }
    // A message may be stored although its response was lost.
    const stored = (await everythingIn(roomId)).map(({ text }) => text as string);
    expect(stored).toEqual(expect.arrayContaining(posted));
    for (const stream of streams) {
      await seen(stream, stored.length);
      expect(textsOf(stream)).toEqual(stored);
      stream.leave();
    }
    // A pooler hands on no notifications.
    const listening = inject('pooler') ? 0 : 2;
    await vi.waitUntil(async () => (await servers.database.query(LISTENING)).length === listening, WAIT);
  });

  it('get everything in order when they read late, more than the buffers of a connection hold', async () => {
    const roomId = await createRoom();
    const stream = await follow(0, roomId);
    stream.pause();
    const text = '€'.repeat(limits.messageLength);
    await atOnce(8, async (poster) => {
      for (let i = 0; i < 13; i++) await say(poster + i, roomId, text);
    });
    stream.resume();
    await seen(stream, 104);
    expect(stream.events.map(({ id }) => id)).toEqual((await everythingIn(roomId)).map(({ id }) => id));
    stream.leave();
  });

  it.each([
    { most: 20, rooms: 1, what: 'of one room' },
    { most: 100, rooms: 5, what: 'of all rooms of a server' },
  ])('are $most from one address at most, $what', async ({ most, rooms: count }) => {
    const from = { 'x-forwarded-for': `203.0.113.${count}` };
    const rooms = await atOnce(count, createRoom);
    const next = count === 1 ? rooms[0]! : await createRoom();
    const streams = await atOnce(most, (i) => follow(0, rooms[i % count]!, from));
    const refused = await follow(0, next, from);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const others = [
      await follow(0, next, { 'x-forwarded-for': '203.0.113.99' }),
      await follow(1, next, from),
    ];
    streams.pop()!.leave();
    const again = await vi.waitUntil(async () => {
      const stream = await follow(0, next, from);
      return stream.status === 200 && stream;
    }, WAIT);
    for (const stream of [...streams, ...others, again]) {
      expect(stream.status).toBe(200);
      stream.leave();
    }
  });

  it('are refused by a server that has as many as it can take', async () => {
    const database = { query: () => new Promise(() => undefined) };
    const notifications = { subscribe: () => () => undefined };
    const feed = new RoomFeed({ database, notifications } as never, { inAll: 2 });
    const { signal } = new AbortController();
    const enter = (i: number) =>
      feed
        .follow({ roomId: 'x', lastEventId: undefined, address: `${i}`, tokenHash: undefined, signal })
        .next();
    const followers = [enter(0), enter(1)];
    await expect(enter(2)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(followers).toHaveLength(2);
  });

  it('are let go at SIGTERM, and get elsewhere what they missed', async () => {
    const third = await startServerProcess(servers.env);
    const roomId = await createRoom();
    const path = `/public/rooms/${roomId}/events`;
    const streams = await atOnce(5, () => openStream(third.baseUrl, path));
    const id = await say(0, roomId, 'seen');
    for (const stream of streams) await seen(stream, 1);
    expect(await third.stop()).toBe(0);
    for (const { ended } of streams) expect(await ended).toBe(true);
    await say(0, roomId, 'missed');
    const again = await follow(1, roomId, { 'last-event-id': id });
    await seen(again, 1);
    expect(textsOf(again)).toEqual(['missed']);
    again.leave();
    expect(third.stderr).toBe('');
  });
});
