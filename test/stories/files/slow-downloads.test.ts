import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { download, openFile, remove, sha256, share } from '../../support/files/file-transfers.ts';
import { openRaw, type RawConnection } from '../../support/network/raw-http.ts';
import { NOTHING, STORAGES, type FileStage } from '../../support/files/storages.ts';

/** More than the buffers of two sockets hold. */
const SIZE = 8 * 1024 * 1024;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A timer of its own renews a download; time passes in the database and for such timers alone. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

describe('the last download of a file, on a line that is slow', () => {
  let files: FileStage;
  let app: FileStage['app'];
  beforeAll(async () => {
    files = await STORAGES[0]!.stage();
    app = files.app;
  });
  beforeEach(async () => {
    await files.clear();
    await app.database.query('DELETE FROM events');
  });

  /** A download of a one-time file that stands still after its first bytes. */
  const begin = async (said: object = { oneTime: true, expiration: '15m' }) => {
    const bytes = randomBytes(SIZE);
    const { id } = await share(app, bytes, said);
    const downloadUrl = await openFile(app, id);
    const timers = vi.getTimerCount();
    const raw = await openRaw(`GET ${downloadUrl}`);
    await raw.until(/^HTTP\/1\.1 200 [^]*\r\n\r\n./s);
    raw.socket.pause();
    return { id, bytes, downloadUrl, raw, timers };
  };
  const pass = async (ms: number): Promise<void> => {
    const [before] = await lease();
    await moveClock(app.database, ms);
    vi.advanceTimersByTime(MINUTE);
    await expect.poll(async () => (await lease())[0]?.renewed !== before?.renewed).toBe(true);
  };
  const lease = () =>
    app.database.query<{ renewed: string; left: number }>(
      `SELECT xmin::text AS renewed, extract(epoch FROM expires_at - now())::float8 AS left FROM downloads`,
    );
  const typesOf = async (id: string) =>
    (
      await app.database.query<{ type: string; reason: string | null }>(
        `SELECT type, object->>'reason' AS reason FROM events WHERE object->>'id' = $1 ORDER BY type`,
        [id],
      )
    ).map(({ type, reason }) => (reason ? `${type} ${reason}` : type));
  const readAll = async (raw: RawConnection): Promise<Buffer> => {
    raw.socket.resume();
    const head = raw.received.indexOf('\r\n\r\n') + 4;
    await expect.poll(() => raw.received.length).toBe(head + SIZE);
    return Buffer.from(raw.received.slice(head), 'latin1');
  };
  const isCut = async (raw: RawConnection): Promise<void> => {
    const closed = once(raw.socket, 'close');
    raw.socket.resume();
    await closed;
    expect(raw.received.length).toBeLessThan(SIZE);
  };

  it('takes as long as it takes, whatever the expiry, and can go on elsewhere meanwhile', async () => {
    const { id, bytes, downloadUrl, raw } = await begin();
    for (let i = 0; i < 4; i++) {
      await pass(9 * MINUTE);
      await app.sweep();
    }
    const rest = await fetch(downloadUrl, { headers: { Range: 'bytes=1000-1999' } });
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true);
    expect(sha256(await readAll(raw))).toBe(sha256(bytes));
    raw.socket.end();
    await expect
      .poll(() => typesOf(id))
      .toEqual(['transfer.completed', 'transfer.created', 'transfer.deleted consumed']);
  });

  it('is renewed no more once it broke off, and has ten minutes from then to go on', async () => {
    const { id, downloadUrl, raw, timers } = await begin();
    await pass(9 * MINUTE);
    raw.socket.resetAndDestroy();
    await expect.poll(() => vi.getTimerCount()).toBe(timers);
    await moveClock(app.database, 9 * MINUTE);
    await app.sweep();
    expect((await fetch(downloadUrl, { headers: { Range: 'bytes=0-9' } })).status).toBe(206);
    await expect.poll(() => vi.getTimerCount()).toBe(timers);
    await moveClock(app.database, 2 * MINUTE);
    vi.advanceTimersByTime(MINUTE);
    await app.sweep();
    expect(await download(downloadUrl)).toBe(404);
    expect(await typesOf(id)).toEqual(['transfer.created', 'transfer.deleted consumed']);
    expect(await files.left()).toEqual(NOTHING);
  });

  it('takes no more than eight hours', async () => {
    const { id, raw } = await begin();
    await pass(9 * MINUTE);
    await moveClock(app.database, 8 * HOUR);
    vi.advanceTimersByTime(MINUTE);
    await app.sweep();
    await expect.poll(() => typesOf(id)).toEqual(['transfer.created', 'transfer.deleted consumed']);
    vi.advanceTimersByTime(MINUTE);
    await isCut(raw);
  });

  it('is cut when its owner deletes it, and when it expires if others may still open it', async () => {
    const deleted = await begin();
    await pass(9 * MINUTE);
    expect(await remove(app, deleted.id)).toBe(200);
    vi.advanceTimersByTime(MINUTE);
    await isCut(deleted.raw);
    expect(await download(deleted.downloadUrl)).toBe(404);
    expect(await typesOf(deleted.id)).toEqual(['transfer.created', 'transfer.deleted api']);

    const expired = await begin({ maxViews: 2, expiration: '15m' });
    await pass(9 * MINUTE);
    expect((await lease())[0]?.left).toBeLessThanOrEqual(360);
    await moveClock(app.database, 6 * MINUTE);
    await app.sweep();
    vi.advanceTimersByTime(MINUTE);
    await isCut(expired.raw);
    expect(await typesOf(expired.id)).toEqual(['transfer.created', 'transfer.deleted expired']);
  });

  describe('that is renewed as its time ends', () => {
    it('goes on when that was before the sweep', async () => {
      const { id, raw } = await begin();
      await app.database.query('UPDATE downloads SET expires_at = now()');
      const renewal = await app.database.connect();
      // The sweep has found it, and is about to wipe it.
      await renewal.query('BEGIN; LOCK TABLE files IN SHARE MODE');
      const sweeping = app.sweep();
      await app.database.untilLocked();
      await renewal.query(`UPDATE downloads SET expires_at = now() + interval '10 minutes'; COMMIT`);
      await renewal.end();
      await sweeping;
      expect(await typesOf(id)).toEqual(['transfer.created']);
      await readAll(raw);
      raw.socket.end();
      await expect.poll(() => typesOf(id)).toHaveLength(3);
    });

    it('is cut when that was after it', async () => {
      const { raw } = await begin();
      const sweep = await app.database.connect();
      await sweep.query('BEGIN; SELECT FROM transfers FOR UPDATE');
      vi.advanceTimersByTime(MINUTE);
      await app.database.untilLocked();
      await sweep.query('UPDATE transfers SET ended_at = now(); DELETE FROM files; COMMIT');
      await sweep.end();
      await isCut(raw);
      expect(await lease()).toEqual([]);
    });
  });
});
