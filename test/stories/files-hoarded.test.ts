import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { announce, type Announced } from '../support/file-transfers.ts';
import { openRaw, type RawConnection } from '../support/raw-http.ts';
import { atOnce } from '../support/send.ts';

const MOST = 50;
const HOARDER = '203.0.113.1';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1', MIN_UPLOAD_BYTES_PER_SECOND: '0' });
});
afterAll(() => app.close());

/** What somebody at an address gets who downloads what is not there. */
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
      const { uploadUrl } = announced[i >> 1] as Announced;
      const raw = await openRaw(`PUT ${uploadUrl}`, {
        'Content-Length': 10,
        'Content-Type': 'application/octet-stream',
        'X-Forwarded-For': HOARDER,
      });
      await raw.write(Buffer.from('x'));
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
