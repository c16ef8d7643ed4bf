import { randomBytes } from 'node:crypto';
import { limits, lifetimes } from '@tempshare/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';
import { put, sha256 } from '../../support/files/uploads.ts';

/** Two servers with the limits that they have by default. */
let servers: Servers;
beforeAll(async () => {
  const defaults = { RATE_LIMIT_ANONYMOUS: '', RATE_LIMIT_SESSION: '', RATE_LIMIT_URL: '' };
  servers = await startServers(defaults);
});
afterAll(() => servers.stop());
beforeEach(async () => {
  for (const table of ['rate_limits', 'sessions', 'attempts'])
    await servers.database.query(`DELETE FROM ${table}`);
});

let calls = 0;
/** A call to one server after the other. */
const anyone = (line: string, json?: object, headers: Record<string, string> = {}): Promise<Reply> =>
  send(servers.bases[calls++ % 2]!, line, { headers, ...(json && { json }) });
const own = (line: string, json?: object): Promise<Reply> =>
  send(servers.bases[0], line, { key: servers.apiKey, ...(json && { json }) });

interface Opened {
  id: string;
  pin: string;
}

async function openRequest(): Promise<Opened> {
  const { body } = await own('POST /requests', { title: 'Papers' });
  return { id: body.requestId, pin: body.pin };
}

const begin = ({ id, pin }: Opened): Promise<Reply> =>
  anyone(`POST /public/requests/${id}/sessions`, { pin });
const as = ({ body }: Reply): Record<string, string> => ({ 'x-session-token': body.sessionToken });

async function openRoom(more: object = {}): Promise<string> {
  const { body } = await own('POST /rooms', { name: 'Incident', ...more });
  return body.roomId;
}

/** What the address has left in its minute. */
const leftOfAddress = async (): Promise<number> => {
  const { headers } = await anyone('GET /public/secrets/none');
  return Number(/r=(\d+)/.exec(String(headers.ratelimit))![1]);
};

describe('a sender session', () => {
  it('takes the place of the PIN, in a class of its own, on every server', async () => {
    const request = await openRequest();
    const session = await begin(request);
    expect(session.status).toBe(201);
    expect(session.headers['cache-control']).toBe('no-store');
    const { expiresAt, createdAt } = session.body;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(1000 * lifetimes.session);
    const before = await leftOfAddress();
    for (let i = 0; i < 4; i++) {
      const said = { fileName: `${i}.txt`, size: 3 };
      const announced = await anyone(`POST /public/requests/${request.id}/files`, said, as(session));
      expect(announced.status).toBe(201);
      expect(announced.headers['ratelimit-policy']).toBe(`"session";q=${limits.rateLimit.session};w=60`);
      await put(servers.bases[0], announced.body.uploadUrl, Buffer.from('abc'));
    }
    const finished = await anyone(`POST /public/requests/${request.id}/finish`, {}, as(session));
    expect(finished.body).toMatchObject({ state: 'closed', fileCount: 4 });
    expect(await leftOfAddress()).toBe(before - 1);
  });

  it('lets thirty files in from one address, announced at once, with no limit in their way', async () => {
    const request = await openRequest();
    const session = await begin(request);
    const contents = Array.from({ length: 30 }, () => randomBytes(20_000));
    const files = contents.map((bytes, i) => ({ fileName: `${i}.bin`, size: bytes.length }));
    const announced = await anyone(`POST /public/requests/${request.id}/files`, { files }, as(session));
    expect(announced.status).toBe(201);
    expect(announced.body.files).toHaveLength(30);
    expect(announced.body.files[0]).toEqual({ id: announced.body.id, uploadUrl: announced.body.uploadUrl });
    const uploaded = await Promise.all(
      contents.map((bytes, i) => put(servers.bases[i % 2]!, announced.body.files[i].uploadUrl, bytes)),
    );
    expect(uploaded.map(({ body }) => body.sha256)).toEqual(contents.map((bytes) => sha256(bytes)));
    const { body } = await own(`GET /requests/${request.id}`);
    expect(body.files).toHaveLength(30);
  });

  it('is refused once it is over, of another item, or begun before the PIN was changed', async () => {
    const [request, other] = [await openRequest(), await openRequest()];
    const session = await begin(request);
    const announce = (to: Opened, headers: Record<string, string>) =>
      anyone(`POST /public/requests/${to.id}/files`, {}, headers);
    const refused = async (response: Reply) => {
      expect([response.status, response.body.code]).toEqual([403, 'invalid_session']);
    };
    await refused(await announce(other, as(session)));
    await refused(await announce(request, { 'x-session-token': 's_0000000000000000000000' }));
    await refused(await announce(request, { 'x-session-token': 'anything' }));
    expect((await announce(request, as(session))).status).toBe(201);
    const { body } = await own(`POST /requests/${request.id}/rotate-pin`);
    await refused(await announce(request, as(session)));
    const renewed = await begin({ id: request.id, pin: body.pin });
    expect((await announce(request, as(renewed))).status).toBe(201);
    await servers.database.query(`UPDATE sessions SET expires_at = now() - interval '1 second'`);
    await refused(await announce(request, as(renewed)));
  });

  it('begins with the right PIN only, and costs a wrong one a try', async () => {
    const request = await openRequest();
    const wrong = request.pin === '00000000' ? '11111111' : '00000000';
    const responses = [];
    for (let i = 0; i < limits.wrongAttempts.perNetwork + 1; i++)
      responses.push(await begin({ ...request, pin: wrong }));
    expect(tally(responses)).toEqual({ 403: limits.wrongAttempts.perNetwork, 429: 1 });
    expect(responses.at(-1)!.body.code).toBe('too_many_attempts');
    expect(await servers.database.query('SELECT FROM sessions')).toEqual([]);
  });

  it('needs a PIN or a token', async () => {
    const request = await openRequest();
    const { status, body } = await anyone(`POST /public/requests/${request.id}/files`, {});
    expect([status, body.errors[0].pointer]).toEqual([400, '/body/pin']);
  });

  it('counts for itself, and at its limit nobody else has to wait', async () => {
    const request = await openRequest();
    const [first, second] = [await begin(request), await begin(request)];
    const finish = (session: Reply) => anyone(`POST /public/requests/${request.id}/finish`, {}, as(session));
    const responses = await atOnce(limits.rateLimit.session + 5, () => finish(first));
    expect(tally(responses)).toEqual({ 400: limits.rateLimit.session, 429: 5 });
    const refused = responses.find(({ status }) => status === 429)!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await finish(second)).status).toBe(400);
  });

  it('is one of fifty at a time, whoever begins them at once', async () => {
    const request = await openRequest();
    const roomId = await openRoom();
    await servers.database.query('DELETE FROM rate_limits');
    const responses: Reply[] = [];
    for (let i = 0; i < 4; i++) {
      responses.push(...(await atOnce(15, () => anyone(`POST /public/rooms/${roomId}/sessions`))));
      await servers.database.query('DELETE FROM rate_limits');
    }
    expect(tally(responses)).toEqual({ 201: limits.sessions, 409: 10 });
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body.code).toBe('quota_exceeded');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await begin(request)).status).toBe(201);
    await servers.database.query(`UPDATE sessions SET expires_at = now() WHERE item_id = $1 AND place = 7`, [
      roomId,
    ]);
    expect((await anyone(`POST /public/rooms/${roomId}/sessions`)).status).toBe(201);
  });
});

describe('a participant session', () => {
  it('of a room that the service seals reads and posts', async () => {
    const roomId = await openRoom();
    const session = await anyone(`POST /public/rooms/${roomId}/sessions`);
    const before = await leftOfAddress();
    for (let i = 0; i < 60; i++) {
      const posted = await anyone(`POST /public/rooms/${roomId}/messages`, { text: `${i}` }, as(session));
      expect(posted.status).toBe(201);
    }
    const page = await anyone(`GET /public/rooms/${roomId}/messages?limit=100`, undefined, as(session));
    expect(page.body.messages).toHaveLength(60);
    expect(await leftOfAddress()).toBe(before - 1);
  });

  it('of an end-to-end encrypted room begins with the proof, and stands for it', async () => {
    const proof = randomBytes(32);
    const roomId = await openRoom({
      encryption: 'e2e',
      accessProofHash: Buffer.from(sha256(proof), 'hex').toString('base64url'),
    });
    const path = `/public/rooms/${roomId}`;
    expect((await anyone(`POST ${path}/sessions`)).body.code).toBe('invalid_password');
    const session = await anyone(`POST ${path}/sessions`, undefined, {
      'x-access-proof': proof.toString('base64url'),
    });
    expect(session.status).toBe(201);
    const entered = await anyone(`GET ${path}`, undefined, as(session));
    expect(entered.body.name).toBe('Incident');
    const other = await anyone(`POST /public/rooms/${await openRoom()}/sessions`);
    expect((await anyone(`GET ${path}`, undefined, as(other))).body.code).toBe('invalid_session');
  });
});

describe('an upload or download URL', () => {
  it('counts for itself: whoever has many is not stopped at the limit of an address', async () => {
    const contents = Array.from({ length: 25 }, () => randomBytes(100));
    const downloads: string[] = [];
    for (const bytes of contents) {
      const created = await own('POST /transfers', { type: 'file', size: bytes.length });
      await put(servers.bases[0], created.body.uploadUrl, bytes);
      const opened = await anyone(`POST /public/transfers/${created.body.id}/open`, {});
      downloads.push(opened.body.downloadUrl);
      await servers.database.query(`DELETE FROM rate_limits WHERE bucket LIKE 'ip:%'`);
    }
    const responses = await Promise.all(
      downloads.map((url) => anyone(`GET /public/downloads/${url.split('/').at(-1)}`)),
    );
    expect(tally(responses)).toEqual({ 200: 25 });
    expect(responses[0]!.headers['ratelimit-policy']).toBe(`"url";q=${limits.rateLimit.url};w=60`);
  });

  it('that does not exist counts as any other call of its address', async () => {
    const responses = await atOnce(limits.rateLimit.anonymous + 3, () =>
      anyone('GET /public/downloads/d_0000000000000000000000'),
    );
    expect(tally(responses)).toEqual({ 404: limits.rateLimit.anonymous, 429: 3 });
  });
});

describe('several files of an inbox', () => {
  it('are items of their own, the message with the first', async () => {
    const { body: drop } = await own('POST /drops', { label: 'Applications' });
    const files = [
      { fileName: 'a.txt', size: 1 },
      { fileName: 'b.txt', size: 1 },
    ];
    const left = await anyone(`POST /public/drops/${drop.dropId}/items`, { message: 'Here.', files });
    expect(left.status).toBe(201);
    for (const { uploadUrl } of left.body.items) await put(servers.bases[0], uploadUrl, Buffer.from('x'));
    const { body } = await own(`GET /drops/${drop.dropId}/items`);
    expect(body.items).toHaveLength(2);
    expect(body.items).toContainEqual(
      expect.objectContaining({ message: 'Here.', file: expect.objectContaining({ fileName: 'a.txt' }) }),
    );
    const unsaid = (body.items as { message?: string; file: object }[]).find(({ message }) => !message);
    expect(unsaid?.file).toMatchObject({ fileName: 'b.txt' });
  });

  it('are announced all or none', async () => {
    const { body: drop } = await own('POST /drops', { label: 'Applications' });
    await servers.database.query('UPDATE drops SET held_items = 998 WHERE id = $1', [drop.dropId]);
    const files = Array.from({ length: 3 }, () => ({ size: 1 }));
    const refused = await anyone(`POST /public/drops/${drop.dropId}/items`, { files });
    expect([refused.status, refused.body.code]).toEqual([409, 'quota_exceeded']);
    const taken = await anyone(`POST /public/drops/${drop.dropId}/items`, { files: files.slice(1) });
    expect(taken.body.items).toHaveLength(2);
    const none = await anyone(`POST /public/drops/${drop.dropId}/items`, { files: [] });
    expect(none.body.errors[0].pointer).toBe('/body/files');
  });
});

it('a participant whose server crashed is here until nothing was heard of them for a while', async () => {
  const roomId = await openRoom();
  const session = await anyone(`POST /public/rooms/${roomId}/sessions`, { author: 'Kim' });
  const gone = new AbortController();
  const stream = await fetch(`${servers.bases[1]}/public/rooms/${roomId}/events`, {
    headers: as(session),
    signal: gone.signal,
  });
  expect(stream.status).toBe(200);
  const here = async () => (await send(servers.bases[0], `GET /public/rooms/${roomId}/participants`)).body;
  await expect.poll(here).toEqual({ names: ['Kim'], unnamed: 0 });
  await servers.kill(1);
  expect(await here()).toEqual({ names: ['Kim'], unnamed: 0 });
  await servers.database.query(`UPDATE sessions SET present_until = present_until - interval '45 seconds'`);
  expect(await here()).toEqual({ names: [], unnamed: 0 });
  gone.abort();
});

it('who comes and goes in a loop is told to the others at most once a second', async () => {
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

it('the name of a participant is in no row and no log as it was given', async () => {
  const roomId = await openRoom();
  await anyone(`POST /public/rooms/${roomId}/sessions`, { author: 'Bartholomew' });
  const [row] = await servers.database.query<{ name: Buffer }>('SELECT name FROM sessions');
  expect(row!.name.length).toBeGreaterThan(20);
  expect(row!.name.toString('latin1')).not.toContain('Bartholomew');
});
