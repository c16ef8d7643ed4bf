import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { S3Blobs } from '../../../server/src/storage/blobs/s3-blobs.ts';
import type { S3Server } from '../../support/files/s3-server.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import { NOTHING, STORAGES, stored, type FileStage } from '../../support/files/storages.ts';

let files: FileStage;
let s3: S3Server;
let app: TestApp;
beforeAll(async () => {
  files = await STORAGES[1]!.stage();
  app = files.app;
  s3 = files.s3!;
});
beforeEach(() => files.clear());
afterEach(() => void (s3.fault = undefined));

const breakDown = (): void => {
  s3.fault = (_, response) => {
    response.destroy();
    return true;
  };
};

describe('while S3 is away', () => {
  it('an upload is told to come again, and its URL takes it then', async () => {
    const bytes = randomBytes(300_000);
    const { id, uploadUrl } = await announce(app);
    breakDown();
    const refused = await put(uploadUrl, bytes);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'service_unavailable' });
    s3.fault = undefined;
    expect((await put(uploadUrl, bytes)).status).toBe(200);
    expect(await download(await openFile(app, id))).toBe(sha256(bytes));
  });

  it('what S3 carries out after it was given up goes as well', async () => {
    const { uploadUrl } = await announce(app);
    let key = '';
    const done: string[] = [];
    s3.fault = (what, response) => {
      response.on('finish', () => done.push(what));
      key = /^PUT \/files\/(\S+)\?/.exec(what)?.[1] ?? key;
      if (what.startsWith('PUT')) response.destroy();
      return what.startsWith('PUT');
    };
    const before = await s3.objects();
    expect((await put(uploadUrl, randomBytes(300_000))).status).toBe(503);
    await expect.poll(() => done.at(-1)).toMatch(`DELETE /files/${key}`);
    await s3.store(key);
    expect(await s3.objects()).toEqual([...before, key].sort());
    await app.database.query('UPDATE blobs SET doomed_at = now() WHERE doomed_at IS NOT NULL');
    await app.sweep();
    expect(await s3.objects()).toEqual(before);
    expect(await app.database.query('SELECT FROM blobs WHERE doomed_at IS NOT NULL')).toEqual([]);
  });

  it('a download is told to come again, and is not used up', async () => {
    const bytes = randomBytes(300_000);
    const { id } = await share(app, bytes, { oneTime: true });
    const downloadUrl = await openFile(app, id);
    breakDown();
    expect(await download(downloadUrl)).toBe(503);
    s3.fault = undefined;
    expect(await download(downloadUrl)).toBe(sha256(bytes));
  });

  it('a download that is under way breaks', async () => {
    const { id } = await share(app, randomBytes(12_000_000));
    const response = await fetch(await openFile(app, id));
    breakDown();
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  });

  it('deleting ends access at once; the bytes go when S3 is back', async () => {
    const { id } = await share(app, randomBytes(300_000));
    const downloadUrl = await openFile(app, id);
    breakDown();
    expect(await remove(app, id)).toBe(200);
    expect(await download(downloadUrl)).toBe(404);
    await expect(app.sweep()).rejects.toThrow('The file storage cannot be reached');
    s3.fault = undefined;
    expect((await files.left()).objects).toBeGreaterThan(0);
    await app.database.query(
      `UPDATE blobs SET doomed_at = now() WHERE doomed_at < now() + interval '1 hour'`,
    );
    await app.sweep();
    await expect.poll(files.left).toMatchObject({ blobs: 0, objects: 0 });
  });
});

describe('while S3 takes its time', () => {
  it.each([
    ['to store them', 'PUT /files/'],
    ['to say how many there are', 'HEAD /files/'],
  ])('a transfer that is deleted is gone with its bytes: it is yet %s', async (_, held) => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    s3.fault = async (asked) => {
      if (asked.startsWith(held)) {
        reached.resolve();
        await goOn.promise;
      }
      return false;
    };
    const { id, uploadUrl } = await announce(app);
    const sent = put(uploadUrl, randomBytes(300_000));
    await reached.promise;
    expect(await remove(app, id)).toBe(200);
    await app.sweep();
    goOn.resolve();
    expect((await sent).status).toBe(404);
    await expect.poll(files.left).toEqual(NOTHING);
  });
});

describe('while a client of a download reads nothing', () => {
  /** More than the buffers of two sockets hold. */
  const SIZE = 20_000_000;
  const bytes = randomBytes(SIZE);
  const prefix = 'tempshare/';
  /** The storage, used by someone else. */
  const foreign = () =>
    new S3Blobs({
      bucket: s3.env.S3_BUCKET as string,
      prefix,
      region: 'us-east-1',
      endpoint: s3.url,
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
  /** A download that has come to a stop, and its blob. */
  const begin = async () => {
    const { id } = await share(app, bytes);
    const downloadUrl = await openFile(app, id);
    const [key] = await s3.objects();
    const requests = { begun: 0, open: 0 };
    s3.fault = (_, response) => {
      requests.begun++;
      requests.open++;
      response.once('close', () => requests.open--);
      return false;
    };
    const raw = await openRaw(`GET ${downloadUrl}`);
    await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n./s);
    raw.socket.pause();
    let before = -1;
    const isStill = (): boolean => before === (before = requests.begun);
    await expect.poll(isStill, { interval: 500, timeout: 20_000 }).toBe(true);
    return { raw, requests, blob: { id: (key as string).slice(prefix.length) } };
  };
  const content = (received: string): Buffer =>
    Buffer.from(received.slice(received.indexOf('\r\n\r\n') + 4), 'latin1');

  it('it holds no connection to S3, and goes on when the client does', async () => {
    const { raw, requests } = await begin();
    expect(requests.open).toBe(0);
    const { begun } = requests;
    raw.socket.resume();
    await expect.poll(() => content(raw.received).length, { timeout: 20_000 }).toBe(SIZE);
    expect(content(raw.received).equals(bytes)).toBe(true);
    expect(requests.begun).toBeGreaterThan(begun);
    raw.socket.destroy();
  });

  it.each(['changes', 'vanishes'])('it breaks without a wrong byte if its object %s', async (change) => {
    const { raw, blob } = await begin();
    if (change === 'vanishes') await foreign().remove(blob);
    else {
      const other = randomBytes(SIZE + 28 * Math.ceil(SIZE / 262_144));
      await foreign().write(
        blob,
        (async function* () {
          yield other;
        })(),
      );
    }
    const closed = once(raw.socket, 'close');
    raw.socket.resume();
    await closed;
    const received = content(raw.received);
    expect(received.length).toBeLessThan(SIZE);
    expect(received.equals(bytes.subarray(0, received.length))).toBe(true);
  });
});

it('files from before S3 was set up are read and removed where they are', async () => {
  const before = await STORAGES[0]!.stage();
  await before.clear();
  const since = await startApp({ ...before.env, ...s3.env }, before.app.database);
  const both = { baseUrl: since.baseUrl, apiKey: before.app.apiKey };
  const bytes = randomBytes(300_000);
  const old = await share(before.app, bytes);
  const added = await share(both, bytes);
  expect(await stored(before.app.database, s3)).toMatchObject({ blobs: 2, chunks: 2, objects: 1 });
  const { pathname } = new URL(await openFile(both, old.id));
  expect(await download(since.url + pathname)).toBe(sha256(bytes));
  expect([await remove(both, old.id), await remove(both, added.id)]).toEqual([200, 200]);
  expect(await stored(before.app.database, s3)).toMatchObject({ blobs: 1, chunks: 0 });
  await since.sweep();
  await since.close({ keepDatabase: true });
});
