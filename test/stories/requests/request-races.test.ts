import { randomInt } from 'node:crypto';
import { limits } from '@tempshare/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runAdmin } from '../../support/server/admin.ts';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';
import { put } from '../../support/files/uploads.ts';

let servers: Servers;
beforeAll(async () => void (servers = await startServers({ TRUST_PROXY: '1' })));
afterAll(() => servers.stop());

interface Opened {
  id: string;
  pin: string;
}

/** The base URL whose turn it is. */
const baseFor = (i: number): string => servers.bases[i % 2]!;

const own = (line: string, json?: object): Promise<Reply> =>
  send(baseFor(0), line, { key: servers.apiKey, json });

async function open(): Promise<Opened> {
  const { body } = await own('POST /requests', { title: 'Race' });
  return { id: body.requestId, pin: body.pin };
}

/** Announces or finishes over one server or the other, as somebody at `address`. */
const act = ({ id, pin }: Opened, i: number, what: 'files' | 'finish', address = '203.0.113.1') =>
  send(baseFor(i), `POST /public/requests/${id}/${what}`, {
    json: { pin },
    headers: { 'x-forwarded-for': address },
  });

async function announce(request: Opened, count: number): Promise<string[]> {
  const announced = await atOnce(count, (i) => act(request, i, 'files'));
  expect(tally(announced)).toEqual({ 201: count });
  return announced.map(({ body }) => body.uploadUrl as string);
}

const wrong = ({ id, pin }: Opened): Opened => {
  const guess = String(randomInt(10 ** 8)).padStart(8, '0');
  return guess === pin ? wrong({ id, pin }) : { id, pin: guess };
};

async function closings(id: string): Promise<{ files: { id: string }[] }[]> {
  const rows = await servers.database.query<{ object: { files: { id: string }[] } }>(
    `SELECT object FROM events WHERE type = 'request.closed' AND object->>'requestId' = $1`,
    [id],
  );
  return rows.map(({ object }) => object);
}

const BYTES = Buffer.alloc(300_000, 'x');
const idsOf = (files: { id: string }[]): string[] => files.map(({ id }) => id).sort();

/** How many files of a request are awaited and how many are there, and how many blobs there are in all. */
async function stored(id: string): Promise<object> {
  const [counts] = await servers.database.query(
    `SELECT count(*) FILTER (WHERE blob_id IS NULL)::int AS awaited, count(blob_id)::int AS complete,
       (SELECT count(*)::int FROM blobs) AS blobs FROM files WHERE request_id = $1`,
    [id],
  );
  return counts!;
}

describe('a PIN', () => {
  it('that is guessed from one address is tried five times, and the sender at another gets in', async () => {
    const request = await open();
    const guesses = await atOnce(20, (i) => act(wrong(request), i, i % 3 ? 'files' : 'finish'));
    expect(tally(guesses)).toEqual({ 403: 5, 429: 15 });
    for (const { status, body } of guesses) {
      expect(body.code).toBe(status === 403 ? 'invalid_pin' : 'too_many_attempts');
    }
    expect((await act(request, 0, 'files')).status).toBe(429);
    expect((await act(request, 1, 'files', '203.0.113.2')).status).toBe(201);
  });

  it('that is the same wrong one each time is not tried more often for that', async () => {
    const request = await open();
    const guess = wrong(request);
    expect(tally(await atOnce(20, (i) => act(guess, i, 'files')))).toEqual({ 403: 5, 429: 15 });
  });

  it('that is guessed from everywhere: each network has five tries, and a new one gets in', async () => {
    const request = await open();
    const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '2001:db8::1'];
    const guesses = await atOnce(40, (i) =>
      act(wrong(request), i >> 1, 'files', addresses[i % addresses.length]),
    );
    expect(tally(guesses)).toEqual({ 403: 20, 429: 20 });
    const { body } = await own(`GET /requests/${request.id}`);
    expect(body).toMatchObject({ state: 'open', fileCount: 0, wrongAttempts: { count: 20 } });
    expect((await act(request, 0, 'files', '203.0.113.9')).status).toBe(201);
  });

  it('that is changed while it is used lets nobody in with the old one', async () => {
    for (let round = 0; round < 5; round++) {
      const request = await open();
      const [announced, rotated] = await Promise.all([
        atOnce(4, (i) => act(request, i, 'files', `203.0.113.${i}`)),
        own(`POST /requests/${request.id}/rotate-pin`),
      ]);
      for (const { status } of announced) expect([201, 403]).toContain(status);
      expect((await act(request, round, 'files', '203.0.113.8')).status).toBe(403);
      const fresh = { id: request.id, pin: rotated.body.pin as string };
      expect((await act(fresh, round, 'files', '203.0.113.9')).status).toBe(201);
    }
  });

  it('that is right costs nothing, however many files are announced at once', async () => {
    const request = await open();
    for (let round = 0; round < 4; round++) await announce(request, 12);
    for (let i = 0; i < 5; i++) expect((await act(wrong(request), i, 'files')).status).toBe(403);
  });
});

it('of 60 files announced at once over two servers a request takes 50', async () => {
  const request = await open();
  const responses = await atOnce(60, (i) => act(request, i, 'files', `203.0.113.${i % 7}`));
  expect(tally(responses)).toEqual({ 201: 50, 409: 10 });
  expect(new Set(responses.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))).size).toBe(50);
});

it('one upload URL takes one of two files that are sent at once', async () => {
  const request = await open();
  const [uploadUrl] = await announce(request, 1);
  const responses = await atOnce(4, (i) => put(baseFor(i), uploadUrl!, Buffer.alloc(300_000, i)));
  expect(tally(responses)).toEqual({ 200: 1, 404: 3 });
  const [{ body: taken }] = responses.filter(({ status }) => status === 200) as [Reply];
  const { fileCount, files } = (await own(`GET /requests/${request.id}`)).body;
  expect([fileCount, files.length, files[0].sha256]).toEqual([1, 1, taken.sha256]);
});

describe('finishing', () => {
  it('20 times at once on two servers answers the same and tells once', async () => {
    const request = await open();
    const [uploadUrl] = await announce(request, 1);
    await put(baseFor(0), uploadUrl!, Buffer.from('x'));
    const responses = await atOnce(20, (i) => act(request, i, 'finish', `203.0.113.${i % 4}`));
    expect(tally(responses)).toEqual({ 200: 20 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await closings(request.id)).toHaveLength(1);
  });

  it('while files arrive and are announced: each is in the event, or was refused', async () => {
    for (let round = 0; round < 6; round++) {
      const request = await open();
      const [first, ...urls] = await announce(request, 33);
      const there = (await put(baseFor(0), first!, Buffer.from('there'))).body.id as string;
      const uploads: Reply[] = [];
      const sendOneByOne = async (i: number): Promise<void> => {
        for (let url = urls.pop(); url; url = urls.pop()) uploads.push(await put(baseFor(i), url, BYTES));
      };
      const [announcements, finished] = await Promise.all([
        atOnce(6, (i) => act(request, i, 'files')),
        act(request, round, 'finish'),
        ...[0, 1, 2, 3].map(sendOneByOne),
      ]);
      const arrived = uploads.filter(({ status }) => status === 200);
      expect(uploads).toHaveLength(32);
      for (const { status } of uploads) expect([200, 404]).toContain(status);
      for (const { status } of announcements) expect([201, 404]).toContain(status);

      const sent = [there, ...arrived.map(({ body }) => body.id as string)].sort();
      const [event, ...more] = await closings(request.id);
      expect(more).toEqual([]);
      expect(idsOf(event!.files)).toEqual(sent);
      expect(finished.body).toMatchObject({ state: 'closed', fileCount: sent.length });
      const record = (await own(`GET /requests/${request.id}`)).body;
      expect(idsOf(record.files)).toEqual(sent);
      expect(record.fileCount).toBe(sent.length);
      expect(await stored(request.id)).toMatchObject({ awaited: 0, complete: sent.length });
    }
  });
});

it('deleting a request while files arrive leaves nothing of them', async () => {
  await servers.database.query('DELETE FROM requests');
  for (let round = 0; round < 12; round++) {
    const request = await open();
    const urls = await announce(request, 8);
    const uploads = atOnce(8, (i) => put(baseFor(i), urls[i]!, BYTES));
    expect((await own(`DELETE /requests/${request.id}`)).status).toBe(200);
    for (const { status } of await uploads) expect([200, 404]).toContain(status);
    expect((await own(`GET /requests/${request.id}`)).status).toBe(404);
    const nothing = { awaited: 0, complete: 0, blobs: 0 };
    await vi.waitFor(async () => expect(await stored(request.id)).toEqual(nothing), 60_000);
  }
});

it('a file that is announced while its request is handed over belongs to the new key', async () => {
  const request = await open();
  const made = await runAdmin(['keys', 'create', '--name', 'x', '--scopes', 'all', '--json'], servers.env);
  const heir = JSON.parse(made.stdout) as { apiKey: string; id: string };
  const bytesOf = async (key: string): Promise<number> =>
    (await send(baseFor(0), 'GET /key', { key })).body.quota.bytesUsed as number;
  const before = await bytesOf(servers.apiKey);
  const handOver = new pg.Client(servers.database.connection);
  await handOver.connect();
  try {
    await handOver.query('BEGIN');
    await handOver.query('UPDATE requests SET api_key_id = $2 WHERE id = $1', [request.id, heir.id]);
    const announced = act(request, 0, 'files');
    const waiting = async () =>
      (
        await servers.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).length;
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    await handOver.query('COMMIT');
    expect((await announced).status).toBe(201);
  } finally {
    await handOver.end();
  }
  expect([await bytesOf(servers.apiKey), await bytesOf(heir.apiKey)]).toEqual([before, limits.fileBytes]);
});
