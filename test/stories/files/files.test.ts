import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announce, download, openFile, put, sha256, share } from '../../support/files/file-transfers.ts';
import { further } from '../../support/further.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import { NOTHING, STORAGES, type FileStage } from '../../support/files/storages.ts';

const MIB = 1024 * 1024;
/** S3 follows in `npm run test:all`. */
const TESTED = STORAGES.filter(({ name }) => (name === 'S3') === further);

describe.each(TESTED)('a file in $name', ({ stage }) => {
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

  /** Headers of every response, and those by which any origin may read it. */
  const PLAIN = /^(access-control-(allow-origin|expose-headers)|connection|date|ratelimit.*|x-request-id)$/;

  it.each([
    ['<svg onload=alert(1)>.svg', 'attachment; filename="<svg onload=alert(1)>.svg"'],
    ['\u202Efdp.exe', 'attachment; filename="fdp.exe"'],
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
});
