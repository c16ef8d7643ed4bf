import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { atOnce, send, type Reply } from '../../support/network/send.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';
import { fetchFile, put, sha256 } from '../../support/files/uploads.ts';

let servers: Omit<Servers, 'kill'>;
beforeAll(async () => void (servers = await sharedServers()));

const baseFor = (i: number): string => servers.bases[i % 2]!;
const own = (line: string, json?: object): Promise<Reply> =>
  send(baseFor(0), line, { key: servers.apiKey, json });
const leave = (id: string, json: object, i = 0): Promise<Reply> =>
  send(baseFor(i), `POST /public/drops/${id}/items`, { json });
const open = async (label = 'Inbox'): Promise<string> => (await own('POST /drops', { label })).body.dropId;

/** Counts the rows of everything that was left in an inbox. */
async function stored(id: string): Promise<object> {
  const [counts] = await servers.database.query(
    `SELECT (SELECT count(*)::int FROM drop_items WHERE drop_id = $1) AS items,
       (SELECT count(*)::int FROM files WHERE item_id = $1) AS files,
       (SELECT count(*)::int FROM blobs WHERE item_id = $1) AS blobs,
       (SELECT count(*)::int FROM blob_chunks WHERE item_id = $1) AS chunks`,
    [id],
  );
  return counts!;
}
const NOTHING = { items: 0, files: 0, blobs: 0, chunks: 0 };

describe('an inbox', () => {
  it('holds messages and files as they were left, until it is deleted with all of them', async () => {
    const id = await open();
    const message = '\0\u2028 first\r\nsecond \u{10ffff} '.repeat(400);
    const bytes = randomBytes(700_001);
    const said = { fileName: 'a; filename=b.exe', mediaType: 'text/html', size: bytes.length };
    const left = (await leave(id, { message, file: said })).body;
    const awaited = (await leave(id, { message: 'never', file: {} })).body;
    expect((await put(baseFor(1), left.uploadUrl, bytes)).status).toBe(200);

    const { items, total } = (await own(`GET /drops/${id}/items`)).body;
    expect(total).toBe(1);
    expect(items).toMatchObject([{ id: left.id, message, file: { ...said, sha256: sha256(bytes) } }]);
    const path = `/drops/${id}/items/${left.id}/content`;
    const downloaded = await fetchFile(baseFor(1), path, servers.apiKey);
    expect(sha256(downloaded.bytes)).toBe(sha256(bytes));
    expect(downloaded.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a; filename=b.exe"',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });

    expect((await own(`DELETE /drops/${id}`)).status).toBe(200);
    expect((await put(baseFor(0), awaited.uploadUrl, bytes)).status).toBe(404);
    expect(await stored(id)).toEqual(NOTHING);
  });

  it('counts and lists each item once that many people leave at once', async () => {
    const id = await open();
    const left = await atOnce(30, async (i) => {
      const { body } = await leave(id, i % 3 ? { message: `no ${i}` } : { file: { fileName: `${i}` } }, i);
      if (body.uploadUrl)
        expect((await put(baseFor(i + 1), body.uploadUrl, Buffer.from('x'))).status).toBe(200);
      return body.id as string;
    });
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = (await own(`GET /drops/${id}/items?limit=12${cursor}`)).body;
      expect(page.total).toBe(30);
      for (const item of page.items) seen.push(item.id as string);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen.toSorted()).toEqual(left.toSorted());
    expect((await own(`GET /drops/${id}`)).body.itemCount).toBe(30);
    expect((await own(`DELETE /drops/${id}`)).status).toBe(200);
    expect(await stored(id)).toEqual(NOTHING);
  });

  it('that is deleted while things are left in it keeps none of them', async () => {
    for (let round = 0; round < 3; round++) {
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
      await expect.poll(() => stored(id)).toEqual(NOTHING);
    }
  });
});
