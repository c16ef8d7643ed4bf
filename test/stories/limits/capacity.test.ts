import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counted, expectCounted } from '../../support/rows/capacity.ts';
import { atOnce, send, tally, untilServed, type Reply } from '../../support/network/send.ts';
import { startPair, type Pair } from '../../support/server/pair.ts';
import { put } from '../../support/files/uploads.ts';

const KIB = 1024;
const LIMITS = {
  MAX_ITEMS_PER_DROP: '20',
  MAX_BYTES_PER_DROP: '1MiB',
  MAX_ITEMS_PER_ROOM: '20',
  MAX_BYTES_PER_ROOM: '1MiB',
  MAX_ITEMS_PER_REQUEST: '20',
  MAX_BYTES_PER_REQUEST: '1MiB',
};

let servers: Pair;
beforeAll(async () => void (servers = await startPair(LIMITS)));
afterAll(() => servers.close());

const baseFor = (i: number): string => servers.bases[i % 2]!;
const own = (line: string, json?: object, i = 0): Promise<Reply> =>
  untilServed(() => send(baseFor(i), line, { key: servers.apiKey, json }));
const anyone = (line: string, json?: object, i = 0): Promise<Reply> =>
  untilServed(() => send(baseFor(i), line, { json }));

/** A kind of container, and how a text or a file gets into it. */
interface Container {
  id: string;
  say?: (text: string, i: number) => Promise<Reply>;
  announce: (file: { size?: number }, i: number) => Promise<Reply>;
  limits: () => Promise<{ itemsLeft: number; bytesLeft: number }>;
  /** Deletes one thing that came by the response to its announcement and the response to its upload. */
  remove: (announced: Reply, uploaded: Reply) => Promise<Reply>;
}

const OPEN: Record<string, () => Promise<Container>> = {
  async 'a drop inbox'() {
    const id = (await own('POST /drops', { label: 'x' })).body.dropId as string;
    return {
      id,
      say: (message, i) => anyone(`POST /public/drops/${id}/items`, { message }, i),
      announce: (file, i) => anyone(`POST /public/drops/${id}/items`, { file }, i),
      limits: async () => (await own(`GET /drops/${id}`)).body.limits,
      remove: (announced) => own(`DELETE /drops/${id}/items/${announced.body.id}`),
    };
  },
  async 'a room'() {
    const id = (await own('POST /rooms', { name: 'x' })).body.roomId as string;
    return {
      id,
      say: (text, i) => anyone(`POST /public/rooms/${id}/messages`, { text }, i),
      announce: (file, i) => anyone(`POST /public/rooms/${id}/files`, file, i),
      limits: async () => (await own(`GET /rooms/${id}`)).body.limits,
      remove: (_, uploaded) => own(`DELETE /rooms/${id}/files/${uploaded.body.id}`),
    };
  },
  async 'an upload request'() {
    const { requestId: id, pin } = (await own('POST /requests', { title: 'x' })).body;
    return {
      id,
      announce: (file, i) => anyone(`POST /public/requests/${id}/files`, { pin, ...file }, i),
      limits: async () => (await own(`GET /requests/${id}`)).body.limits,
      remove: (_, uploaded) => own(`DELETE /requests/${id}/files/${uploaded.body.id}`),
    };
  },
};

describe.each(Object.entries(OPEN))('%s', (_, open) => {
  it('takes as many items as it may, of 40 that come at once over two servers', async () => {
    const container = await open();
    const { say } = container;
    const add = (i: number) =>
      say && i % 2 ? say(`no ${i}`, i >> 1) : container.announce({ size: 9 }, i >> 1);
    const added = await atOnce(40, add);
    expect(tally(added)).toEqual({ 201: 20, 409: 20 });
    const refused = added.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({
      code: 'quota_exceeded',
      detail: expect.stringMatching(/20 of at most 20/),
    });
    expect(await container.limits()).toMatchObject({ maxItems: 20, itemsLeft: 0 });
  });

  it('takes as many bytes as it may, and gives back those of what is deleted at once', async () => {
    const container = await open();
    const size = 100 * KIB;
    const announced = await atOnce(40, (i) => container.announce({ size }, i));
    expect(tally(announced)).toEqual({ 201: 10, 409: 30 });
    expect(await container.limits()).toMatchObject({ bytesLeft: 24 * KIB, itemsLeft: 10 });
    const taken = announced.filter(({ status }) => status === 201);
    const uploaded = await Promise.all(
      taken.map(({ body }, i) => put(baseFor(i), body.uploadUrl, randomBytes(size))),
    );
    expect(tally(uploaded)).toEqual({ 200: 10 });
    expect((await container.announce({ size: 24 * KIB + 1 }, 0)).body.detail).toMatch(
      /24576 of its 1048576 bytes left/,
    );

    const removals = await atOnce(4, () => container.remove(taken[0]!, uploaded[0]!));
    expect(tally(removals)).toEqual({ 200: 1, 404: 3 });
    expect(await container.limits()).toMatchObject({ bytesLeft: 124 * KIB, itemsLeft: 11 });
    expect((await container.announce({ size: 124 * KIB }, 1)).status).toBe(201);
    await expectCounted(servers.database);
  });

  it('counts what is cut off, and forgets what was announced and can come no more', async () => {
    const container = await open();
    const { body } = await container.announce({}, 1);
    expect((await container.limits()).bytesLeft).toBe(0);
    const cut = await put(baseFor(0), body.uploadUrl, randomBytes(1024 * KIB + 1));
    expect([cut.status, cut.body.code]).toEqual([409, 'quota_exceeded']);
    await expectCounted(servers.database);
    await servers.database.query(
      `UPDATE files SET upload_until = now() - interval '1 second' WHERE upload_token_hash IS NOT NULL`,
    );
    expect((await container.announce({ size: 1024 * KIB }, 1)).status).toBe(201);
    expect((await put(baseFor(0), body.uploadUrl, randomBytes(KIB))).status).toBe(404);
    await expectCounted(servers.database);
  });
});

it('what is left of an inbox is shown to senders only up to what one of them needs', async () => {
  const container = await OPEN['a drop inbox']!();
  await container.say!('x', 0);
  const shown = async () => (await anyone(`GET /public/drops/${container.id}`)).body.limits;
  expect(await shown()).toMatchObject({ maxItems: 20, itemsLeft: 10 });
  await atOnce(15, (i) => container.say!('x', i));
  expect(await shown()).toMatchObject({ itemsLeft: 4 });
});

it('a text takes the room of an inbox as it is stored, and one that does not fit is refused', async () => {
  const container = await OPEN['a drop inbox']!();
  await container.announce({ size: 1024 * KIB - 10_100 }, 0);
  expect((await container.say!('x'.repeat(10_000), 0)).status).toBe(201);
  const { bytesLeft } = await container.limits();
  expect(bytesLeft).toBeLessThan(100);
  expect((await container.say!('x'.repeat(200), 1)).body.code).toBe('quota_exceeded');
});

describe('a key', () => {
  let small: Pair;
  beforeAll(async () => {
    small = await startPair({ MAX_BYTES_PER_KEY: '1MiB', MAX_BYTES_TOTAL: '1500KiB' });
  });
  afterAll(() => small.close());
  const as =
    (key: string) =>
    (line: string, json?: object, i = 0) =>
      untilServed(() => send(small.bases[i % 2]!, line, { key, json }));

  it('holds no byte more than its quota, however many add at once over two servers', async () => {
    const call = as(small.apiKey);
    const secret = 'x'.repeat(50 * KIB);
    const add = [
      (i: number) => call('POST /secrets', { secret }, i),
      (i: number) => call('POST /transfers', { type: 'text', text: secret }, i),
      (i: number) => call('POST /transfers', { type: 'file', size: 50 * KIB }, i),
      (i: number) => call('POST /debug-share', { logs: secret }, i),
    ];
    const added = await atOnce(40, (i) => add[i % 4]!(i >> 2));
    expect(tally(added)).toEqual({ 201: 20, 409: 20 });
    const refused = added.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ code: 'quota_exceeded', detail: expect.stringMatching(/API key/) });
    const { quota } = (await call('GET /key')).body;
    expect(quota).toMatchObject({ maxBytes: 1024 * KIB, bytesUsed: 1024 * KIB - quota.bytesLeft });
    expect(quota.bytesLeft).toBeLessThan(50 * KIB);
    await expectCounted(small.database);
  });

  it('has no room beyond that of the whole, and who deletes makes room for all', async () => {
    const [call, other] = [as(small.apiKey), as((await small.createKey()).text)];
    const transfers = (await call('GET /transfers?limit=100')).body.transfers as { id: string }[];
    for (const { id } of transfers.slice(0, 7)) await call(`DELETE /transfers/${id}`);
    const all = async () =>
      Object.values((await counted(small.database)).keys).reduce((sum, bytes) => sum + bytes, 0);
    const size = 1500 * KIB - (await all()) - 60 * KIB;
    const taken = await other('POST /transfers', { type: 'file', size });
    expect(taken.status).toBe(201);
    const secret = 'x'.repeat(10 * KIB);
    const added = await atOnce(20, (i) => call('POST /secrets', { secret }, i));
    expect(tally(added)).toEqual({ 201: 5, 507: 15 });
    expect(added.find(({ status }) => status === 507)!.body.code).toBe('insufficient_storage');
    expect(await all()).toBeLessThanOrEqual(1500 * KIB);

    const { secretId } = added.find(({ status }) => status === 201)!.body;
    expect((await call(`POST /public/secrets/${secretId}/reveal`)).status).toBe(200);
    const more = await atOnce(4, (i) => call('POST /secrets', { secret }, i));
    expect(tally(more)).toEqual({ 201: 1, 507: 3 });
    expect((await other(`DELETE /transfers/${taken.body.id}`)).status).toBe(200);
    expect((await call('POST /secrets', { secret })).status).toBe(201);
    await expectCounted(small.database);
  });
});

describe('what is tiny', () => {
  it.each([
    ['a secret', 'POST /secrets', { secret: 'x' }],
    ['a text', 'POST /transfers', { type: 'text', text: 'x' }],
    ['a file', 'POST /transfers', { type: 'file', size: 1 }],
    ['a debug share', 'POST /debug-share', { logs: 'x' }],
  ])('counts 1 KiB of its key, be it %s, and gives back as much', async (_, line, json) => {
    const { text: key, id } = await servers.createKey();
    const call = (line: string, json?: object) => untilServed(() => send(baseFor(0), line, { key, json }));
    const used = async () => (await call('GET /key')).body.quota.bytesUsed as number;
    const { body } = await call(line, json);
    expect(await used()).toBe(KIB);
    if (body.uploadUrl) expect((await put(baseFor(0), body.uploadUrl, Buffer.from('x'))).status).toBe(200);
    expect(await used()).toBe(KIB);
    await servers.database.query(
      `UPDATE secrets SET state = 'revoked', ended_at = now(), content = NULL, wrapped_key = NULL WHERE api_key_id = $1`,
      [id],
    );
    await servers.database.query('DELETE FROM transfers WHERE api_key_id = $1', [id]);
    expect(await used()).toBe(0);
  });

  it.each(Object.entries(OPEN))('counts 1 KiB of %s', async (_, open) => {
    const container = await open();
    const before = (await container.limits()).bytesLeft;
    const announced = await container.announce({ size: 1 }, 0);
    expect((await put(baseFor(0), announced.body.uploadUrl, Buffer.from('x'))).status).toBe(200);
    expect((await container.limits()).bytesLeft).toBe(before - KIB);
    if (!container.say) return;
    expect((await container.say('x', 0)).status).toBe(201);
    expect((await container.limits()).bytesLeft).toBe(before - 2 * KIB);
    await expectCounted(servers.database);
  });
});

it('what a key holds is counted without waiting for those who count there in the same place', async () => {
  const make = async (): Promise<string> => (await own('POST /secrets', { secret: 'counted' })).body.secretId;
  const [first, second] = [await make(), await make()];
  const change = async (client: pg.Client, id: string): Promise<void> => {
    await client.query("BEGIN; SET LOCAL lock_timeout = '1s'");
    await client.query(
      "SELECT set_config('tempshare.max_bytes_per_key', max(quota)::text, true), set_config('tempshare.max_bytes_total', '', true) FROM byte_counters",
    );
    await client.query(
      'INSERT INTO secrets SELECT (jsonb_populate_record(s, jsonb_build_object($$id$$, $1::text))).* FROM secrets s WHERE id = $2',
      [`copy of ${id}`, id],
    );
    const revoked = "state = 'revoked', ended_at = now(), content = NULL, wrapped_key = NULL";
    await client.query(`UPDATE secrets SET ${revoked} WHERE id = $1`, [id]);
  };
  const clients: pg.Client[] = [];
  try {
    const pair = await untilOneCounter(servers.database.connection, clients);
    await change(pair[0], first);
    await change(pair[1], second);
    for (const client of pair) await client.query('COMMIT');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  await expectCounted(servers.database);
});

it('bytes are given back without waiting, also where others hold every place of the key', async () => {
  const [one, other] = [0, 1].map(() => new pg.Client(servers.database.connection)) as [pg.Client, pg.Client];
  const give = (client: pg.Client, bytes: number) =>
    client.query('SELECT give_back($1, $2)', ['key_of_two', bytes]);
  try {
    for (const client of [one, other]) await client.connect();
    await one.query("SET lock_timeout = '1s'");
    await give(one, 1);
    await other.query('BEGIN');
    await give(other, 2);
    await give(one, 4);
    await other.query('COMMIT');
    await give(one, 8);
    const { rows } = await one.query(
      "DELETE FROM byte_counters WHERE owner = 'key_of_two' RETURNING bytes::int",
    );
    expect(rows.map(({ bytes }) => bytes as number).toSorted()).toEqual([-11, -4]);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
});

/** Two sessions that begin to count in the same place, which their processes say. */
async function untilOneCounter(
  connection: pg.ClientConfig,
  clients: pg.Client[],
): Promise<[pg.Client, pg.Client]> {
  const places = new Map<number, pg.Client>();
  for (;;) {
    const client = new pg.Client(connection);
    clients.push(client);
    await client.connect();
    const { rows } = await client.query<{ place: number }>('SELECT pg_backend_pid() & 31 AS place');
    const { place } = rows[0] as { place: number };
    const other = places.get(place);
    if (other) return [other, client];
    places.set(place, client);
  }
}
