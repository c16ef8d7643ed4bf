import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@tempshare/contract';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce, download, openFile, put, sha256, share } from '../../support/files/file-transfers.ts';
import { holdMinutes } from '../../support/clocks/held-minutes.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import { atOnce, send } from '../../support/network/send.ts';
import { NOTHING, STORAGES, type FileStage } from '../../support/files/storages.ts';

const MIB = 1024 * 1024;
const MOST = limits.fileBytes;

describe.each(STORAGES)('a file in $name', ({ stage }) => {
  let files: FileStage;
  beforeAll(async () => void (files = await stage()));
  beforeEach(() => files.clear());

  it('comes down as it went up, with its length or as a stream', async () => {
    const { app } = files;
    for (const size of [0, 1, 262_143, 262_144, 262_145, 6 * MIB]) {
      const bytes = randomBytes(size);
      for (const body of [bytes, new Blob([bytes]).stream()]) {
        const { id, uploadUrl } = await announce(app, body === bytes ? { size } : {});
        const uploaded = await put(uploadUrl, body);
        expect(await uploaded.json()).toMatchObject({ success: true, size, sha256: sha256(bytes) });
        expect(await download(await openFile(app, id))).toBe(sha256(bytes));
      }
    }
  });

  it('is stored where the server is told to, sealed', async () => {
    await share(files.app, Buffer.from('the plain bytes'));
    const place = files.s3 ? { objects: 1 } : { chunks: 1 };
    expect(await files.left()).toEqual({ ...NOTHING, blobs: 1, ...place });
    const rows = await files.app.database.query<{ data: Buffer }>('SELECT data FROM blob_chunks');
    for (const { data } of rows) expect(data.includes('plain')).toBe(false);
  });

  it('that does not have the announced size leaves nothing, and may be sent again', async () => {
    const { id, uploadUrl } = await announce(files.app, { size: 1000 });
    for (const size of [999, 1001])
      for (const body of [randomBytes(size), new Blob([randomBytes(size)]).stream()])
        expect((await put(uploadUrl, body)).status).toBe(400);
    await files.nothingLeft();
    const bytes = randomBytes(1000);
    expect((await put(uploadUrl, bytes)).status).toBe(200);
    expect(await download(await openFile(files.app, id))).toBe(sha256(bytes));
  });

  it('for one view is wiped when it has been downloaded', async () => {
    const { app } = files;
    const bytes = randomBytes(1_000_000);
    const { id } = await share(app, bytes, { oneTime: true });
    const downloadUrl = await openFile(app, id);
    expect(await download(downloadUrl)).toBe(sha256(bytes));
    await expect.poll(() => download(downloadUrl)).toBe(404);
    await app.sweep();
    expect(await app.database.query('SELECT FROM files')).toHaveLength(0);
    expect(await files.left()).toEqual(NOTHING);
  });

  it('for one view is wiped after ten minutes when nobody has downloaded it', async () => {
    const { app } = files;
    const { id } = await share(app, randomBytes(300_000), { oneTime: true });
    const downloadUrl = await openFile(app, id);
    await app.database.query(`UPDATE downloads SET expires_at = now()`);
    expect(await download(downloadUrl)).toBe(404);
    await app.sweep();
    expect(await files.left()).toEqual(NOTHING);
  });

  it('for one view may be downloaded again when that broke off', async () => {
    for (const size of [20_000, 6 * MIB]) {
      const bytes = randomBytes(size);
      const { id } = await share(files.app, bytes, { oneTime: true });
      const downloadUrl = await openFile(files.app, id);
      for (let i = 0; i < 3; i++) {
        const raw = await openRaw(`GET ${downloadUrl}`);
        await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n./s);
        raw.socket.resetAndDestroy();
      }
      await expect.poll(() => download(downloadUrl)).toBe(sha256(bytes));
      await expect.poll(() => download(downloadUrl)).toBe(404);
    }
  });

  it('breaks off in the download when it is deleted, and does not end short', async () => {
    const { app } = files;
    const size = 12 * MIB;
    const { id } = await share(app, randomBytes(size));
    const raw = await openRaw(`GET ${await openFile(app, id)}`);
    await raw.until(new RegExp(`^HTTP/1\\.1 200 [^]*Content-Length: ${size}[^]*\r\n\r\n.`, 's'));
    raw.socket.pause();
    await app.database.query('DELETE FROM transfers WHERE id = $1', [id]);
    await app.sweep();
    await files.nothingLeft();
    raw.socket.resume();
    await expect(raw.until(/never/)).rejects.toThrow('The connection ended');
    expect(raw.received.length).toBeLessThan(size);
  });
});

describe('wherever it is stored, a file', () => {
  let files: FileStage;
  beforeAll(async () => void (files = await STORAGES[0]!.stage()));
  beforeEach(() => files.clear());
  const query = (sql: string, values?: unknown[]) => files.app.database.query(sql, values);
  const expectContinue = (url: string, size: number) =>
    openRaw(`PUT ${url}`, { 'Content-Length': size, Expect: '100-continue' });

  it('that is too large is refused by its length before any of it is read', async () => {
    const { uploadUrl } = await announce(files.app);
    const raw = await openRaw(`PUT ${uploadUrl}`, { 'Content-Length': MOST + 1 });
    await raw.until(/^HTTP\/1\.1 413 [^]*"payload_too_large"/);
    raw.socket.destroy();
    await files.nothingLeft();
    expect((await put(uploadUrl, Buffer.from('x'))).status).toBe(200);
  });

  it('that is too large and never ends is cut off, and its sender reads why', async () => {
    const { uploadUrl } = await announce(files.app);
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
    await files.nothingLeft();
  });

  it('is read no faster than it is stored', async () => {
    const { uploadUrl } = await announce(files.app);
    const other = new pg.Client(files.app.database.connection);
    await other.connect();
    await other.query('BEGIN; LOCK TABLE blob_chunks');
    const raw = await openRaw(`PUT ${uploadUrl}`, { 'Content-Length': MOST });
    const sending = raw.write(randomBytes(MOST));
    await raw.readBytes();
    const read: number[] = [];
    while (read.length < 2 || read.at(-1) !== read.at(-2)) {
      await delay(100);
      read.push(MOST - raw.socket.writableLength);
    }
    expect(read.at(-1)).toBeLessThan(MOST - 8 * MIB);
    await other.end();
    await sending;
    await raw.until(/^HTTP\/1\.1 (200|503)/);
    raw.socket.destroy();
  });

  it('whose sender asks before it sends is asked to go on, once', async () => {
    const { id, uploadUrl } = await announce(files.app);
    const raw = await expectContinue(uploadUrl, 5);
    await raw.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    await raw.write('hello');
    await raw.until(/\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*"size":5,/);
    expect(raw.received.match(/100 Continue/g)).toHaveLength(1);
    raw.socket.destroy();
    expect(await download(await openFile(files.app, id))).toBe(sha256(Buffer.from('hello')));
  });

  it('whose sender asks before it sends is refused without having sent anything', async () => {
    const raw = await expectContinue(`${files.app.baseUrl}/public/uploads/u_0123456789012345678901`, MOST);
    await raw.until(/^HTTP\/1\.1 404 [^]*"not_found"/);
    expect(raw.received).not.toContain('100 Continue');
    raw.socket.destroy();
  });

  /** Headers of every response, and those by which any origin may read it. */
  const PLAIN = /^(access-control-(allow-origin|expose-headers)|connection|date|ratelimit.*|x-request-id)$/;

  it.each([
    ['<svg onload=alert(1)>.svg', 'attachment; filename="<svg onload=alert(1)>.svg"'],
    ['\u202Efdp.exe', `attachment; filename="?fdp.exe"; filename*=UTF-8''%E2%80%AEfdp.exe`],
  ])('named %s is downloaded with nothing else that a browser could use', async (fileName, disposition) => {
    const { id } = await share(files.app, Buffer.from('<script>'), { fileName, mediaType: 'text/html' });
    const { headers, status } = await fetch(await openFile(files.app, id));
    expect(status).toBe(200);
    const ours = [...headers].filter(([name]) => !PLAIN.test(name));
    expect(Object.fromEntries(ours)).toEqual({
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'content-disposition': disposition,
      'content-length': '8',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-type': 'application/octet-stream',
      'cross-origin-resource-policy': 'same-origin',
      etag: expect.stringMatching(/^"file_[0-9A-Za-z]{22}"$/),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is not used up by looking at its upload URL', async () => {
    const { uploadUrl } = await announce(files.app, { oneTime: true });
    for (const method of ['HEAD', 'GET', 'POST', 'DELETE'])
      expect((await fetch(uploadUrl, { method })).status).toBe(405);
    expect((await put(uploadUrl, randomBytes(10))).status).toBe(200);
  });

  describe('for one view', () => {
    const shareOnce = async (bytes: Buffer<ArrayBuffer>) => {
      const { id } = await share(files.app, bytes, { oneTime: true });
      return { id, downloadUrl: await openFile(files.app, id) };
    };
    /** A download of which everything is on its way, and nothing was read but the head. */
    const beginAtOnce = async (bytes: Buffer<ArrayBuffer>) => {
      const once = await shareOnce(bytes);
      const raw = await openRaw(`GET ${once.downloadUrl}`);
      await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n/);
      raw.socket.pause();
      await expect.poll(finishers).toHaveLength(1);
      return { ...once, raw };
    };
    const finishers = () => query('SELECT FROM downloads WHERE finisher IS NOT NULL');
    const views = async (id: string) =>
      (await query('SELECT views FROM transfers WHERE id = $1', [id])).map((row: any) => row.views)[0];

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

    it.each([20_000, 4 * MIB])(
      'of %i bytes comes whole to one of several downloads at once, and to no other',
      async (size) => {
        const bytes = randomBytes(size);
        const { downloadUrl } = await shareOnce(bytes);
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
        await files.app.sweep();
        await files.nothingLeft();
      },
    );

    it('is finished by nobody whose claim has waited for that of another', async () => {
      const { downloadUrl } = await shareOnce(Buffer.from('once'));
      const other = new pg.Client(files.app.database.connection);
      await other.connect();
      try {
        await other.query('BEGIN; SELECT FROM downloads FOR UPDATE');
        const late = fetch(downloadUrl);
        const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await expect.poll(() => query(waits)).toHaveLength(1);
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
      const bytes = randomBytes(100_000);
      const { downloadUrl } = await shareOnce(bytes);
      const raw = await openRaw(`GET ${downloadUrl}`);
      await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n./s);
      const refused = await fetch(downloadUrl, { headers: { Range: 'bytes=99999-' } });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
      expect((await fetch(downloadUrl, { headers: { Range: 'bytes=0-99998' } })).status).toBe(206);
      raw.socket.resetAndDestroy();
      await expect.poll(() => download(downloadUrl)).toBe(sha256(bytes));
    });

    it('opens no further when a server of an earlier version has counted its last view', async () => {
      const { id } = await share(files.app, Buffer.from('twice'), { maxViews: 2 });
      await openFile(files.app, id);
      await query('UPDATE transfers SET views = views + 1 WHERE id = $1', [id]);
      expect((await send(files.app.baseUrl, `POST /public/transfers/${id}/open`)).status).toBe(404);
    });

    it('counts as downloaded when its last bytes are on their way as its ten minutes end', async () => {
      const { id, downloadUrl } = await shareOnce(randomBytes(100_000));
      const raw = await openRaw(`GET ${downloadUrl}`);
      await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n[^]{100000}$/);
      await query(`UPDATE downloads SET expires_at = now()`);
      await files.app.sweep();
      raw.socket.end();
      const statement = `SELECT type, object->>'views' AS views FROM events WHERE object->>'id' = $1 ORDER BY type`;
      await expect
        .poll(() => query(statement, [id]))
        .toMatchObject([
          { type: 'transfer.completed', views: '1' },
          { type: 'transfer.created' },
          { type: 'transfer.deleted', views: '1' },
        ]);
      await files.app.sweep();
      expect(await files.left()).toEqual(NOTHING);
    });
  });
});
