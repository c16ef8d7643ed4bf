import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeBack } from '../../../server/src/limits/attempt-store.ts';
import { openDatabase } from '../../../server/src/storage/database.ts';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { startPair, type Pair } from '../../support/server/pair.ts';

let servers: Pair;
beforeAll(async () => void (servers = await startPair({ TRUST_PROXY: '1' })));
afterAll(() => servers.close());

const right = { password: 'right' };
const wrong = { password: 'wrong' };

interface Item {
  kind: 'secrets' | 'transfers';
  id: string;
}

async function make(kind: Item['kind'], more: object = right): Promise<Item> {
  const content = kind === 'secrets' ? { secret: 'guarded' } : { type: 'text', text: 'guarded' };
  const json = { ...content, ...more };
  const { body } = await send(servers.bases[0], `POST /${kind}`, { key: servers.apiKey, json });
  return { kind, id: body.secretId ?? body.id };
}

/** Opens over one server or the other, as somebody at `address`. */
function open({ kind, id }: Item, json: object, address: string, i = 0): Promise<Reply> {
  const call = `POST /public/${kind}/${id}/${kind === 'secrets' ? 'reveal' : 'open'}`;
  return send(servers.bases[i % 2]!, call, { json, headers: { 'x-forwarded-for': address } });
}

const contentOf = ({ body }: Reply): unknown => body.secret ?? body.text;

/** Makes as if all wrong tries at an item that count had been made so many seconds ago. */
const makeOld = (item: Item, seconds: number) =>
  servers.database.query(
    `UPDATE attempts SET recent = array_fill(clock_timestamp() - make_interval(secs => $2), ARRAY[cardinality(recent)])
     WHERE item_id = $1 AND address NOT LIKE '*%'`,
    [item.id, seconds],
  );

/** For how many seconds they go on counting. */
async function remaining(item: Item): Promise<number> {
  const [row] = await servers.database.query<{ seconds: number }>(
    `SELECT (600 - extract(epoch FROM clock_timestamp() - recent[1]))::float8 AS seconds FROM attempts
     WHERE item_id = $1 AND address NOT LIKE '*%'`,
    [item.id],
  );
  return row!.seconds;
}

/** Moves what has happened at an item into the past. */
const age = (item: Item, seconds: number) =>
  servers.database.query(
    `UPDATE attempts SET recent = ARRAY(SELECT t - make_interval(secs => $2) FROM unnest(recent) AS t) WHERE item_id = $1`,
    [item.id, seconds],
  );

/** Makes as if an address, or the networks of a tier, had been wrong `total` times, `recent` of them just now. */
const misses = (item: Item, address: string, total: number, recent = total) =>
  servers.database.query(
    `INSERT INTO attempts (item_id, address, recent, total)
     VALUES ($1, $2, array_fill(clock_timestamp(), ARRAY[$4::int]), $3)
     ON CONFLICT (item_id, address) DO UPDATE SET recent = EXCLUDED.recent, total = EXCLUDED.total`,
    [item.id, address, total, recent],
  );

it.each(['secrets', 'transfers'] as const)(
  'of %s with a password 5 of 20 wrong tries made at once from one address are taken, and another address opens it',
  async (kind) => {
    const item = await make(kind);
    const began = performance.now();
    const responses = await atOnce(20, (i) => open(item, wrong, '203.0.113.1', i));
    expect(tally(responses)).toEqual({ 403: 5, 429: 15 });
    for (const { status, body, headers } of responses) {
      expect(body.code).toBe(status === 403 ? 'invalid_password' : 'too_many_attempts');
      if (status === 403) continue;
      const seconds = (performance.now() - began) / 1000;
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(Math.floor(600 - seconds));
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    expect((await open(item, right, '203.0.113.1')).status).toBe(429);
    const opened = await open(item, right, '203.0.113.2', 1);
    expect([opened.status, contentOf(opened)]).toEqual([200, 'guarded']);
  },
);

it('an address may try again once Retry-After is over, and not a second sooner', async () => {
  // Again with more time where it was over before the try.
  for (let left = 0.9; ; left *= 2) {
    const item = await make('secrets');
    await misses(item, '203.0.113.1', 5);
    await makeOld(item, 300.1);
    const longest = await remaining(item);
    const refused = await open(item, right, '203.0.113.1');
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeLessThanOrEqual(Math.ceil(longest));
    expect(retryAfter).toBeGreaterThanOrEqual(Math.ceil(await remaining(item)));

    await makeOld(item, 600 - left);
    const { status } = await open(item, right, '203.0.113.1');
    if ((await remaining(item)) <= 0) continue;
    expect(status).toBe(429);
    await age(item, left);
    expect(contentOf(await open(item, right, '203.0.113.1'))).toBe('guarded');
    return;
  }
});

it('a network that has not guessed opens an item after all that four strangers could try', async () => {
  const item = await make('secrets');
  for (const address of ['203.0.113.1', '203.0.113.2', '2001:db8::1', '2001:db8:0:1::1'])
    await atOnce(6, (i) => open(item, wrong, address, i));
  expect(contentOf(await open(item, right, '203.0.113.9'))).toBe('guarded');
});

it.each(['secrets', 'transfers'] as const)(
  'of %s 24 guesses of new networks are taken in an hour, which the owner sees, and can end by unlocking',
  async (kind) => {
    const item = await make(kind);
    await misses(item, '*first', 20);
    const guesses = await atOnce(10, (i) => open(item, wrong, `198.51.100.${i}`, i));
    expect(tally(guesses)).toEqual({ 403: 4, 429: 6 });
    const refused = await open(item, right, '203.0.113.9');
    expect(refused.body.code).toBe('too_many_attempts');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600);

    const owner = (line: string) => send(servers.bases[0], line, { key: servers.apiKey });
    const { wrongAttempts } = (await owner(`GET /${kind}/${item.id}`)).body;
    expect(wrongAttempts).toMatchObject({ count: 24, heldUntil: expect.stringMatching(/Z$/) });
    expect((await owner(`POST /${kind}/${item.id}/unlock`)).status).toBe(200);
    expect(contentOf(await open(item, right, '203.0.113.9'))).toBe('guarded');
  },
);

it('who has mistyped once waits for those who did so as well, not for those who go on guessing', async () => {
  const item = await make('secrets');
  expect((await open(item, wrong, '203.0.113.1')).status).toBe(403);
  await misses(item, '*later', 18);
  await misses(item, '*first', 24);
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
});

it('a new network that has to wait opens after Retry-After', async () => {
  const item = await make('secrets');
  await misses(item, '*first', 3_060, 24);
  const refused = await open(item, right, '203.0.113.1');
  const retryAfter = Number(refused.headers['retry-after']);
  expect([refused.status, retryAfter > 3 * 3_600, retryAfter <= 4 * 3_600]).toEqual([429, true, true]);
  await age(item, retryAfter);
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
});

it('tries that lie in the future, since the clock was set back, count for nothing', async () => {
  const item = await make('secrets');
  await misses(item, '203.0.113.1', 5);
  await misses(item, '*later', 18);
  await age(item, -3_600);
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
});

it('the right proof opens a secret sealed end-to-end, however many wrong ones were tried', async () => {
  const [proof, other] = [randomBytes(32), randomBytes(32)];
  const secret = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.c2VhbGVk.AAAAAAAAAAAAAAAAAAAAAA';
  const accessProofHash = createHash('sha256').update(proof).digest('base64url');
  const item = await make('secrets', { secret, encryption: 'e2e', accessProofHash });
  const tryProof = (bytes: Buffer, i = 0) =>
    open(item, { accessProof: bytes.toString('base64url') }, '203.0.113.1', i);
  expect(tally(await atOnce(30, (i) => tryProof(other, i)))).toEqual({ 403: 30 });
  expect(contentOf(await tryProof(proof))).toBe(secret);
});

it('a try without the password that is asked for is refused and not counted', async () => {
  const item = await make('secrets');
  expect(tally(await atOnce(10, (i) => open(item, {}, '203.0.113.1', i)))).toEqual({ 403: 10 });
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
});

it('right answers use up no tries, even many at once between wrong ones from the same address', async () => {
  const item = await make('transfers');
  for (let round = 0; round < 2; round++) {
    const rights = await atOnce(4, (i) => open(item, right, '203.0.113.1', i));
    expect(tally(rights)).toEqual({ 200: 4 });
  }
  await misses(item, '203.0.113.1', 3);
  expect((await open(item, wrong, '203.0.113.1')).status).toBe(403);
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
  expect((await open(item, wrong, '203.0.113.1')).status).toBe(403);
  expect((await open(item, right, '203.0.113.1')).status).toBe(429);
});

it('deleting an item while strangers guess at it hinders neither', async () => {
  for (let round = 0; round < 3; round++) {
    const item = await make('transfers');
    await open(item, wrong, '203.0.113.1');
    const guesses = atOnce(3, (i) => open(item, wrong, '203.0.113.1', i));
    const remove = send(servers.bases[round % 2]!, `DELETE /transfers/${item.id}`, { key: servers.apiKey });
    expect((await remove).status).toBe(200);
    for (const { status } of await guesses) expect([403, 404]).toContain(status);
  }
});

it('an owner who unlocks while strangers try waits for their tries, and they do not wait for the owner', async () => {
  const item = await make('transfers');
  for (const address of ['203.0.113.1', '203.0.113.2']) await open(item, wrong, address);
  // As a try holds its network, then its tier.
  const stranger = new pg.Client(servers.database.connection);
  await stranger.connect();
  const hold = (address: string) =>
    stranger.query('SELECT FROM attempts WHERE item_id = $1 AND address = $2 FOR UPDATE', [item.id, address]);
  const waiting = async () => {
    const [row] = await servers.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return row?.count;
  };
  try {
    await stranger.query(`BEGIN; SET LOCAL lock_timeout = '500ms'`);
    await hold('203.0.113.2');
    const unlock = send(servers.bases[0], `POST /transfers/${item.id}/unlock`, { key: servers.apiKey });
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    await hold('*first');
    await stranger.query('COMMIT');
    expect((await unlock).status).toBe(200);
  } finally {
    await stranger.end();
  }
  expect(await servers.database.query('SELECT FROM attempts WHERE item_id = $1', [item.id])).toEqual([]);
});

it('a right try takes back itself alone, also of two in the same microsecond', async () => {
  const [item, address] = [await make('secrets'), '203.0.113.1'];
  for (let i = 0; i < 2; i++) await open(item, wrong, address);
  await servers.database.query(
    `UPDATE attempts SET total = 2, recent = array_fill(
       (SELECT recent[1] FROM attempts WHERE item_id = $1 AND address = '*first'), ARRAY[2]) WHERE item_id = $1`,
    [item.id],
  );
  const [{ at }] = (await servers.database.query<{ at: string }>(
    'SELECT recent[1]::text AS at FROM attempts WHERE item_id = $1 AND address = $2',
    [item.id, address],
  )) as [{ at: string }];
  const database = openDatabase({ connection: servers.database.connection, poolSize: 1 });
  try {
    await takeBack(database, item.id, address, { at, tier: '*first' });
  } finally {
    await database.close();
  }
  const rows = await servers.database.query(
    `SELECT address, total, cardinality(recent) AS counted FROM attempts
     WHERE item_id = $1 AND address <> '*early' ORDER BY address COLLATE "C"`,
    [item.id],
  );
  expect(rows).toEqual([
    { address: '*first', total: 1, counted: 1 },
    { address, total: 1, counted: 1 },
  ]);
});
