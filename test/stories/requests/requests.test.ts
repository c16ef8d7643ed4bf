import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { atOnce, send, type Reply } from '../../support/network/send.ts';
import { beginUpload, put, sha256 } from '../../support/files/uploads.ts';

let app: TestApp;
let apiKey: string;
beforeAll(async () => void (app = await sharedApp()));
beforeEach(async () => void (apiKey = (await app.createKey()).text));

interface Opened {
  id: string;
  pin: string;
}

const own = (line: string, json?: object): Promise<Reply> => send(app.baseUrl, line, { key: apiKey, json });
const anyone = (line: string, json?: object): Promise<Reply> => send(app.baseUrl, line, { json });

async function open(more: object = {}): Promise<Opened> {
  const { status, body } = await own('POST /requests', { title: 'Papers', ...more });
  expect(status).toBe(201);
  return { id: body.requestId, pin: body.pin };
}

it('a PIN that is changed has nobody else wait for a connection while it is sealed', async () => {
  const { id } = await open();
  const sealing = Promise.withResolvers<undefined>();
  const held = vi.spyOn(PasswordKdf.prototype, 'derive').mockImplementationOnce(async () => {
    await sealing.promise;
    return Buffer.alloc(32);
  });
  const headers = { 'idempotency-key': 'rotate-once' };
  const rotate = () => send(app.baseUrl, `POST /requests/${id}/rotate-pin`, { key: apiKey, headers });
  const rotating = rotate();
  await expect.poll(() => held.mock.calls.length).toBe(1);
  const inTransactions = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`;
  // The counter of usage may hold a connection.
  await expect.poll(() => app.database.query(inTransactions)).toEqual([]);
  sealing.resolve(undefined);
  const { status, body } = await rotating;
  expect(status).toBe(200);
  held.mockRestore();
  expect((await rotate()).body).toEqual(body);
});

const announce = ({ id, pin }: Opened, said: object = {}): Promise<Reply> =>
  anyone(`POST /public/requests/${id}/files`, { pin, ...said });
const finish = ({ id, pin }: Opened): Promise<Reply> => anyone(`POST /public/requests/${id}/finish`, { pin });

async function sendFile(request: Opened, bytes: Buffer, said: object = {}): Promise<any> {
  const { body } = await announce(request, said);
  const uploaded = await put(app.baseUrl, body.uploadUrl, bytes);
  expect(uploaded.body).toMatchObject({ success: true, id: body.id, sha256: sha256(bytes) });
  return uploaded.body;
}

/** Lets time pass for one request and its files. */
async function age(id: string, interval: string): Promise<void> {
  await app.database.query(
    `UPDATE requests SET created_at = created_at - $2::interval, expires_at = expires_at - $2::interval,
       closed_at = closed_at - $2::interval WHERE id = $1`,
    [id, interval],
  );
  await app.database.query(
    'UPDATE files SET upload_until = upload_until - $2::interval WHERE request_id = $1',
    [id, interval],
  );
}

/** Counts the rows of blobs, their chunks and files of a request. */
const stored = async ({ id }: Opened) => {
  const [counts] = await app.database.query<Record<'blobs' | 'chunks' | 'files', number>>(
    `SELECT (SELECT count(*)::int FROM blobs WHERE item_id = $1) AS blobs, (SELECT count(*)::int FROM blob_chunks WHERE item_id = $1) AS chunks,
       (SELECT count(*)::int FROM files WHERE request_id = $1) AS files`,
    [id],
  );
  return counts!;
};
const WAIT = { timeout: 60_000 };

describe('a file that is on its way', () => {
  it('when its URL has died and 50 others have arrived meanwhile is not the 51st', async () => {
    const request = await open();
    const { uploadUrl } = (await announce(request)).body;
    const upload = beginUpload(uploadUrl, randomBytes(600_000));
    await vi.waitUntil(async () => (await stored(request)).chunks > 0, WAIT);
    await age(request.id, '61 minutes');
    // Not more at once than one caller may send.
    for (const half of [0, 25]) await atOnce(25, (i) => sendFile(request, Buffer.from(`file ${half + i}`)));
    expect(await upload.finish(Buffer.from('late'))).toBe(404);
    const list = (await own('GET /requests')).body;
    expect(list.requests).toMatchObject([{ requestId: request.id, fileCount: 50 }]);
    expect((await own(`GET /requests/${request.id}/files?limit=100`)).body.total).toBe(50);
  });

  const ends: [string, (request: Opened) => Promise<unknown>][] = [
    ['is deleted', ({ id }) => own(`DELETE /requests/${id}`)],
    ['is finished', finish],
    ['expires', ({ id }) => age(id, '2 days')],
  ];
  it.each(ends)('when its request %s is refused, and nothing stays of it', async (_, end) => {
    const request = await open();
    await sendFile(request, Buffer.from('already there'));
    const { uploadUrl } = (await announce(request)).body;
    const upload = beginUpload(uploadUrl, randomBytes(600_000));
    await vi.waitUntil(async () => (await stored(request)).chunks > 1, WAIT);
    await end(request);
    expect(await upload.finish(randomBytes(10))).toBe(404);
    expect((await put(app.baseUrl, uploadUrl, Buffer.from('again'))).status).toBe(404);
    await own(`DELETE /requests/${request.id}`);
    await expect.poll(() => stored(request)).toEqual({ blobs: 0, chunks: 0, files: 0 });
  });
});

describe('the files of a request that has ended', () => {
  const kept = async ({ id }: Opened, fileId: string) => {
    const record = (await own(`GET /requests/${id}`)).body;
    const listed = (await own(`GET /requests/${id}/files`)).body;
    const { status } = await own(`GET /requests/${id}/files/${fileId}`);
    expect(record).toMatchObject({ fileCount: 1 });
    expect(listed).toMatchObject({ total: record.files.length, files: record.files });
    expect(status).toBe(record.files.length === 1 ? 200 : 404);
    return { state: record.state, files: record.files.length };
  };

  it.each([
    ['expired', '1h', false, '7 days 59 minutes', '2 minutes'],
    ['closed', '7d', true, '6 days 23 hours 59 minutes', '2 minutes'],
  ])(
    'stay with it as %s (%s) until their time, by the clock alone',
    async (state, expiration, close, until, after) => {
      const request = await open({ expiration });
      const { id: fileId } = await sendFile(request, Buffer.from('kept'));
      if (close) await finish(request);
      await age(request.id, until);
      expect(await kept(request, fileId)).toEqual({ state, files: 1 });
      await age(request.id, after);
      expect(await kept(request, fileId)).toEqual({ state, files: 0 });
      await app.sweep();
      expect(await stored(request)).toEqual({ blobs: 0, chunks: 0, files: 0 });
      expect(await kept(request, fileId)).toEqual({ state, files: 0 });
      await age(request.id, '29 days 23 hours');
      expect((await own('GET /requests')).body.total).toBe(1);
      await age(request.id, '1 hour');
      expect((await own('GET /requests')).body.total).toBe(0);
      for (const method of ['GET', 'DELETE']) {
        expect((await own(`${method} /requests/${request.id}`)).status).toBe(404);
      }
    },
  );
});

it('a request lives no longer than the operator allows', async () => {
  const strict = await sharedApp({ MAX_LIFETIME: '1d' });
  const create = (expiration: string) =>
    send(strict.baseUrl, 'POST /requests', { key: strict.apiKey, json: { title: 'x', expiration } });
  expect((await create('1d')).status).toBe(201);
  for (const longer of ['7d', 'forever']) {
    const { status, body } = await create(longer);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/body/expiration', code: 'maximum' }]);
  }
});

it('the limits that a server shows follow its settings', async () => {
  const strict = await sharedApp({ MAX_LIFETIME: '1d' });
  const shown = async (baseUrl: string) => (await send(baseUrl, 'GET /public/limits')).body.lifetimes;
  expect(await shown(strict.baseUrl)).toMatchObject({
    expirations: ['15m', '1h', '6h', '1d'],
    longestSeconds: 86_400,
    roomHours: 24,
  });
  expect(await shown(app.baseUrl)).toMatchObject({ longestSeconds: null, roomHours: 720 });
});
