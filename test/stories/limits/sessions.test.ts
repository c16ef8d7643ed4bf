import { randomBytes } from 'node:crypto';
import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { sharedApp } from '../../support/server/app.ts';
import { startPair, type Pair } from '../../support/server/pair.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

let servers: Pair;
beforeAll(async () => void (servers = await startPair({ TRUST_PROXY: '1' })));
afterAll(() => servers.close());

let calls = 0;
/** Sends a call to one server after the other. */
const anyone = (line: string, json?: object): Promise<Reply> =>
  send(servers.bases[calls++ % 2]!, line, { ...(json && { json }) });
/** Headers of a trusted proxy for a client at this address. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const as = ({ body }: Reply): Record<string, string> => ({ 'x-session-token': body.sessionToken });

async function openRoom(): Promise<string> {
  const call = { key: servers.apiKey, json: { name: 'Incident' } };
  return (await send(servers.bases[0], 'POST /rooms', call)).body.roomId;
}

it('an item has fifty sessions at a time, whoever begins them at once', async () => {
  const [roomId, other] = [await openRoom(), await openRoom()];
  const begin = (id: string) =>
    send(servers.bases[calls++ % 2]!, `POST /public/rooms/${id}/sessions`, from(`203.0.113.${calls % 200}`));
  const responses = await atOnce(100, () => begin(roomId));
  expect(tally(responses)).toEqual({ 201: limits.sessions, 409: 50 });
  const refused = responses.find(({ status }) => status === 409)!;
  expect(refused.body.code).toBe('quota_exceeded');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await begin(other)).status).toBe(201);
  await servers.database.query(`UPDATE sessions SET expires_at = now() WHERE item_id = $1 AND place = 7`, [
    roomId,
  ]);
  expect((await atOnce(60, () => begin(roomId))).map(({ status }) => status)).toContain(201);
});

it.each([
  ['an IPv4 address', () => '203.0.113.1', (i: number) => `198.51.100.${i}`],
  ['an IPv6 /48', (i: number) => `2001:db8:1:${i}::1`, (i: number) => `2001:db8:${i + 2}::1`],
])(
  'one network, %s, has forty of the sessions of a room over two servers, and leaves ten to others',
  async (_, one, other) => {
    const roomId = await openRoom();
    const begin = (i: number, address: string) =>
      send(servers.bases[i % 2]!, `POST /public/rooms/${roomId}/sessions`, from(address));
    const responses = await atOnce(60, (i) => begin(i, one(i)));
    expect(tally(responses)).toEqual({ 201: 40, 409: 20 });
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body.detail).toContain(
      '50 sessions at most at a time, 40 of one network, and none is free.',
    );
    const others = await atOnce(60, (i) => begin(i, other(i)));
    expect(tally(others)).toEqual({ 201: 10, 409: 50 });
  },
);

it('one network leaves a fifth of the sessions of an upload request to others, though it knows the PIN', async () => {
  const { apiKey, baseUrl } = await sharedApp({ TRUST_PROXY: '1', SESSIONS_PER_ITEM: '5' });
  const { requestId, pin } = (await send(baseUrl, 'POST /requests', { key: apiKey, json: { title: 'x' } }))
    .body;
  const begin = (address: string) =>
    send(baseUrl, `POST /public/requests/${requestId}/sessions`, { json: { pin }, ...from(address) });
  expect(tally(await atOnce(5, () => begin('203.0.113.1')))).toEqual({ 201: 4, 409: 1 });
  const others = await atOnce(15, (i) => begin(`198.51.100.${i}`));
  expect(tally(others)).toEqual({ 201: 1, 409: 14 });
});

it('all sessions of one address have 480 requests a minute together over two servers, and those of another their own', async () => {
  const office = await startPair({
    TRUST_PROXY: '1',
    RATE_LIMIT_SESSION: '',
    RATE_LIMIT_ADDRESS_SESSIONS: '12',
  });
  try {
    const roomIds = await atOnce(
      2,
      async () =>
        (await send(office.bases[0], 'POST /rooms', { key: office.apiKey, json: { name: 'x' } })).body.roomId,
    );
    const at = (address: string, token?: string) => ({
      headers: { 'x-forwarded-for': address, ...(token && { 'x-session-token': token }) },
    });
    const begin = async (address: string, i: number): Promise<string> =>
      (await send(office.bases[i % 2]!, `POST /public/rooms/${roomIds[i % 2]}/sessions`, at(address))).body
        .sessionToken;
    const tokens = await atOnce(6, (i) => begin('203.0.113.1', i));
    const post = (i: number, address: string, token: string) =>
      send(office.bases[(i >> 1) % 2]!, `POST /public/rooms/${roomIds[i % 2]}/messages`, {
        json: { text: 'x' },
        ...at(address, token),
      });
    const posted = await atOnce(30, (i) => post(i, '203.0.113.1', tokens[i % 6]!));
    expect(tally(posted)).toEqual({ 201: 12, 429: 18 });
    const refused = posted.find(({ status }) => status === 429)!;
    expect(refused.body.code).toBe('rate_limited');
    expect(refused.headers['ratelimit-policy']).toBe('"address-sessions";q=12;w=60');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    const another = await begin('203.0.113.2', 0);
    expect((await post(0, '203.0.113.2', another)).status).toBe(201);
    // People in the office go on with the limit of the address.
    const without = await send(
      office.bases[0],
      `GET /public/rooms/${roomIds[0]}/messages`,
      at('203.0.113.1'),
    );
    expect(without.status).toBe(200);
  } finally {
    await office.close();
  }
});

it('guesses at session tokens count against the limit of their address', async () => {
  const app = await sharedApp({ RATE_LIMIT_ANONYMOUS: '5' });
  const json = { name: 'Incident' };
  const { roomId } = (await send(app.baseUrl, 'POST /rooms', { key: app.apiKey, json })).body;
  const guess = () =>
    send(app.baseUrl, `POST /public/rooms/${roomId}/messages`, {
      json: { text: 'x' },
      headers: { 'x-session-token': `s_${randomBytes(11).toString('hex')}` },
    });
  expect(tally(await atOnce(8, guess))).toEqual({ 403: 5, 429: 3 });
});

it('a participant whose server crashed is present until nothing was heard of them for a while', async () => {
  const roomId = await openRoom();
  const session = await anyone(`POST /public/rooms/${roomId}/sessions`, { author: 'Kim' });
  const crashing = await startServerProcess({ ...servers.env, LOG_LEVEL: 'silent' });
  const gone = new AbortController();
  const stream = await fetch(`${crashing.baseUrl}/public/rooms/${roomId}/events`, {
    headers: as(session),
    signal: gone.signal,
  });
  expect(stream.status).toBe(200);
  const present = async () => (await anyone(`GET /public/rooms/${roomId}/participants`)).body;
  await expect.poll(present).toEqual({ names: ['Kim'], unnamed: 0 });
  await crashing.stop('SIGKILL');
  expect(await present()).toEqual({ names: ['Kim'], unnamed: 0 });
  await servers.database.query(`UPDATE sessions SET present_until = present_until - interval '45 seconds'`);
  expect(await present()).toEqual({ names: [], unnamed: 0 });
  gone.abort();
});

it('others are notified at most once a second of a participant who comes and goes in a loop', async () => {
  const roomId = await openRoom();
  const session = await anyone(`POST /public/rooms/${roomId}/sessions`, { author: 'Kim' });
  const begun = performance.now();
  const gone = new AbortController();
  const events = `${servers.bases[0]}/public/rooms/${roomId}/events`;
  const other = await fetch(events, { signal: gone.signal });
  let notices = 0;
  const reading = (async () => {
    for await (const text of other.body!.pipeThrough(new TextDecoderStream())) {
      notices += text.split('event: participants').length - 1;
    }
  })().catch(() => undefined);
  for (let i = 0; i < 30; i += 1) {
    const left = new AbortController();
    const stream = await fetch(events, { headers: as(session), signal: left.signal });
    await stream.body!.getReader().read();
    left.abort();
  }
  // Behind a pooler a server looks once a second, and may find things as they were.
  if (!inject('pooler')) await expect.poll(() => notices).toBeGreaterThan(0);
  const seconds = (performance.now() - begun) / 1000;
  expect(notices).toBeLessThanOrEqual(seconds + 1);
  gone.abort();
  await reading;
});

it('the name of a participant is stored sealed', async () => {
  const roomId = await openRoom();
  await anyone(`POST /public/rooms/${roomId}/sessions`, { author: 'Bartholomew' });
  const rows = await servers.database.query<{ name: Buffer }>(
    'SELECT name FROM sessions WHERE item_id = $1',
    [roomId],
  );
  expect(rows[0]!.name.length).toBeGreaterThan(20);
  expect(rows[0]!.name.toString('latin1')).not.toContain('Bartholomew');
});
