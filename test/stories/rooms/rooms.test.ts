import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openStream, type EventStream } from '../../support/network/event-stream.ts';
import { atOnce, send, tally, type Call } from '../../support/network/send.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';

const WAIT = { timeout: 60_000, interval: 10 };
/** How often followers look again by themselves when they hear of nothing. */
const LOOK_MS = 15_000;
const RAW = { 'content-type': 'application/octet-stream' };
const JWE = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.c2VhbGVk.AAAAAAAAAAAAAAAAAAAAAA';

let servers: Servers;
beforeAll(async () => void (servers = await startServers({ TRUST_PROXY: '1', LOG_LEVEL: 'debug' })));
afterAll(() => servers.stop());

/** A call over one server or the other, with the key unless it is a participant's. */
const call = (i: number, line: string, more: Call = {}) =>
  send(servers.bases[i % 2] as string, line, {
    ...(!line.includes(' /public/') && { key: servers.apiKey }),
    ...more,
  });

async function createRoom(more: object = {}): Promise<string> {
  const { status, body } = await call(0, 'POST /rooms', { json: { name: 'Incident 4711', ...more } });
  expect(status).toBe(201);
  return body.roomId;
}

async function say(i: number, roomId: string, text: string): Promise<string> {
  const line = i % 4 < 2 ? `POST /public/rooms/${roomId}/messages` : `POST /rooms/${roomId}/messages`;
  for (;;) {
    const { status, body } = await call(i, line, { json: { text } });
    // A server that cannot keep up says so, and has done nothing.
    if (status === 503) continue;
    expect(status).toBe(201);
    return body.id;
  }
}

/** Follows a room over one server or the other. */
const follow = (i: number, roomId: string, headers: Record<string, string> = {}): Promise<EventStream> =>
  openStream(servers.bases[i % 2] as string, `/public/rooms/${roomId}/events`, headers);

/** The same once there is a place: one that somebody has left is free a moment later. */
const followOnceThereIsRoom: typeof follow = (...where) =>
  vi.waitUntil(async () => {
    const stream = await follow(...where);
    return stream.status === 200 && stream;
  }, WAIT);

const textsOf = ({ events }: Pick<EventStream, 'events'>): string[] => events.map(({ data }) => data.text);

/** All that is in a room, oldest first. */
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

/** Follows a room from after a message on, leaving and coming back all the time, until `count` messages are seen. */
async function followUnsteadily(roomId: string, i: number, after: string, count: number): Promise<any[]> {
  const seen: any[] = [];
  for (let visit = 0; seen.length < count; visit++) {
    const stream = await follow(i + visit, roomId, { 'last-event-id': seen.at(-1)?.id ?? after });
    const stay = Math.min(Math.ceil(Math.random() * 40), count - seen.length);
    await vi.waitUntil(() => stream.events.length >= stay, WAIT);
    stream.leave();
    seen.push(...stream.events.map(({ data }) => data));
    await stream.ended;
  }
  return seen;
}

const count = async (sql: string): Promise<number> => {
  const [row] = await servers.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`);
  return row!.count;
};
const LISTENING = `pg_stat_activity WHERE datname = current_database() AND application_name = 'tempshare notifications'`;

describe('those who follow a room', () => {
  it('get 200 messages of 8 people on two servers, who come and go as they like: all in one order, each once', async () => {
    for (let round = 0; round < 3; round++) {
      const roomId = await createRoom();
      const steady = await Promise.all([follow(0, roomId), follow(1, roomId)]);
      const first = await say(0, roomId, 'the first');
      const unsteady = [0, 1, 2, 3].map((i) => followUnsteadily(roomId, i, first, 200));
      await atOnce(8, async (poster) => {
        for (let i = 0; i < 25; i++) await say(poster + i, roomId, `${poster}: ${i}`);
      });
      const messages = await everythingIn(roomId);
      expect(new Set(messages.map(({ text }) => text)).size).toBe(201);
      const times = messages.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted());
      for (const stream of steady) {
        await vi.waitUntil(() => stream.events.length >= 201, WAIT);
        expect(stream.events.map(({ data }) => data)).toEqual(messages);
        expect(stream.events.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
        stream.leave();
      }
      for (const seen of await Promise.all(unsteady)) expect(seen).toEqual(messages.slice(1));
    }
  });

  it('get a file once its bytes are there, wherever they went, and one for two uploads at once', async () => {
    const roomId = await createRoom();
    const streams = await Promise.all([follow(0, roomId), follow(1, roomId)]);
    const json = { fileName: 'trace.log', size: 5 };
    const { body } = await call(1, `POST /public/rooms/${roomId}/files`, { json });
    await say(0, roomId, 'in between');
    const path = new URL(body.uploadUrl).pathname.replace('/api/v1', '');
    const puts = await atOnce(2, (i) => call(i, `PUT ${path}`, { raw: 'bytes', headers: RAW }));
    expect(tally(puts)).toEqual({ 200: 1, 404: 1 });
    await say(1, roomId, 'at last');
    for (const stream of streams) {
      await vi.waitUntil(() => stream.events.length >= 3, WAIT);
      expect(stream.events.map(({ data }) => data)).toMatchObject([
        { text: 'in between' },
        { kind: 'file', file: { id: body.id, fileName: 'trace.log', size: 5 } },
        { text: 'at last' },
      ]);
      stream.leave();
    }
  });

  it('hear of each message when it is said, long before they would look by themselves', async () => {
    const roomId = await createRoom();
    const streams = await Promise.all([follow(0, roomId), follow(1, roomId)]);
    const began = performance.now();
    for (let said = 1; said <= 12; said++) {
      await say(said, roomId, `no ${said}`);
      for (const { events } of streams) await vi.waitUntil(() => events.length === said, WAIT);
    }
    expect(performance.now() - began).toBeLessThan(10 * LOOK_MS);
    for (const stream of streams) stream.leave();
  });

  it('are told on both servers that it was deleted', async () => {
    const roomId = await createRoom();
    const streams = await Promise.all([follow(0, roomId), follow(1, roomId)]);
    expect((await call(1, `DELETE /rooms/${roomId}`)).status).toBe(200);
    for (const stream of streams) {
      expect(await stream.ended).toBe(true);
      expect(stream.events).toEqual([{ id: undefined, name: 'closed', data: { roomId, state: 'deleted' } }]);
    }
    for (const i of [0, 1]) expect((await follow(i, roomId)).status).toBe(404);
  });

  it('hear a comment when nothing happens', async () => {
    const roomId = await createRoom();
    const streams = await Promise.all([follow(0, roomId), follow(1, roomId)]);
    for (const stream of streams) {
      await vi.waitUntil(() => stream.comments === 2, WAIT);
      expect(stream.events).toEqual([]);
      stream.leave();
    }
  });

  it('are told on both servers that it has expired, when it has', async () => {
    /** A room that soon expires: a little later where it has done so before both follow it. */
    const followBoth = async (seconds: number): Promise<{ roomId: string; streams: EventStream[] }> => {
      const roomId = await createRoom({ ttlHours: seconds / 3600 });
      const streams = await Promise.all([follow(0, roomId), follow(1, roomId)]);
      if (streams.every(({ status }) => status === 200)) return { roomId, streams };
      for (const stream of streams) stream.leave();
      return followBoth(2 * seconds);
    };
    const { roomId, streams } = await followBoth(2);
    const { body } = await call(0, `GET /rooms/${roomId}`);
    for (const stream of streams) {
      expect(await stream.ended).toBe(true);
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(body.expiresAt));
      expect(stream.events).toEqual([{ id: undefined, name: 'closed', data: { roomId, state: 'expired' } }]);
    }
    for (const i of [0, 1]) expect((await follow(i, roomId)).status).toBe(404);
  });

  it.each([
    ['the connections that listen', `pid IN (SELECT pid FROM ${LISTENING})`],
    ['all connections to the database', `datname = current_database() AND pid <> pg_backend_pid()`],
  ])('get everything while %s are cut again and again', async (_, which) => {
    const roomId = await createRoom();
    const streams = await Promise.all([follow(0, roomId), follow(1, roomId), follow(1, roomId)]);
    const posted: string[] = [];
    for (let i = 0; i < 40; i++) {
      if (i % 4 === 0)
        await servers.database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${which}`);
      const line = `POST /public/rooms/${roomId}/messages`;
      const { status } = await call(i, line, { json: { text: String(i) } });
      if (status === 201) posted.push(String(i));
    }
    expect(posted.length).toBeGreaterThan(10);
    // Also what was said although its response was lost.
    const said = (await everythingIn(roomId)).map(({ text }) => text as string);
    expect(said).toEqual(expect.arrayContaining(posted));
    for (const stream of streams) {
      await vi.waitUntil(() => stream.events.length >= said.length, WAIT);
      expect(textsOf(stream)).toEqual(said);
      stream.leave();
    }
    // A pooler hands on no notifications.
    const listening = inject('pooler') ? 0 : 2;
    await vi.waitUntil(async () => (await count(LISTENING)) === listening, WAIT);
  });

  it('get everything in order when they read late, however much it is', async () => {
    const roomId = await createRoom();
    const stream = await follow(0, roomId);
    stream.pause();
    const text = 'x'.repeat(limits.messageLength);
    await atOnce(8, async (poster) => {
      for (let i = 0; i < 50; i++) await say(poster + i, roomId, text);
    });
    stream.resume();
    await vi.waitUntil(() => stream.events.length >= 400, WAIT);
    expect(stream.events.map(({ id }) => id)).toEqual((await everythingIn(roomId)).map(({ id }) => id));
    stream.leave();
  });

  it('are 20 from one address at most', async () => {
    const [roomId, other] = [await createRoom(), await createRoom()];
    const from = { 'x-forwarded-for': '203.0.113.1' };
    const streams = await atOnce(20, () => follow(0, roomId, from));
    const refused = await follow(0, roomId, from);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const others = [
      await follow(0, other, from),
      await follow(0, roomId, { 'x-forwarded-for': '203.0.113.2' }),
    ];
    streams.pop()!.leave();
    const again = await followOnceThereIsRoom(0, roomId, from);
    for (const stream of [...streams, ...others, again]) {
      expect(stream.status).toBe(200);
      stream.leave();
    }
  });

  it('are 100 from one address at most, over all rooms of a server', async () => {
    const from = { 'x-forwarded-for': '203.0.113.3' };
    const rooms = await atOnce(6, () => createRoom());
    const streams = await atOnce(100, (i) => follow(0, rooms[i % 5] as string, from));
    expect(tally(streams)).toEqual({ 200: 100 });
    const refused = await follow(0, rooms[5] as string, from);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const others = [
      await follow(0, rooms[5] as string, { 'x-forwarded-for': '203.0.113.4' }),
      await follow(1, rooms[5] as string, from),
    ];
    streams.pop()!.leave();
    const again = await followOnceThereIsRoom(0, rooms[5] as string, from);
    expect((await follow(0, rooms[5] as string, from)).status).toBe(429);
    for (const stream of [...streams, ...others, again]) {
      expect(stream.status).toBe(200);
      stream.leave();
    }
  });

  it('are 1,000 on one server at most, and leave nothing open behind them', async () => {
    const { pid } = servers.processes[0];
    const opened = (): number => readdirSync(`/proc/${pid}/fd`).length;
    /** Connections that are kept for later, to the database and by other callers, come and go. */
    const kept = 50;
    const roomId = await createRoom();
    const someone = (i: number) => ({ 'x-forwarded-for': `198.51.100.${i % 50}` });
    /** Not all at the same moment: a server says that it cannot keep up when its database does not. */
    const followAll = async (come: typeof follow): Promise<EventStream[]> => {
      const streams: EventStream[] = [];
      while (streams.length < 1_000)
        streams.push(...(await atOnce(50, (i) => come(0, roomId, someone(streams.length + i)))));
      return streams;
    };
    (await follow(0, roomId)).leave();
    const before = opened();
    const streams = await followAll(follow);
    expect(tally(streams)).toEqual({ 200: 1_000 });
    const refused = await follow(0, roomId, someone(51));
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'service_unavailable']);
    await say(1, roomId, 'x');
    for (const stream of streams) await vi.waitUntil(() => stream.events.length === 1, WAIT);

    for (const stream of streams) stream.leave();
    await vi.waitUntil(() => opened() <= before + kept, WAIT);
    const again = await followAll(followOnceThereIsRoom);
    expect(tally(again)).toEqual({ 200: 1_000 });
    for (const stream of again) stream.leave();
    await vi.waitUntil(() => opened() <= before + kept, WAIT);
    expect(await count(LISTENING)).toBeLessThanOrEqual(2);
  });

  it('are sent each event as it comes, past proxies and caches; HEAD is answered at once', async () => {
    const roomId = await createRoom();
    const stream = await follow(0, roomId);
    expect(stream.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    stream.leave();
    const head = await call(0, `HEAD /public/rooms/${roomId}/events`);
    expect([head.status, head.headers['content-type']]).toEqual([200, stream.headers['content-type']]);
  });

  it('are let go at SIGTERM, and get elsewhere what they missed', async () => {
    const both = await startServers();
    const key = both.apiKey;
    const { body } = await send(both.bases[0], 'POST /rooms', { key, json: { name: 'x' } });
    const path = `/public/rooms/${body.roomId}/events`;
    const streams = await atOnce(15, () => openStream(both.bases[0], path));
    const post = (text: string) =>
      send(both.bases[1], `POST /rooms/${body.roomId}/messages`, { key, json: { text } });
    const { id } = (await post('seen')).body;
    for (const { events } of streams) await vi.waitUntil(() => events.length === 1, WAIT);
    expect(await both.processes[0].stop()).toBe(0);
    for (const { ended } of streams) expect(await ended).toBe(true);
    await post('missed');
    const again = await openStream(both.bases[1], path, { 'last-event-id': id });
    await vi.waitUntil(() => again.events.length === 1, WAIT);
    expect(textsOf(again)).toEqual(['missed']);
    again.leave();
    expect(both.processes[0].stderr).toBe('');
    await both.stop();
  });
});

describe('a room that is sealed end-to-end', () => {
  const proof = randomBytes(32);
  const accessProofHash = createHash('sha256').update(proof).digest('base64url');
  const right = { 'x-access-proof': proof.toString('base64url') };
  const wrong = () => ({ 'x-access-proof': randomBytes(32).toString('base64url') });
  const from = (address: string) => ({ 'x-forwarded-for': address });

  /** An operation of participants, called over one server or the other. */
  interface Door {
    success: number;
    knock: (i: number, headers: Record<string, string>) => Promise<{ status: number }>;
  }

  /** All of them, at a new room. */
  async function doors(): Promise<Door[]> {
    const roomId = await createRoom({ encryption: 'e2e', accessProofHash });
    const announced = await call(0, `POST /rooms/${roomId}/files`, { json: { sealedMetadata: JWE } });
    const path = new URL(announced.body.uploadUrl).pathname.replace('/api/v1', '');
    expect((await call(1, `PUT ${path}`, { raw: 'sealed', headers: RAW })).status).toBe(200);
    const of = `/public/rooms/${roomId}`;
    const lines: [string, number, Call][] = [
      [`GET ${of}/messages`, 200, {}],
      [`POST ${of}/messages`, 201, { json: { text: JWE } }],
      [`POST ${of}/files`, 201, { json: { sealedMetadata: JWE } }],
      [`GET ${of}/files/${announced.body.id}`, 200, {}],
    ];
    const doors: Door[] = lines.map(([line, success, more]) => ({
      success,
      knock: (i, headers) => call(i, line, { ...more, headers }),
    }));
    const knock: Door['knock'] = async (i, headers) => {
      const stream = await follow(i, roomId, headers);
      stream.leave();
      return stream;
    };
    return [...doors, { success: 200, knock }];
  }

  it('has no door that opens without its access proof, and a right one opens each, whatever others try', async () => {
    for (const { knock, success } of await doors()) {
      const responses = await atOnce(10, (i) => knock(i, from('203.0.113.1')));
      expect(tally(responses)).toEqual({ 403: 10 });
      expect(tally(await atOnce(3, (i) => knock(i, { ...right, ...from('203.0.113.1') })))).toEqual({
        [success]: 3,
      });
    }
    for (const { knock, success } of await doors()) {
      const guesses = await atOnce(12, (i) => knock(i, { ...wrong(), ...from('203.0.113.1') }));
      expect(tally(guesses)).toEqual({ 403: 12 });
      expect((await knock(0, { ...right, ...from('203.0.113.1') })).status).toBe(success);
    }
  });
});

it('a room that is not there answers alike, whatever has become of it', async () => {
  const gone = await createRoom();
  await call(0, `DELETE /rooms/${gone}`);
  const expired = await createRoom({ ttlHours: 0.000_1 });
  await vi.waitUntil(async () => (await call(0, `GET /rooms/${expired}`)).body.state === 'expired', WAIT);
  const accessProofHash = 'A'.repeat(43);
  const sealedAndGone = await createRoom({ encryption: 'e2e', accessProofHash });
  await call(0, `DELETE /rooms/${sealedAndGone}`);
  const lines = (id: string): [string, Call][] => [
    [`GET /public/rooms/${id}`, {}],
    [`GET /public/rooms/${id}/messages`, {}],
    [`POST /public/rooms/${id}/messages`, { json: { text: 'x' } }],
    [`POST /public/rooms/${id}/files`, { json: {} }],
    [`GET /public/rooms/${id}/files/file_0000000000000000000000`, {}],
    [`GET /public/rooms/${id}/events`, {}],
    [`GET /rooms/${id}/messages`, {}],
    [`POST /rooms/${id}/messages`, { json: { text: 'x' } }],
    [`POST /rooms/${id}/files`, { json: {} }],
    [`GET /rooms/${id}/files/file_0000000000000000000000`, {}],
  ];
  const bodies = new Set<string>();
  for (const id of [gone, expired, sealedAndGone, '0123456789012345678901', 'never']) {
    for (const [i, [line, more]] of lines(id).entries()) {
      const { status, text, headers } = await call(i, line, more);
      expect(status, line).toBe(404);
      bodies.add(text.replace(headers['x-request-id'] as string, ''));
    }
  }
  expect(bodies.size).toBe(1);
});

it('nothing that is said in a room is in the database or in a log', async () => {
  const canary = (): string => `canary${randomBytes(16).toString('hex')}`;
  const said = { name: canary(), text: canary(), author: canary(), fileName: canary(), bytes: canary() };
  const roomId = await createRoom({ name: said.name });
  const stream = await follow(1, roomId);
  const { text, author, fileName } = said;
  await call(0, `POST /rooms/${roomId}/messages`, { json: { text, author } });
  const { body } = await call(1, `POST /public/rooms/${roomId}/files`, { json: { fileName, author } });
  const path = new URL(body.uploadUrl).pathname.replace('/api/v1', '');
  await call(0, `PUT ${path}`, { raw: said.bytes, headers: RAW });
  await vi.waitUntil(() => stream.events.length === 2, WAIT);
  stream.leave();
  expect(stream.events).toMatchObject([{ data: { text, author } }, { data: { author, file: { fileName } } }]);

  const tables = await servers.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => servers.database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  const stored = rows.flat().map(({ row }) => row);
  expect(stored.some((row) => row.includes(roomId))).toBe(true);
  const logs = servers.processes.map(({ stdout, stderr }) => stdout + stderr);
  expect(logs.join()).toContain('"operation":"public.rooms.events"');
  for (const [what, value] of Object.entries(said)) {
    const forms = [
      value,
      Buffer.from(value).toString('hex'),
      Buffer.from(value).toString('base64').slice(0, -4),
    ];
    for (const form of forms) {
      expect(
        stored.filter((row) => row.includes(form)),
        what,
      ).toEqual([]);
      for (const log of logs) expect(log, what).not.toContain(form);
    }
  }
  for (const log of logs) expect(log).not.toContain(roomId);
});
