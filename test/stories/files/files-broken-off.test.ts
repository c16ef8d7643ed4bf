import { randomBytes, randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import {
  announce,
  download,
  openFile,
  put,
  remove,
  sha256,
  share,
} from '../../support/files/file-transfers.ts';
import { openRaw, type RawConnection } from '../../support/network/raw-http.ts';
import type { S3Server } from '../../support/files/s3-server.ts';
import { atOnce, tally } from '../../support/network/send.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';
import { NOTHING, STORAGES, stored } from '../../support/files/storages.ts';

const MIB = 1024 * 1024;
const WAIT = { timeout: 60_000, interval: 50 };

describe.each(STORAGES)('with files in $name', ({ start }) => {
  let app: TestApp;
  let s3: S3Server | undefined;
  let env: Record<string, string>;
  beforeAll(async () => {
    s3 = await start();
    env = { ...s3?.env, ENCRYPTION_KEYS: randomBytes(32).toString('base64') };
    app = await startApp(env);
  });
  afterAll(async () => {
    await app.close();
    await s3?.close();
  });
  /** A server in a process of its own, on the same database. */
  const startProcess = async (): Promise<ServerProcess & { apiKey: string }> => {
    const limits = { RATE_LIMIT_KEY: '1000000', RATE_LIMIT_ANONYMOUS: '1000000', LOG_LEVEL: 'silent' };
    const server = await startServerProcess({ ...env, ...limits, DATABASE_URL: app.database.url });
    return { ...server, apiKey: app.apiKey };
  };
  const left = () => stored(app.database, s3);
  const clear = async (): Promise<void> => {
    await app.database.query('DELETE FROM transfers');
    await app.database.query(
      `UPDATE blobs SET doomed_at = now() WHERE doomed_at > now() + interval '1 hour'`,
    );
    await app.sweep();
    await expect.poll(left, WAIT).toEqual(NOTHING);
  };
  /** Sends an upload up to some point, and leaves it there. */
  const begin = async (uploadUrl: string, bytes: Buffer, end: number): Promise<RawConnection> => {
    const raw = await openRaw(`PUT ${uploadUrl}`, { 'Content-Length': bytes.length });
    await raw.write(bytes.subarray(0, end));
    return raw;
  };
  const path = (url: string): string => new URL(url).pathname;
  const statusOf = async (raw: RawConnection): Promise<number> =>
    Number((await raw.until(/^HTTP\/1\.1 (\d+) [^]*\r\n\r\n[^]*}/))[1]);

  it('200 uploads that break off leave nothing behind', { timeout: 180_000 }, async () => {
    const server = await startProcess();
    const descriptors = async () => (await readdir(`/proc/${server.pid}/fd`)).length;
    // As many connections to everything as there will be.
    const warm = await atOnce(20, () => share(server, randomBytes(400_000)));
    await atOnce(20, (i) => remove(server, (warm[i] as { id: string }).id));
    await clear();
    const before = await descriptors();

    // Over the other server, whose connections are not counted.
    const announced = await atOnce(200, () => announce(app));
    for (let at = 0; at < 200; at += 20) {
      await atOnce(20, async (i) => {
        const { uploadUrl } = announced[at + i] as { uploadUrl: string };
        const bytes = randomBytes(i === 0 ? 6 * MIB : 400_000);
        const raw = await begin(
          server.url + path(uploadUrl),
          bytes,
          i % 2 ? bytes.length - 1 : randomInt(bytes.length),
        );
        if (i % 3) raw.socket.resetAndDestroy();
        else raw.socket.destroy();
      });
    }
    await expect.poll(left, WAIT).toEqual(NOTHING);
    await expect.poll(descriptors, WAIT).toBeLessThanOrEqual(before);
    const bytes = randomBytes(400_000);
    for (const { id, uploadUrl } of announced.filter((_, i) => i % 40 === 0)) {
      expect((await put(server.url + path(uploadUrl), bytes)).status).toBe(200);
      expect(await download(await openFile(server, id))).toBe(sha256(bytes));
    }
    await server.stop();
  });

  it(
    'a server that is killed in the middle of uploads completes none of them',
    { timeout: 120_000 },
    async () => {
      await clear();
      let server = await startProcess();
      const bytes = randomBytes(12 * MIB);
      const announced = await atOnce(4, () => announce(server));
      const begun = await Promise.all(
        announced.map(({ uploadUrl }) => begin(uploadUrl, bytes, bytes.length - 1)),
      );
      await expect.poll(left, WAIT).toMatchObject(s3 ? { unfinished: 4 } : { chunks: 4 * 46 });
      await server.stop('SIGKILL');
      for (const raw of begun) await expect(statusOf(raw)).rejects.toThrow('The connection ended');

      server = await startProcess();
      expect(await app.database.query('SELECT FROM files WHERE blob_id IS NOT NULL')).toHaveLength(0);
      const [first] = announced as [{ id: string; uploadUrl: string }];
      expect((await put(server.url + path(first.uploadUrl), bytes)).status).toBe(200);
      await app.sweep();
      expect(await left()).toMatchObject({ blobs: 5 });
      await app.database.query(`UPDATE blobs SET doomed_at = doomed_at - interval '2 hours'`);
      await app.sweep();
      const whole = { ...NOTHING, blobs: 1, ...(s3 ? { objects: 1 } : { chunks: 48 }) };
      await expect.poll(left, WAIT).toEqual(whole);
      const opened = await openFile(server, first.id);
      expect(await download(server.url + path(opened))).toBe(sha256(bytes));
      await server.stop();
    },
  );

  it('the first of two uploads to one URL that is complete wins, and one blob is left', async () => {
    await clear();
    const { id, uploadUrl } = await announce(app);
    const both = [randomBytes(600_000), randomBytes(700_000)];
    const begun = await Promise.all(both.map((bytes) => begin(uploadUrl, bytes, bytes.length - 1)));
    begun.forEach((raw, i) => void raw.write((both[i] as Buffer).subarray(-1)));
    const statuses = await Promise.all(begun.map(statusOf));
    expect([...statuses].sort()).toEqual([200, 404]);
    await expect.poll(left, WAIT).toMatchObject({ blobs: 1, unfinished: 0 });
    const winner = both[statuses.indexOf(200)] as Buffer;
    expect(await download(await openFile(app, id))).toBe(sha256(winner));
    expect((await put(uploadUrl, randomBytes(10))).status).toBe(404);
    begun.forEach((raw) => raw.socket.destroy());
  });

  it('a transfer that is deleted while its last byte comes is gone with its file', async () => {
    await clear();
    const bytes = randomBytes(300_000);
    const statuses = await atOnce(20, async (i) => {
      const { id, uploadUrl } = await announce(app);
      const raw = await begin(uploadUrl, bytes, bytes.length - 1);
      // On a busy machine either may be told to come again, which leaves nothing behind.
      const deleting = async (): Promise<void> => {
        if (i % 2) await app.database.query('SELECT pg_sleep(0.001 * $1::int)', [i]);
        await expect.poll(() => remove(app, id), WAIT).toBe(200);
      };
      const [, , status] = await Promise.all([raw.write(bytes.subarray(-1)), deleting(), statusOf(raw)]);
      raw.socket.destroy();
      return { status };
    });
    for (const status of Object.keys(tally(statuses))) expect(['200', '404', '503']).toContain(status);
    await app.sweep();
    await expect.poll(left, WAIT).toEqual(NOTHING);
    expect(await app.database.query('SELECT FROM files')).toHaveLength(0);
  });

  it('a transfer that expires before its last byte comes takes no file', async () => {
    await clear();
    const bytes = randomBytes(300_000);
    const { id, uploadUrl } = await announce(app, { expiration: '15m' });
    const raw = await begin(uploadUrl, bytes, bytes.length - 1);
    const age = `created_at = created_at - interval '15 minutes', expires_at = expires_at - interval '15 minutes'`;
    await app.database.query(`UPDATE transfers SET ${age} WHERE id = $1`, [id]);
    await raw.write(bytes.subarray(-1));
    expect(await statusOf(raw)).toBe(404);
    raw.socket.destroy();
    await expect.poll(left, WAIT).toEqual(NOTHING);
  });

  it('an upload that went on for longer than blobs are kept is refused, whoever removes its bytes', async () => {
    await clear();
    const bytes = randomBytes(300_000);
    const { uploadUrl } = await announce(app);
    const raw = await begin(uploadUrl, bytes, bytes.length - 1);
    await expect.poll(left, WAIT).toMatchObject({ blobs: 1 });
    await app.database.query(`UPDATE blobs SET doomed_at = now() - interval '1 second'`);
    await raw.write(bytes.subarray(-1));
    expect(await statusOf(raw)).toBe(404);
    raw.socket.destroy();
    await expect.poll(left, WAIT).toEqual(NOTHING);
    expect((await put(uploadUrl, bytes)).status).toBe(200);
  });

  it('an upload of which the storage has lost something is a 503, leaves nothing, and can be repeated', async () => {
    await clear();
    const bytes = randomBytes(900_000);
    const losses = s3
      ? [() => Promise.resolve()]
      : ['DELETE FROM blob_chunks WHERE seq = 0', 'UPDATE blob_chunks SET data = $$x$$ WHERE seq = 1'].map(
          (loss) => () => app.database.query(loss),
        );
    for (const lose of losses) {
      const { id, uploadUrl } = await announce(app);
      const raw = await begin(uploadUrl, bytes, bytes.length - 1);
      if (!s3) await expect.poll(left, WAIT).toMatchObject({ chunks: 2 });
      await lose();
      if (s3)
        s3.fault = (asked, response) => {
          if (asked.startsWith('HEAD')) response.writeHead(200, { 'content-length': 899_999 }).end();
          return asked.startsWith('HEAD');
        };
      await raw.write(bytes.subarray(-1));
      const [, status, wait] = await raw.until(/^HTTP\/1\.1 (\d+) [^]*\r\nRetry-After: (\d+)\r\n[^]*}/);
      expect([status, wait]).toEqual(['503', '5']);
      raw.socket.destroy();
      if (s3) s3.fault = undefined;
      await expect.poll(left, WAIT).toEqual(NOTHING);
      expect((await put(uploadUrl, bytes)).status).toBe(200);
      expect(await download(await openFile(app, id))).toBe(sha256(bytes));
      await clear();
    }
  });

  it('sweeps that run at once remove each blob, and no file', async () => {
    await clear();
    const kept = await share(app, randomBytes(300_000));
    const bytes = randomBytes(300_000);
    const begun = await atOnce(25, async () =>
      begin((await announce(app)).uploadUrl, bytes, bytes.length - 1),
    );
    await expect.poll(left, WAIT).toMatchObject({ blobs: 26 });
    await app.database.query(`UPDATE blobs SET doomed_at = doomed_at - interval '2 hours'`);
    await atOnce(4, () => app.sweep());
    expect(await left()).toMatchObject({ blobs: 1 });
    begun.forEach((raw) => raw.socket.destroy());
    await expect.poll(left, WAIT).toEqual({ ...NOTHING, blobs: 1, ...(s3 ? { objects: 1 } : { chunks: 2 }) });
    expect(typeof (await download(await openFile(app, kept.id)))).toBe('string');
  });
});
