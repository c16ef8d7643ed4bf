import { randomBytes, randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  announce,
  download,
  openFile,
  put,
  remove,
  sha256,
  share,
} from '../../support/files/file-transfers.ts';
import { NOTHING, STORAGES, type FileStage } from '../../support/files/storages.ts';
import { further } from '../../support/further.ts';
import { openRaw, type RawConnection } from '../../support/network/raw-http.ts';
import { atOnce } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const MIB = 1024 * 1024;
/** S3 follows in `npm run test:all`. */
const TESTED = STORAGES.filter(({ name }) => (name === 'S3') === further);

describe.each(TESTED)('with files in $name', ({ stage }) => {
  let files: FileStage;
  let app: FileStage['app'];
  beforeAll(async () => {
    files = await stage();
    app = files.app;
  });
  beforeEach(() => files.clear());
  const query = (sql: string) => app.database.query(sql);
  /** Sends the first `end` bytes of an upload. */
  const begin = async (uploadUrl: string, bytes: Buffer, end = bytes.length - 1): Promise<RawConnection> => {
    const raw = await openRaw(`PUT ${uploadUrl}`, { 'Content-Length': bytes.length });
    await raw.write(bytes.subarray(0, end));
    return raw;
  };
  const path = (url: string): string => new URL(url).pathname;
  const statusOf = async (raw: RawConnection): Promise<number> =>
    Number((await raw.until(/^HTTP\/1\.1 (\d+) [^]*\r\n\r\n[^]*}/))[1]);

  it('uploads that break off leave neither bytes nor descriptors behind', async () => {
    const descriptors = async () => (await readdir('/proc/self/fd')).length;
    const breakOff = async () => {
      const announced = await atOnce(20, () => announce(app));
      await atOnce(20, async (i) => {
        const bytes = randomBytes(i === 0 ? 6 * MIB : 400_000);
        const raw = await begin(announced[i]!.uploadUrl, bytes, i % 2 ? undefined : randomInt(bytes.length));
        if (i % 3) raw.socket.resetAndDestroy();
        else raw.socket.destroy();
      });
      await files.nothingLeft();
      return announced[0]!;
    };
    // Opens as many connections to the storage as there will be.
    await breakOff();
    const before = await descriptors();
    const { id, uploadUrl } = await breakOff();
    await expect.poll(descriptors).toBeLessThanOrEqual(before);
    const bytes = randomBytes(400_000);
    expect((await put(uploadUrl, bytes)).status).toBe(200);
    expect(await download(await openFile(app, id))).toBe(sha256(bytes));
  });

  it('a server that is killed in the middle of uploads completes none of them', async () => {
    const limits = { RATE_LIMIT_KEY: '1000000', RATE_LIMIT_ANONYMOUS: '1000000', LOG_LEVEL: 'silent' };
    const start = (): Promise<ServerProcess> => startServerProcess({ ...files.env, ...limits });
    const killed = await start();
    const bytes = randomBytes(6 * MIB);
    const announced = await atOnce(2, () => announce(app));
    const begun = await atOnce(2, (i) => begin(killed.url + path(announced[i]!.uploadUrl), bytes));
    await expect.poll(files.left).toMatchObject(files.s3 ? { unfinished: 2 } : { chunks: 2 * 22 });
    await killed.stop('SIGKILL');
    for (const raw of begun) await expect(statusOf(raw)).rejects.toThrow('The connection ended');
    expect(await query('SELECT FROM files WHERE blob_id IS NOT NULL')).toHaveLength(0);

    const { id, uploadUrl } = announced[0]!;
    expect((await put(uploadUrl, bytes)).status).toBe(200);
    await app.sweep();
    expect(await files.left()).toMatchObject({ blobs: 3 });
    await query(`UPDATE blobs SET doomed_at = doomed_at - interval '2 hours'`);
    await app.sweep();
    const whole = { ...NOTHING, blobs: 1, ...(files.s3 ? { objects: 1 } : { chunks: 24 }) };
    await expect.poll(files.left).toEqual(whole);
    expect(await download(await openFile(app, id))).toBe(sha256(bytes));
  });

  it('the first of two uploads to one URL that is complete wins, and one blob is left', async () => {
    const { id, uploadUrl } = await announce(app);
    const both = [randomBytes(600_000), randomBytes(700_000)];
    const begun = await Promise.all(both.map((bytes) => begin(uploadUrl, bytes)));
    begun.forEach((raw, i) => void raw.write(both[i]!.subarray(-1)));
    const statuses = await Promise.all(begun.map(statusOf));
    expect([...statuses].sort()).toEqual([200, 404]);
    await expect.poll(files.left).toMatchObject({ blobs: 1, unfinished: 0 });
    expect(await download(await openFile(app, id))).toBe(sha256(both[statuses.indexOf(200)]!));
    begun.forEach((raw) => raw.socket.destroy());
  });

  it('a transfer that is deleted while its last byte comes is gone with its file', async () => {
    const bytes = randomBytes(300_000);
    await atOnce(12, async (i) => {
      const { id, uploadUrl } = await announce(app);
      const raw = await begin(uploadUrl, bytes);
      // A busy machine may answer 503 to either, which leaves nothing behind.
      const deleting = async (): Promise<void> => {
        if (i % 2) await app.database.query('SELECT pg_sleep(0.001 * $1::int)', [i]);
        await expect.poll(() => remove(app, id)).toBe(200);
      };
      const [, , status] = await Promise.all([raw.write(bytes.subarray(-1)), deleting(), statusOf(raw)]);
      expect([200, 404, 503]).toContain(status);
      raw.socket.destroy();
    });
    await app.sweep();
    await files.nothingLeft();
    expect(await query('SELECT FROM files')).toHaveLength(0);
  });

  it.each([
    [
      'its transfer expires before its last byte comes',
      `UPDATE transfers SET created_at = created_at - interval '15 minutes', expires_at = expires_at - interval '15 minutes'`,
    ],
    ['it took longer than blobs are kept', `UPDATE blobs SET doomed_at = now() - interval '1 second'`],
  ])('an upload is refused and leaves nothing when %s', async (_, change) => {
    const bytes = randomBytes(300_000);
    const { uploadUrl } = await announce(app, { expiration: '15m' });
    const raw = await begin(uploadUrl, bytes);
    await expect.poll(files.left).toMatchObject({ blobs: 1 });
    await query(change);
    await raw.write(bytes.subarray(-1));
    expect(await statusOf(raw)).toBe(404);
    raw.socket.destroy();
    await files.nothingLeft();
    expect((await put(uploadUrl, bytes)).status).toBe(change.includes('blobs') ? 200 : 404);
  });

  it('an upload of which the storage has lost something is a 503, leaves nothing, and can be repeated', async () => {
    const bytes = randomBytes(900_000);
    const { s3 } = files;
    const losses = s3
      ? [undefined]
      : ['DELETE FROM blob_chunks WHERE seq = 0', 'UPDATE blob_chunks SET data = $$x$$ WHERE seq = 1'];
    for (const loss of losses) {
      const { id, uploadUrl } = await announce(app);
      const raw = await begin(uploadUrl, bytes);
      if (loss) {
        await expect.poll(files.left).toMatchObject({ chunks: 2 });
        await query(loss);
      }
      if (s3)
        s3.fault = (asked, response) => {
          if (asked.startsWith('HEAD')) response.writeHead(200, { 'content-length': 899_999 }).end();
          return asked.startsWith('HEAD');
        };
      await raw.write(bytes.subarray(-1));
      await raw.until(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: 5\r\n[^]*}/);
      raw.socket.destroy();
      if (s3) s3.fault = undefined;
      await files.nothingLeft();
      expect((await put(uploadUrl, bytes)).status).toBe(200);
      expect(await download(await openFile(app, id))).toBe(sha256(bytes));
      await files.clear();
    }
  });

  it('sweeps that run at once remove each blob, and no file', async () => {
    const bytes = randomBytes(300_000);
    const kept = await share(app, bytes);
    const begun = await atOnce(10, async () => begin((await announce(app)).uploadUrl, bytes));
    await expect.poll(files.left).toMatchObject({ blobs: 11 });
    await query(`UPDATE blobs SET doomed_at = doomed_at - interval '2 hours'`);
    await atOnce(4, () => app.sweep());
    expect(await files.left()).toMatchObject({ blobs: 1 });
    begun.forEach((raw) => raw.socket.destroy());
    const whole = { ...NOTHING, blobs: 1, ...(files.s3 ? { objects: 1 } : { chunks: 2 }) };
    await expect.poll(files.left).toEqual(whole);
    expect(await download(await openFile(app, kept.id))).toBe(sha256(bytes));
  });
});
