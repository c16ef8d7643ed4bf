import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { put } from '../../support/files/uploads.ts';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { expectCounted } from '../../support/rows/capacity.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const SETTINGS = { MAX_BYTES_PER_KEY: '4MiB', MAX_BYTES_TOTAL: '5MiB' };

let servers: Omit<Servers, 'kill'>;
let key: string;
beforeAll(async () => {
  servers = await sharedServers(SETTINGS);
  key = servers.apiKey;
});

const base = (i: number): string => servers.bases[i % 2]!;
const own = (line: string, json?: object, i = 0): Promise<Reply> => send(base(i), line, { key, json });
const anyone = (line: string, json: object, i = 0): Promise<Reply> => send(base(i), line, { json });
const bytesLeft = async (): Promise<number> => (await own('GET /key')).body.quota.bytesLeft;

interface Container {
  announce: (files: { size?: number }[], i?: number) => Promise<Reply[]>;
  urls: (announced: Reply[]) => string[];
  end: () => Promise<Reply>;
}

const OPEN: Record<string, () => Promise<Container>> = {
  async 'a drop inbox'() {
    const { dropId } = (await own('POST /drops', { label: 'x' })).body;
    return {
      announce: async (files, i) => [await anyone(`POST /public/drops/${dropId}/items`, { files }, i)],
      urls: ([reply]) => (reply!.body.items as { uploadUrl: string }[]).map(({ uploadUrl }) => uploadUrl),
      end: () => own(`DELETE /drops/${dropId}`),
    };
  },
  async 'a room'() {
    const { roomId } = (await own('POST /rooms', { name: 'x' })).body;
    return {
      announce: (files, i) =>
        Promise.all(files.map((file) => anyone(`POST /public/rooms/${roomId}/files`, file, i))),
      urls: (replies) => replies.map(({ body }) => body.uploadUrl as string),
      end: () => own(`DELETE /rooms/${roomId}`),
    };
  },
  async 'an upload request'() {
    const { requestId, pin } = (await own('POST /requests', { title: 'x' })).body;
    return {
      announce: async (files, i) => [
        await anyone(`POST /public/requests/${requestId}/files`, { pin, files }, i),
      ],
      urls: ([reply]) => (reply!.body.files as { uploadUrl: string }[]).map(({ uploadUrl }) => uploadUrl),
      end: () => own(`DELETE /requests/${requestId}`),
    };
  },
};

/** Sends the head and the first bytes of an upload, and leaves the rest to be sent. */
function beginUpload(uploadUrl: string, size: number) {
  const outgoing = request(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'content-length': size },
  });
  const status = new Promise<number>((resolve) => {
    outgoing.on('response', (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.on('error', () => resolve(0));
  });
  outgoing.write(randomBytes(1));
  return { status, outgoing, finish: () => outgoing.end(randomBytes(size - 1)) };
}

it.each(Object.entries(OPEN))(
  'files that strangers announce to %s and never send take nothing from its owner',
  async (_, open) => {
    const before = await bytesLeft();
    const containers = await atOnce(3, open);
    const files = Array.from({ length: 5 }, () => ({ size: MIB }));
    const replies = (await Promise.all(containers.map(({ announce }, i) => announce(files, i)))).flat();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await bytesLeft()).toBe(before);
    const secret = 'x'.repeat(100_000);
    const made = await atOnce(4, (i) => own('POST /secrets', { secret }, i));
    expect(tally(made)).toEqual({ 201: 4 });
    expect((await own('POST /drops', { label: 'another' })).status).toBe(201);
    await expectCounted(servers.database);
    await Promise.all(made.map(({ body }) => own(`DELETE /secrets/${body.secretId}`)));
    await Promise.all(containers.map(({ end }) => end()));
    expect(await bytesLeft()).toBe(before);
  },
);

it.each(Object.entries(OPEN))(
  'of announced files of %s that are sent at once over two servers, as many are taken as the key has room for',
  async (_, open) => {
    const before = await bytesLeft();
    const container = await open();
    const announced = await container.announce(Array.from({ length: 9 }, () => ({ size: 700 * KIB })));
    const urls = container.urls(announced);
    const sent = await Promise.all(urls.map((url, i) => put(base(i), url, randomBytes(700 * KIB))));
    expect(tally(sent)).toEqual({ 200: 5, 409: 4 });
    expect(sent.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'quota_exceeded' });
    expect(await bytesLeft()).toBe(before - 5 * 700 * KIB);
    await expectCounted(servers.database);
    expect((await container.announce([{ size: 900 * KIB }]))[0]!.body.code).toBe('quota_exceeded');
    await container.end();
  },
);

it('an upload that has begun keeps its room while others fill the key, and gives it back when it breaks off', async () => {
  await expect.poll(bytesLeft).toBe(4 * MIB);
  const container = await OPEN['a drop inbox']!();
  const [first, second] = container.urls(await container.announce([{ size: 3 * MIB }, { size: 3 * MIB }]));
  const upload = beginUpload(first!, 3 * MIB);
  await expect.poll(bytesLeft).toBe(MIB);
  const refused = await put(base(1), second!, randomBytes(3 * MIB));
  expect([refused.status, refused.body.code]).toEqual([409, 'quota_exceeded']);
  const secret = 'x'.repeat(100_000);
  const made = await atOnce(14, (i) => own('POST /secrets', { secret }, i));
  expect(tally(made)).toEqual({ 201: 10, 409: 4 });
  upload.finish();
  expect(await upload.status).toBe(200);
  for (const { body } of made) if (body.secretId) await own(`DELETE /secrets/${body.secretId}`);
  expect(await bytesLeft()).toBe(MIB);
  await container.end();
  await expect.poll(bytesLeft).toBe(4 * MIB);

  const another = await OPEN['a room']!();
  const [third] = another.urls(await another.announce([{ size: 3 * MIB }]));
  const broken = beginUpload(third!, 3 * MIB);
  await expect.poll(bytesLeft).toBe(MIB);
  broken.outgoing.destroy();
  await expect.poll(bytesLeft).toBe(4 * MIB);
  expect((await put(base(0), third!, randomBytes(3 * MIB))).status).toBe(200);
  expect(await bytesLeft()).toBe(MIB);
  await another.end();
  await expect.poll(bytesLeft).toBe(4 * MIB);
  await expectCounted(servers.database);
});

it('of two uploads of one file that breaks off leaves the room to the other', async () => {
  const container = await OPEN['an upload request']!();
  const [url] = container.urls(await container.announce([{ size: 3 * MIB }]));
  const [one, other] = [beginUpload(url!, 3 * MIB), beginUpload(url!, 3 * MIB)];
  const underWay = async () =>
    (await servers.database.query<{ uploads: number }>('SELECT max(uploads) AS uploads FROM files'))[0]!
      .uploads;
  await expect.poll(underWay).toBe(2);
  expect(await bytesLeft()).toBe(MIB);
  one.outgoing.destroy();
  await expect.poll(underWay).toBe(1);
  expect(await bytesLeft()).toBe(MIB);
  other.finish();
  expect(await other.status).toBe(200);
  await container.end();
  expect(await bytesLeft()).toBe(4 * MIB);
});

it('what strangers announce for one key takes nothing of the room of all keys', async () => {
  const container = await OPEN['a drop inbox']!();
  await container.announce(Array.from({ length: 20 }, () => ({ size: MIB })));
  const file = await own('POST /transfers', { type: 'file', size: 4 * MIB });
  expect(file.status).toBe(201);
  expect((await container.announce([{ size: 10 }]))[0]!.body.code).toBe('quota_exceeded');
  await own(`DELETE /transfers/${file.body.id}`);
  await container.end();
});

it('what an earlier server announced, and charged, is completed and deleted as it was', async () => {
  const { dropId } = (await own('POST /drops', { label: 'x' })).body;
  const { items } = (
    await anyone(`POST /public/drops/${dropId}/items`, {
      files: [{ size: 2000 }, { size: 3000 }],
    })
  ).body;
  await servers.database.query(
    `WITH file AS (UPDATE files SET api_key_id = NULL, uncharged = 0 WHERE item_id = $1)
     UPDATE drop_items SET file_bytes = 0 WHERE drop_id = $1`,
    [dropId],
  );
  await servers.database.query(`SELECT charge(api_key_id, 5000) FROM drops WHERE id = $1`, [dropId]);
  expect(await bytesLeft()).toBe(4 * MIB - 5000);
  expect((await put(base(1), items[0].uploadUrl, randomBytes(2000))).status).toBe(200);
  expect(await bytesLeft()).toBe(4 * MIB - 5000);
  await own(`DELETE /drops/${dropId}/items/${items[0].id}`);
  expect(await bytesLeft()).toBe(4 * MIB - 3000);
  await own(`DELETE /drops/${dropId}`);
  expect(await bytesLeft()).toBe(4 * MIB);
});
