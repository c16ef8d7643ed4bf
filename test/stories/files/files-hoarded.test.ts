import { once } from 'node:events';
import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { announce, openFile, share, type Announced } from '../../support/files/file-transfers.ts';
import { openRaw, type RawConnection } from '../../support/network/raw-http.ts';
import { atOnce } from '../../support/network/send.ts';

const MOST = 50;
const HOARDER = '203.0.113.1';
const EXPECT = { Expect: '100-continue' };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1', MIN_UPLOAD_BYTES_PER_SECOND: '0' });
});
afterAll(() => app.close());

/** Begins an upload of 10 bytes from an address. */
const begin = ({ uploadUrl }: Announced, address: string, headers = {}): Promise<RawConnection> =>
  openRaw(`PUT ${uploadUrl}`, {
    'Content-Length': 10,
    'Content-Type': 'application/octet-stream',
    'X-Forwarded-For': address,
    ...headers,
  });

/** The response to a client that downloads a missing file. */
const look = (address: string): Promise<Response> =>
  fetch(`${app.baseUrl}/public/downloads/none`, { headers: { 'X-Forwarded-For': address } });
const statusOf = async (address: string): Promise<number> => (await look(address)).status;

describe('whoever has many slow files on their way', () => {
  let begun: RawConnection[];
  let spare: Announced;
  beforeAll(async () => {
    // Each of these may be sent twice at once.
    const announced = await atOnce(MOST / 2, () => announce(app, { size: 10 }));
    begun = await atOnce(MOST, async (i) => {
      const raw = await begin(announced[i >> 1] as Announced, HOARDER, EXPECT);
      expect((await raw.until(/^HTTP\/1\.1 (\d+)/))[1], raw.received).toBe('100');
      await raw.write('x');
      return raw;
    });
    spare = await announce(app, { size: 1 });
  });
  afterAll(() => begun.forEach((raw) => raw.socket.destroy()));

  it('gets no more of them, and is told when to come again', async () => {
    await expect.poll(() => statusOf(HOARDER)).toBe(429);
    const refused = await look(HOARDER);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  });

  it('keeps nobody else from sending and fetching files, nor from anything else', async () => {
    const sent = await fetch(spare.uploadUrl, {
      method: 'PUT',
      body: 'x',
      headers: { 'Content-Type': 'application/octet-stream', 'X-Forwarded-For': '203.0.113.2' },
    });
    expect(sent.status).toBe(200);
    expect(await statusOf('203.0.113.2')).toBe(404);
    const headers = { 'X-Forwarded-For': HOARDER };
    expect((await fetch(`${app.baseUrl}/public/transfers/${spare.id}`, { headers })).status).toBe(200);
  });

  it('may go on as soon as one has ended, however it did', async () => {
    begun[0]?.socket.resetAndDestroy();
    await expect.poll(() => statusOf(HOARDER)).toBe(404);
  });
});

describe('when all places for files are taken by slow ones', () => {
  const SIZE = limits.fileBytes;
  let downloads: RawConnection[];
  let uploads: RawConnection[];
  beforeAll(async () => {
    const file = await share(app, Buffer.alloc(SIZE));
    const downloadUrl = await openFile(app, file.id);
    downloads = await atOnce(2, () => openRaw(`GET ${downloadUrl}`, { 'X-Forwarded-For': '198.51.100.1' }));
    // Before anything has come, lest the system take all of it.
    for (const { socket } of downloads) socket.pause();
    // Each of these may be sent twice at once.
    const announced = await atOnce(249, () => announce(app, { size: 10 }));
    uploads = await atOnce(498, async (i) => {
      // The first two are of one address, the others each of another.
      const raw = await begin(
        announced[i >> 1] as Announced,
        `203.0.${i >> 7}.${Math.max(i, 1) & 127}`,
        EXPECT,
      );
      await raw.until(/^HTTP\/1\.1 100/);
      await raw.write('1');
      return raw;
    });
  });
  afterAll(() => [...downloads, ...uploads].forEach((raw) => raw.socket.destroy()));

  const isBroken = ({ received }: RawConnection): boolean => /^HTTP\/1\.1 503/m.test(received);
  /** Begins an upload. Whoever is slow has been so for a moment before it has to give way. */
  const upload = async (address: string): Promise<RawConnection> => {
    const announced = await announce(app, { size: 10 });
    for (;;) {
      const raw = await begin(announced, address, EXPECT);
      const [, status] = await raw.until(/^HTTP\/1\.1 (\d+)/);
      if (status === '100') return raw;
      expect([status, raw.received]).toEqual(['503', expect.stringMatching(/^Retry-After: 10\r$/m)]);
    }
  };

  it('one of those who have more than one gives way to each who comes', async () => {
    const sending = await upload('203.0.113.2');
    await expect.poll(() => statusOf('203.0.113.3')).toBe(404);
    await sending.write('0123456789');
    await sending.until(/^HTTP\/1\.1 200/m);

    await expect.poll(() => uploads.filter(isBroken)).toHaveLength(1);
    expect(uploads.findIndex(isBroken)).toBeLessThan(2);
    for (const { socket } of downloads) socket.resume();
    await Promise.race(downloads.map(({ socket }) => once(socket, 'close')));
    expect(downloads.filter(({ socket }) => socket.closed)).toHaveLength(1);
    expect(downloads.filter(({ received }) => received.length < SIZE)).not.toHaveLength(0);
  });

  it('who has but one keeps it, however slow', async () => {
    for (const raw of [uploads[2], uploads[497]] as RawConnection[]) {
      await raw.write('234567890');
      await raw.until(/^HTTP\/1\.1 200/m);
    }
  });
});
