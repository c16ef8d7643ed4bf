import { randomInt } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { put } from '../../support/files/uploads.ts';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { createTestKey } from '../../support/server/keys.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

let servers: Omit<Servers, 'kill'>;
let apiKey: string;
beforeAll(async () => {
  servers = await sharedServers({ TRUST_PROXY: '1' });
  apiKey = await createTestKey(servers.database);
});

interface Opened {
  id: string;
  pin: string;
}

const baseFor = (i: number): string => servers.bases[i % 2]!;
const own = (line: string, key = apiKey): Promise<Reply> => send(baseFor(0), line, { key });

async function open(): Promise<Opened> {
  const { body } = await send(baseFor(0), 'POST /requests', { key: apiKey, json: { title: 'Race' } });
  return { id: body.requestId, pin: body.pin };
}

/** Announces a file or finishes over one server or the other, as somebody at `address`. */
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

const BYTES = Buffer.alloc(300_000, 'x');
const idsOf = (files: { id: string }[]): string[] => files.map(({ id }) => id).sort();

/** Counts the files of a request that are awaited and that are there, and its blobs. */
async function stored(id: string): Promise<object> {
  const [counts] = await servers.database.query(
    `SELECT count(*) FILTER (WHERE blob_id IS NULL)::int AS awaited, count(blob_id)::int AS complete,
       (SELECT count(*)::int FROM blobs WHERE item_id = $1) AS blobs FROM files WHERE request_id = $1`,
    [id],
  );
  return counts!;
}

/** Makes a call that has to wait for the lock of a change, commits the change, and expects the status of the call. */
async function meanwhile(
  call: () => Promise<Reply>,
  change: string,
  values: unknown[],
  status: number,
): Promise<void> {
  const other = await servers.database.connect();
  try {
    await other.query('BEGIN');
    await other.query(change, values);
    const called = call();
    await servers.database.untilLocked();
    await other.query('COMMIT');
    expect((await called).status).toBe(status);
  } finally {
    await other.end();
  }
}

it('a PIN can be guessed five times from one address, however many guesses come at once; another address gets in', async () => {
  const request = await open();
  const guesses = await atOnce(20, (i) => act(wrong(request), i, i % 3 ? 'files' : 'finish'));
  expect(tally(guesses)).toEqual({ 403: 5, 429: 15 });
  for (const { status, body } of guesses)
    expect(body.code).toBe(status === 403 ? 'invalid_pin' : 'too_many_attempts');
  expect((await act(request, 0, 'files')).status).toBe(429);
  expect((await act(request, 1, 'files', '203.0.113.2')).status).toBe(201);
});

it('a PIN that is changed while it is used lets nobody in any more', async () => {
  const request = await open();
  const [announced, rotated] = await Promise.all([
    atOnce(4, (i) => act(request, i, 'files', `203.0.113.${i}`)),
    send(baseFor(0), `POST /requests/${request.id}/rotate-pin`, { key: apiKey }),
  ]);
  for (const { status } of announced) expect([201, 403]).toContain(status);
  expect((await act(request, 1, 'files', '203.0.113.8')).status).toBe(403);
  const fresh = { id: request.id, pin: rotated.body.pin as string };
  expect((await act(fresh, 1, 'files', '203.0.113.9')).status).toBe(201);
});

it('wrong PINs are refused while the right one is checked for the same address', async () => {
  const request = await open();
  const pins = [request, request, ...Array.from({ length: 4 }, () => wrong(request)), request];
  const replies = await atOnce(pins.length, (i) => act(pins[i]!, 0, 'files'));
  expect(replies.map(({ status }) => status)).toEqual(pins.map((each) => (each === request ? 201 : 403)));
});

it('a new PIN lets in an address that has guessed at the one before', async () => {
  const request = await open();
  await atOnce(5, () => act(wrong(request), 0, 'files'));
  expect((await act(request, 0, 'files')).status).toBe(429);
  const { body } = await send(baseFor(0), `POST /requests/${request.id}/rotate-pin`, { key: apiKey });
  expect((await act({ id: request.id, pin: body.pin as string }, 0, 'files')).status).toBe(201);
});

it('a PIN that is changed between its check and the announcement announces nothing', async () => {
  const request = await open();
  await meanwhile(
    () => act(request, 0, 'files'),
    `UPDATE requests SET pin_salt = decode(repeat('00', 16), 'hex') WHERE id = $1`,
    [request.id],
    403,
  );
});

it('a request takes 50 of 60 files that are announced at once over two servers', async () => {
  const request = await open();
  const responses = await atOnce(60, (i) => act(request, i, 'files', `203.0.113.${i % 7}`));
  expect(tally(responses)).toEqual({ 201: 50, 409: 10 });
  expect(new Set(responses.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))).size).toBe(50);
});

it('an upload URL takes one of several files that are sent at once', async () => {
  const request = await open();
  const [uploadUrl] = await announce(request, 1);
  const responses = await atOnce(4, (i) => put(baseFor(i), uploadUrl!, Buffer.alloc(300_000, i)));
  expect(tally(responses)).toEqual({ 200: 1, 404: 3 });
  const { body: taken } = responses.find(({ status }) => status === 200)!;
  const { fileCount, files } = (await own(`GET /requests/${request.id}`)).body;
  expect([fileCount, files.length, files[0].sha256]).toEqual([1, 1, taken.sha256]);
});

it('finishing while files arrive names exactly those that stay', async () => {
  for (let round = 0; round < 3; round++) {
    const request = await open();
    const [first, ...urls] = await announce(request, 13);
    const there = (await put(baseFor(0), first!, Buffer.from('there'))).body.id as string;
    const [announcements, finished, uploads] = await Promise.all([
      atOnce(4, (i) => act(request, i, 'files')),
      act(request, round, 'finish'),
      atOnce(12, (i) => put(baseFor(i), urls[i]!, BYTES)),
    ]);
    for (const { status } of uploads) expect([200, 404]).toContain(status);
    for (const { status } of announcements) expect([201, 404]).toContain(status);

    const arrived = uploads.filter(({ status }) => status === 200);
    const sent = [there, ...arrived.map(({ body }) => body.id as string)].sort();
    const events = await servers.database.query<{ object: { files: { id: string }[] } }>(
      `SELECT object FROM events WHERE type = 'request.closed' AND object->>'requestId' = $1`,
      [request.id],
    );
    expect(events.map(({ object }) => idsOf(object.files))).toEqual([sent]);
    expect(finished.body).toMatchObject({ state: 'closed', fileCount: sent.length });
    const record = (await own(`GET /requests/${request.id}`)).body;
    expect([record.fileCount, idsOf(record.files)]).toEqual([sent.length, sent]);
    expect(await stored(request.id)).toMatchObject({ awaited: 0, complete: sent.length });
  }
});

it('deleting a request while files arrive leaves nothing of them', async () => {
  for (let round = 0; round < 3; round++) {
    const request = await open();
    const urls = await announce(request, 8);
    const uploads = atOnce(8, (i) => put(baseFor(i), urls[i]!, BYTES));
    expect((await own(`DELETE /requests/${request.id}`)).status).toBe(200);
    for (const { status } of await uploads) expect([200, 404]).toContain(status);
    expect((await own(`GET /requests/${request.id}`)).status).toBe(404);
    await expect.poll(() => stored(request.id)).toEqual({ awaited: 0, complete: 0, blobs: 0 });
  }
});

it('a file that is announced while its request is handed over belongs to the new key', async () => {
  const request = await open();
  const heir = await createTestKey(servers.database);
  const keyOf = async (key: string): Promise<any> => (await own('GET /key', key)).body;
  const { id } = await keyOf(heir);
  const values = [request.id, id];
  await meanwhile(
    () => act(request, 0, 'files'),
    'UPDATE requests SET api_key_id = $2 WHERE id = $1',
    values,
    201,
  );
  const files = await servers.database.query('SELECT api_key_id AS key FROM files WHERE item_id = $1', [
    request.id,
  ]);
  expect(files).toEqual([{ key: id }]);
});
