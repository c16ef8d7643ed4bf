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

/** Number of uploads under way: each has a blob that no file has taken yet. */
const underWay = async (): Promise<number> => {
  const [row] = await servers.database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM blobs b WHERE doomed_at > now() AND NOT EXISTS (SELECT FROM files f WHERE f.blob_id = b.id)',
  );
  return row!.n;
};

it.each(Object.entries(OPEN))(
  'uploads to %s that have begun and do not go on take nothing from the owner or from strangers elsewhere',
  async (_, open) => {
    const before = await bytesLeft();
    const hoarded = await open();
    const urls = hoarded.urls(await hoarded.announce(Array.from({ length: 5 }, () => ({ size: MIB }))));
    const uploads = urls.map((url) => beginUpload(url, MIB));
    await expect.poll(underWay).toBe(5);
    expect(await bytesLeft()).toBe(before);
    const file = await own('POST /transfers', { type: 'file', size: 3 * MIB });
    expect((await put(base(1), file.body.uploadUrl, randomBytes(3 * MIB))).status).toBe(200);
    const inbox = await OPEN['a drop inbox']!();
    const [url] = inbox.urls(await inbox.announce([{ size: 900 * KIB }], 1));
    expect((await put(base(1), url!, randomBytes(900 * KIB))).status).toBe(200);
    await expectCounted(servers.database);

    uploads[0]!.finish();
    expect(await uploads[0]!.status).toBe(409);
    expect(await bytesLeft()).toBe(before - 3 * MIB - 900 * KIB);
    await own(`DELETE /transfers/${file.body.id}`);
    uploads[1]!.finish();
    expect(await uploads[1]!.status).toBe(200);
    uploads.forEach(({ outgoing }) => outgoing.destroy());
    await inbox.end();
    await hoarded.end();
    await expect.poll(underWay).toBe(0);
    expect(await bytesLeft()).toBe(before);
  },
);

it.each(['account', 'member'])('the same holds for the bytes of its quota of the %s', async (scope) => {
  const [{ accountId }] = (await servers.database.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM api_keys WHERE NOT hidden LIMIT 1',
  )) as [{ accountId: string }];
  await servers.database.query(
    `WITH owner AS (INSERT INTO users (id, account_id, email, name, role) VALUES ('usr_quota', $1, 'a@example.com', 'A', 'owner')),
       quota AS (INSERT INTO account_quotas (account_id, ${scope === 'account' ? 'bytes' : 'member_bytes'}) VALUES ($1, 1048576))
     UPDATE api_keys SET user_id = 'usr_quota' WHERE account_id = $1 AND NOT hidden`,
    [accountId],
  );
  try {
    const hoarded = await OPEN['a drop inbox']!();
    const announced = await hoarded.announce(Array.from({ length: 4 }, () => ({ size: 600 * KIB })));
    const uploads = hoarded.urls(announced).map((url) => beginUpload(url, 600 * KIB));
    await expect.poll(underWay).toBe(4);
    expect(await bytesLeft()).toBe(MIB);
    const file = await own('POST /transfers', { type: 'file', size: MIB }, 1);
    expect(file.status).toBe(201);
    uploads[0]!.finish();
    expect(await uploads[0]!.status).toBe(409);
    const refused = (await hoarded.announce([{ size: 10 }]))[0]!;
    expect([refused.body.code, refused.body.detail]).toEqual([
      'quota_exceeded',
      `The ${scope}'s quota of bytes leaves no room for this. Its owner can delete something, or ask an administrator.`,
    ]);
    await own(`DELETE /transfers/${file.body.id}`);
    uploads[1]!.finish();
    expect(await uploads[1]!.status).toBe(200);
    expect(await bytesLeft()).toBe(MIB - 600 * KIB);

    // Creates of an account with a quota wait for each other; strangers who bring nothing do not wait with them.
    const client = await servers.database.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM account_quotas WHERE account_id = $1 FOR UPDATE', [accountId]);
    expect((await hoarded.announce([{ size: 10 }], 1))[0]!.status).toBe(201);
    await client.end();
    uploads.forEach(({ outgoing }) => outgoing.destroy());
    await hoarded.end();
    await expect.poll(underWay).toBe(0);
  } finally {
    await servers.database.query(
      `WITH keys AS (UPDATE api_keys SET user_id = NULL WHERE user_id = 'usr_quota'), quota AS (DELETE FROM account_quotas WHERE account_id = $1)
       SELECT`,
      [accountId],
    );
    await servers.database.query(`DELETE FROM users WHERE id = 'usr_quota'`);
  }
});

it('a file of unknown size is charged what it has, also where there was no room for the largest', async () => {
  const inbox = await OPEN['a drop inbox']!();
  const [url] = inbox.urls(await inbox.announce([{ size: MIB }]));
  await servers.database.query('UPDATE files SET announced_size = NULL WHERE upload_until IS NOT NULL');
  const file = await own('POST /transfers', { type: 'file', size: 4 * MIB - 5000 });
  expect(file.status).toBe(201);
  expect((await put(base(1), url!, randomBytes(5000))).status).toBe(200);
  expect(await bytesLeft()).toBe(0);
  await expectCounted(servers.database);
  await own(`DELETE /transfers/${file.body.id}`);
  await inbox.end();
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
