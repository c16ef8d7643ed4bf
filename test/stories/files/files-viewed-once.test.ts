import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdMinutes } from '../../support/clocks/held-minutes.ts';
import { download, openFile, sha256, share } from '../../support/files/file-transfers.ts';
import { NOTHING, STORAGES, type FileStage } from '../../support/files/storages.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import { atOnce, send } from '../../support/network/send.ts';

const MIB = 1024 * 1024;

describe('a file for one view', () => {
  let files: FileStage;
  beforeAll(async () => void (files = await STORAGES[0]!.stage()));
  beforeEach(() => files.clear());
  const query = (sql: string, values?: unknown[]) => files.app.database.query(sql, values);
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

  it('whose two views were taken is gone for who has it, while another has yet to download it', async () => {
    const bytes = randomBytes(MIB);
    const { id } = await share(files.app, bytes, { maxViews: 2 });
    const [first, second] = [await openFile(files.app, id), await openFile(files.app, id)];
    expect(await download(first)).toBe(sha256(bytes));
    await expect.poll(() => views(id)).toBe(1);
    expect(await download(first)).toBe(404);
    expect(await download(second)).toBe(sha256(bytes));
  });

  it('is finished by nobody whose claim has waited for that of another', async () => {
    const { downloadUrl } = await shareOnce(Buffer.from('once'));
    const other = await files.app.database.connect();
    try {
      await other.query('BEGIN; SELECT FROM downloads FOR UPDATE');
      const late = fetch(downloadUrl);
      await files.app.database.untilLocked();
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
    const { downloadUrl, raw } = await beginAtOnce(bytes);
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
