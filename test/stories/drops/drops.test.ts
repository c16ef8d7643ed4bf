import { randomBytes } from 'node:crypto';
import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { atOnce, send, type Reply } from '../../support/network/send.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';
import { fetchFile, put, sha256 } from '../../support/files/uploads.ts';

let servers: Servers;
beforeAll(async () => void (servers = await startServers()));
afterAll(() => servers.stop());
beforeEach(() => servers.database.query('DELETE FROM drops; DELETE FROM drop_items'));

/** The base URL whose turn it is. */
const baseFor = (i: number): string => servers.bases[i % 2]!;
const own = (line: string, json?: object): Promise<Reply> =>
  send(baseFor(0), line, { key: servers.apiKey, json });
const leave = (id: string, json: object, i = 0): Promise<Reply> =>
  send(baseFor(i), `POST /public/drops/${id}/items`, { json });
const open = async (label = 'Inbox'): Promise<string> => (await own('POST /drops', { label })).body.dropId;

/** How many rows there are of everything that is left in inboxes. */
async function stored(): Promise<object> {
  const [counts] = await servers.database.query(
    `SELECT (SELECT count(*)::int FROM drop_items) AS items, (SELECT count(*)::int FROM files) AS files,
       (SELECT count(*)::int FROM blobs) AS blobs, (SELECT count(*)::int FROM blob_chunks) AS chunks`,
  );
  return counts!;
}
const NOTHING = { items: 0, files: 0, blobs: 0, chunks: 0 };

describe('an inbox', () => {
  it('holds messages and files as they were left, until it is deleted with all of them', async () => {
    const label = 'Entwürfe 🖋';
    const id = await open(label);
    expect((await send(baseFor(1), `GET /public/drops/${id}`)).body).toEqual({
      dropId: id,
      label,
      limits: {
        maxItems: limits.capacity.drop.items,
        maxBytes: limits.capacity.drop.bytes,
        itemsLeft: limits.itemsLeftShown,
        bytesLeft: limits.fileBytes,
      },
      expiresAt: null,
    });
    const message = '\0\u2028 first\r\nsecond \u{10ffff} '.repeat(400);
    const bytes = randomBytes(700_001);
    const said = { fileName: 'a; filename=b.exe', mediaType: 'text/html', size: bytes.length };
    const [text, both, awaited] = [
      (await leave(id, { message })).body,
      (await leave(id, { message: 'see file', file: said })).body,
      (await leave(id, { message: 'never', file: {} })).body,
    ];
    expect(text).not.toHaveProperty('uploadUrl');
    const file = (await put(baseFor(1), both.uploadUrl, bytes)).body;

    const { items, total } = (await own(`GET /drops/${id}/items`)).body;
    expect(total).toBe(2);
    expect(items).toEqual([
      {
        id: both.id,
        message: 'see file',
        file: { id: file.id, ...said, sha256: sha256(bytes), createdAt: file.createdAt },
        createdAt: both.createdAt,
      },
      { id: text.id, message, createdAt: text.createdAt },
    ]);
    expect((await own(`GET /drops/${id}`)).body).toMatchObject({ label, itemCount: 2 });

    const content = (itemId: string) =>
      fetchFile(baseFor(1), `/drops/${id}/items/${itemId}/content`, servers.apiKey);
    const downloaded = await content(both.id);
    expect(sha256(downloaded.bytes)).toBe(sha256(bytes));
    expect(downloaded.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '700001',
      'content-disposition': 'attachment; filename="a; filename=b.exe"',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    for (const none of [text.id, awaited.id, 'item_x', '%00']) expect((await content(none)).status).toBe(404);

    expect((await own(`DELETE /drops/${id}`)).status).toBe(200);
    expect((await put(baseFor(0), awaited.uploadUrl, bytes)).status).toBe(404);
    expect((await content(both.id)).status).toBe(404);
    expect(await stored()).toEqual(NOTHING);
  });

  it('counts and lists each item once that many people leave at once', async () => {
    const id = await open();
    const left = await atOnce(60, async (i) => {
      const { body } = await leave(id, i % 3 ? { message: `no ${i}` } : { file: { fileName: `${i}` } }, i);
      if (body.uploadUrl)
        expect((await put(baseFor(i + 1), body.uploadUrl, Buffer.from('x'))).status).toBe(200);
      return body.id as string;
    });
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = (await own(`GET /drops/${id}/items?limit=25${cursor}`)).body;
      expect(page.total).toBe(60);
      for (const item of page.items) seen.push(item.id as string);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen.toSorted()).toEqual(left.toSorted());
    expect((await own(`GET /drops/${id}`)).body.itemCount).toBe(60);
    expect((await own(`DELETE /drops/${id}`)).status).toBe(200);
    expect(await stored()).toEqual(NOTHING);
  });

  it('that is deleted while things are left in it keeps none of them', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await open();
      const leaving = atOnce(12, async (i) => {
        const left = await leave(id, i % 2 ? { message: 'x' } : { file: {} }, i);
        expect([201, 404]).toContain(left.status);
        const url = left.status === 201 && left.body.uploadUrl;
        if (url) expect([200, 404]).toContain((await put(baseFor(i + 1), url, randomBytes(300_000))).status);
      });
      await leave(id, { message: 'there' });
      expect((await own(`DELETE /drops/${id}`)).status).toBe(200);
      await leaving;
      expect((await own(`GET /drops/${id}`)).status).toBe(404);
      await vi.waitFor(async () => expect(await stored()).toEqual(NOTHING), 60_000);
    }
  });
});
