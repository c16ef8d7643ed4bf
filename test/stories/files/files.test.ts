import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@tempshare/contract';
import { parse } from 'content-disposition';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { announce, download, openFile, put, sha256, share } from '../../support/files/file-transfers.ts';
import { holdMinutes } from '../../support/clocks/held-minutes.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import type { S3Server } from '../../support/files/s3-server.ts';
import { atOnce, send } from '../../support/network/send.ts';
import { NOTHING, STORAGES, stored } from '../../support/files/storages.ts';

const MIB = 1024 * 1024;
const MOST = limits.fileBytes;

describe.each(STORAGES)('a file in $name', ({ start }) => {
  let app: TestApp;
  let s3: S3Server | undefined;
  beforeAll(async () => {
    s3 = await start();
    app = await startApp(s3?.env);
  });
  afterAll(async () => {
    await app.close();
    await s3?.close();
  });
  const left = () => stored(app.database, s3);
  const nothingLeft = () => expect.poll(left).toEqual(NOTHING);
  /** Forgets what other tests have left. */
  const clear = async (): Promise<void> => {
    await app.database.query('DELETE FROM transfers');
    await app.sweep();
    await nothingLeft();
  };

  it.each([0, 1, 262_143, 262_144, 262_145, MOST])('of %i bytes comes down as it went up', async (size) => {
    const bytes = randomBytes(size);
    const { id, uploadUrl } = await announce(app, { fileName: 'plan.pdf', size });
    const uploaded = await put(uploadUrl, bytes);
    expect(await uploaded.json()).toMatchObject({ success: true, size, sha256: sha256(bytes) });
    expect(await download(await openFile(app, id))).toBe(sha256(bytes));
  });

  it('of a length that nobody said comes down as it went up', async () => {
    const bytes = randomBytes(MOST);
    const { id, uploadUrl } = await announce(app);
    const uploaded = await put(uploadUrl, new Blob([bytes]).stream());
    expect(await uploaded.json()).toMatchObject({ size: MOST, sha256: sha256(bytes) });
    expect(await download(await openFile(app, id))).toBe(sha256(bytes));
  });

  it('lies where the server is told to, sealed', async () => {
    await clear();
    await share(app, Buffer.from('the plain bytes'));
    expect(await left()).toEqual(
      s3 ? { ...NOTHING, blobs: 1, objects: 1 } : { ...NOTHING, blobs: 1, chunks: 1 },
    );
    const rows = await app.database.query<{ data: Buffer }>('SELECT data FROM blob_chunks');
    for (const { data } of rows) expect(data.includes('plain')).toBe(false);
  });

  describe('that is too large', () => {
    it('is refused by its length before any of it is read', async () => {
      await clear();
      const { uploadUrl } = await announce(app);
      const raw = await openRaw(`PUT ${uploadUrl}`, { 'Content-Length': MOST + 1 });
      await raw.until(/^HTTP\/1\.1 413 [^]*"payload_too_large"/);
      raw.socket.destroy();
      await nothingLeft();
      expect((await put(uploadUrl, Buffer.from('x'))).status).toBe(200);
    });

    it('is refused by its last byte', async () => {
      await clear();
      const { uploadUrl } = await announce(app);
      const body = new Blob([randomBytes(MOST + 1)]).stream();
      expect((await put(uploadUrl, body)).status).toBe(413);
      await nothingLeft();
    });

    it('and never ends is cut off, and its sender reads why', async () => {
      await clear();
      const { uploadUrl } = await announce(app);
      const raw = await openRaw(`PUT ${uploadUrl}`, { 'Transfer-Encoding': 'chunked' });
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), randomBytes(65_536), Buffer.from('\r\n')]);
      const response = raw.until(/^HTTP\/1\.1 413 [^]*Connection: close[^]*"payload_too_large"/);
      const sending = (async () => {
        for (let sent = 0; sent < 10_000 * MIB && (await raw.write(chunk)); sent += 65_536);
      })();
      await response;
      let read = 0;
      while (!raw.socket.closed) {
        read = Math.max(read, await raw.readBytes());
        await delay(20);
      }
      expect(read).toBeGreaterThan(MOST - MIB);
      expect(read).toBeLessThan(27 * MIB);
      await sending;
      await nothingLeft();
    });
  });

  describe('that does not have the announced size', () => {
    it.each([
      ['too few', 999, 'has 999 bytes, but 1000 were announced'],
      ['too many', 1001, 'has more than the 1000 bytes that were announced'],
    ])('since it has %s bytes is refused, and may be sent again', async (_, size, detail) => {
      await clear();
      const bytes = randomBytes(1000);
      const { id, uploadUrl } = await announce(app, { size: 1000 });
      for (const body of [randomBytes(size), new Blob([randomBytes(size)]).stream()]) {
        const refused = await put(uploadUrl, body);
        expect(refused.status).toBe(400);
        expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/body', code: 'size', detail }] });
      }
      await nothingLeft();
      expect((await put(uploadUrl, bytes)).status).toBe(200);
      expect(await download(await openFile(app, id))).toBe(sha256(bytes));
    });
  });

  describe('whose sender asks before it sends', () => {
    const expectContinue = (url: string, size: number) =>
      openRaw(`PUT ${url}`, { 'Content-Length': size, Expect: '100-continue' });

    it('is asked to go on, once', async () => {
      const { id, uploadUrl } = await announce(app);
      const raw = await expectContinue(uploadUrl, 5);
      await raw.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
      await raw.write('hello');
      await raw.until(/\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*"size":5,/);
      expect(raw.received.match(/100 Continue/g)).toHaveLength(1);
      raw.socket.destroy();
      expect(await download(await openFile(app, id))).toBe(sha256(Buffer.from('hello')));
    });

    it('is refused without having sent anything', async () => {
      const raw = await expectContinue(`${app.baseUrl}/public/uploads/u_0123456789012345678901`, MOST);
      await raw.until(/^HTTP\/1\.1 404 [^]*"not_found"/);
      expect(raw.received).not.toContain('100 Continue');
      raw.socket.destroy();
    });
  });

  describe('that is encoded', () => {
    it.each(['gzip', 'br', 'identity, gzip', 'x'])('as %s is refused', async (encoding) => {
      const { uploadUrl } = await announce(app);
      const headers = { 'Content-Encoding': encoding };
      expect((await fetch(uploadUrl, { method: 'PUT', body: 'x', headers })).status).toBe(415);
    });

    it('as itself is taken', async () => {
      const { uploadUrl } = await announce(app);
      const headers = { 'Content-Encoding': 'Identity', 'Content-Type': 'application/octet-stream' };
      expect((await fetch(uploadUrl, { method: 'PUT', body: 'x', headers })).status).toBe(200);
    });

    it('without a word on its type is taken', async () => {
      const { uploadUrl } = await announce(app);
      const body = Buffer.from('x');
      expect((await fetch(uploadUrl, { method: 'PUT', body })).status).toBe(200);
    });
  });

  describe('that is downloaded', () => {
    const HEADERS = {
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-type': 'application/octet-stream',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    };
    /** What every response has, what lets any origin read it, and the name, which is looked at by itself. */
    const PLAIN =
      /^(access-control-(allow-origin|expose-headers)|connection|content-disposition|date|x-request-id)$/;

    it.each([
      ['plan.pdf', 'attachment; filename="plan.pdf"'],
      [undefined, 'attachment; filename="download"'],
      ['...', 'attachment; filename="..."'],
      ['a "quoted" name', String.raw`attachment; filename="a \"quoted\" name"`],
      ["semi; colon='x", `attachment; filename="semi; colon='x"`],
      ['100%25.txt', `attachment; filename="100%25.txt"; filename*=UTF-8''100%2525.txt`],
      [
        'зима ☃.txt',
        `attachment; filename="???? ?.txt"; filename*=UTF-8''%D0%B7%D0%B8%D0%BC%D0%B0%20%E2%98%83.txt`,
      ],
      ['\u202Efdp.exe', `attachment; filename="?fdp.exe"; filename*=UTF-8''%E2%80%AEfdp.exe`],
      ['x'.repeat(255), `attachment; filename="${'x'.repeat(255)}"`],
      ['<svg onload=alert(1)>.svg', 'attachment; filename="<svg onload=alert(1)>.svg"'],
    ])(
      'as %s has headers that give the name and nothing else a browser could use',
      async (fileName, disposition) => {
        const { id } = await share(app, Buffer.from('<script>'), { fileName, mediaType: 'text/html' });
        const { headers, status } = await fetch(await openFile(app, id));
        expect(status).toBe(200);
        expect(headers.get('content-disposition')).toBe(disposition);
        expect(parse(disposition).parameters.filename).toBe(fileName ?? 'download');
        const ours = [...headers].filter(([name]) => !PLAIN.test(name));
        expect(Object.fromEntries(ours)).toEqual({
          ...HEADERS,
          'content-length': '8',
          etag: expect.stringMatching(/^"file_[0-9A-Za-z]{22}"$/),
          ratelimit: expect.any(String),
          'ratelimit-policy': expect.any(String),
        });
      },
    );

    it.each(['a\r\nSet-Cookie: b', 'a/b', 'a\\b', 'a\u0000b', 'x'.repeat(256)])(
      'is not announced as %j',
      async (fileName) => {
        const json = { type: 'file', fileName };
        const response = await send(app.baseUrl, 'POST /transfers', { key: app.apiKey, json });
        expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: '/body/fileName' }] } });
      },
    );

    it('is not used up by looking at its URLs', async () => {
      const bytes = randomBytes(300_000);
      const { id, uploadUrl } = await announce(app, { oneTime: true });
      for (const method of ['HEAD', 'GET', 'POST', 'DELETE'])
        expect((await fetch(uploadUrl, { method })).status).toBe(405);
      expect((await put(uploadUrl, bytes)).status).toBe(200);
      const downloadUrl = await openFile(app, id);
      for (let i = 0; i < 3; i++) {
        const head = await fetch(downloadUrl, { method: 'HEAD' });
        expect(head.status).toBe(200);
        expect(head.headers.get('content-length')).toBe('300000');
      }
      expect(await download(downloadUrl)).toBe(sha256(bytes));
    });
  });

  describe('that is there for one view', () => {
    it('is wiped when it has been downloaded', async () => {
      await clear();
      const bytes = randomBytes(1_000_000);
      const { id } = await share(app, bytes, { oneTime: true });
      const downloadUrl = await openFile(app, id);
      expect(await download(downloadUrl)).toBe(sha256(bytes));
      await expect.poll(() => download(downloadUrl)).toBe(404);
      await expect.poll(() => app.database.query('SELECT FROM files')).toHaveLength(0);
      await app.sweep();
      expect(await left()).toEqual(NOTHING);
    });

    it.each([20_000, 6 * MIB])(
      'and has %i bytes may be downloaded again when that broke off',
      async (size) => {
        const bytes = randomBytes(size);
        const { id } = await share(app, bytes, { oneTime: true });
        const downloadUrl = await openFile(app, id);
        for (let i = 0; i < 3; i++) {
          const raw = await openRaw(`GET ${downloadUrl}`);
          await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n./s);
          raw.socket.resetAndDestroy();
        }
        await expect.poll(() => download(downloadUrl)).toBe(sha256(bytes));
        await expect.poll(() => download(downloadUrl)).toBe(404);
      },
    );

    /** A download of which everything is on its way, and nothing was read but the head. */
    const beginAtOnce = async (bytes: Buffer<ArrayBuffer>) => {
      await clear();
      const { id } = await share(app, bytes, { oneTime: true });
      const downloadUrl = await openFile(app, id);
      const raw = await openRaw(`GET ${downloadUrl}`);
      await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n/);
      raw.socket.pause();
      await expect.poll(finishers).toHaveLength(1);
      return { id, downloadUrl, raw };
    };
    const finishers = () => app.database.query('SELECT FROM downloads WHERE finisher IS NOT NULL');
    const views = async (id: string) =>
      (await app.database.query<{ views: number }>('SELECT views FROM transfers WHERE id = $1', [id]))[0]
        ?.views;

    it('may be downloaded again when its client left before it had what was on its way', async () => {
      const bytes = randomBytes(MIB);
      const { id, downloadUrl, raw } = await beginAtOnce(bytes);
      raw.socket.end();
      await expect.poll(finishers).toEqual([]);
      raw.socket.resetAndDestroy();
      expect(await views(id)).toBe(0);
      expect(await download(downloadUrl)).toBe(sha256(bytes));
      await expect.poll(() => views(id)).toBe(1);
    });

    describe('and whose client keeps the connection open', () => {
      let aMinute: () => void;
      beforeEach(() => void (aMinute = holdMinutes()));
      afterEach(() => void vi.restoreAllMocks());

      it('counts as downloaded once that has acknowledged everything', async () => {
        const { id, downloadUrl, raw } = await beginAtOnce(randomBytes(MIB));
        raw.socket.resume();
        await expect.poll(() => raw.received.length).toBeGreaterThan(MIB);
        await expect.poll(() => (aMinute(), views(id))).toBe(1);
        expect((await fetch(downloadUrl)).status).toBe(404);
      });

      it('may be downloaded again when that takes nothing more', async () => {
        const bytes = randomBytes(MIB);
        const { id, downloadUrl, raw } = await beginAtOnce(bytes);
        await expect.poll(() => (aMinute(), finishers())).toEqual([]);
        expect(await views(id)).toBe(0);
        raw.socket.resetAndDestroy();
        expect(await download(downloadUrl)).toBe(sha256(bytes));
      });
    });

    it('comes whole to one of several downloads at once, and to no other', async () => {
      for (const size of [20_000, 4 * MIB]) {
        await clear();
        const bytes = randomBytes(size);
        const { id } = await share(app, bytes, { oneTime: true });
        const downloadUrl = await openFile(app, id);
        const from = (start: number) => (start === 0 ? {} : { headers: { Range: `bytes=${size - start}-` } });
        const ends = await atOnce(12, async (i) => {
          const response = await fetch(downloadUrl, from((i % 3) * 7_000));
          if (!response.ok) return response.status;
          return response.arrayBuffer().then(
            (got) => bytes.subarray(-got.byteLength).equals(Buffer.from(got)),
            () => 'broken off',
          );
        });
        expect(ends.filter((end) => end === true)).toHaveLength(1);
        for (const end of ends) expect([true, 404, 429, 'broken off']).toContain(end);
        await expect.poll(() => download(downloadUrl)).toBe(404);
        await app.sweep();
        await nothingLeft();
      }
    });

    it('is finished by nobody whose claim has waited for that of another', async () => {
      await clear();
      const { id } = await share(app, Buffer.from('once'), { oneTime: true });
      const downloadUrl = await openFile(app, id);
      const other = new pg.Client(app.database.connection);
      await other.connect();
      try {
        await other.query('BEGIN; SELECT FROM downloads FOR UPDATE');
        const late = fetch(downloadUrl);
        const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await expect.poll(() => app.database.query(waits)).toHaveLength(1);
        await other.query(
          `UPDATE downloads SET finisher = gen_random_uuid(), finishing_until = clock_timestamp() + interval '10 seconds';
           COMMIT`,
        );
        expect((await late).status).toBe(429);
      } finally {
        await other.end();
      }
    });

    it('may be finished by another one when the one that finished it falls silent', async () => {
      await clear();
      const bytes = randomBytes(100_000);
      const { id } = await share(app, bytes, { oneTime: true });
      const downloadUrl = await openFile(app, id);
      const raw = await openRaw(`GET ${downloadUrl}`);
      await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n./s);
      const refused = await fetch(downloadUrl, { headers: { Range: 'bytes=99999-' } });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
      expect((await fetch(downloadUrl, { headers: { Range: 'bytes=0-99998' } })).status).toBe(206);
      raw.socket.resetAndDestroy();
      await expect.poll(() => download(downloadUrl)).toBe(sha256(bytes));
    });

    it('opens no further when a server of an earlier version has counted its last view', async () => {
      const { id } = await share(app, Buffer.from('twice'), { maxViews: 2 });
      await openFile(app, id);
      await app.database.query('UPDATE transfers SET views = views + 1 WHERE id = $1', [id]);
      expect((await send(app.baseUrl, `POST /public/transfers/${id}/open`)).status).toBe(404);
    });

    it('counts as downloaded when its last bytes are on their way as its ten minutes end', async () => {
      await clear();
      const { id } = await share(app, randomBytes(100_000), { oneTime: true });
      const raw = await openRaw(`GET ${await openFile(app, id)}`);
      await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n[^]{100000}$/);
      await app.database.query(`UPDATE downloads SET expires_at = now()`);
      await app.sweep();
      raw.socket.end();
      const statement = `SELECT type, object->>'views' AS views FROM events WHERE object->>'id' = $1 ORDER BY type`;
      await expect
        .poll(() => app.database.query(statement, [id]))
        .toMatchObject([
          { type: 'transfer.completed', views: '1' },
          { type: 'transfer.created' },
          { type: 'transfer.deleted', views: '1' },
        ]);
      await app.sweep();
      expect(await left()).toEqual(NOTHING);
    });

    it('is wiped after ten minutes when nobody has downloaded it', async () => {
      await clear();
      const { id } = await share(app, randomBytes(300_000), { oneTime: true });
      const downloadUrl = await openFile(app, id);
      await app.database.query(`UPDATE downloads SET expires_at = now()`);
      expect(await download(downloadUrl)).toBe(404);
      await app.sweep();
      expect(await left()).toEqual(NOTHING);
    });
  });

  it('breaks off in the download when it is deleted, and does not end short', async () => {
    await clear();
    const { id } = await share(app, randomBytes(MOST));
    const raw = await openRaw(`GET ${await openFile(app, id)}`);
    await raw.until(new RegExp(`^HTTP/1\\.1 200 [^]*Content-Length: ${MOST}[^]*\r\n\r\n.`, 's'));
    raw.socket.pause();
    await app.database.query('DELETE FROM transfers WHERE id = $1', [id]);
    await app.sweep();
    await nothingLeft();
    raw.socket.resume();
    await expect(raw.until(/never/)).rejects.toThrow('The connection ended');
    expect(raw.received.length).toBeLessThan(MOST);
  });
});
