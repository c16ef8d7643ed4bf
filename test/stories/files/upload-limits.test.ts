import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@tempshare/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announce, download, openFile, put, sha256 } from '../../support/files/file-transfers.ts';
import { STORAGES, type FileStage } from '../../support/files/storages.ts';
import { further } from '../../support/further.ts';
import { openRaw } from '../../support/network/raw-http.ts';

const MIB = 1024 * 1024;
const MOST = limits.fileBytes;

describe('an upload', () => {
  let files: FileStage;
  beforeAll(async () => void (files = await STORAGES[0]!.stage()));
  beforeEach(() => files.clear());
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

  // The server keeps the connection for ten seconds, so that the response is read.
  it.runIf(further)('that is too large and never ends is cut off, and its sender reads why', async () => {
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
    const other = await files.app.database.connect();
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
});
