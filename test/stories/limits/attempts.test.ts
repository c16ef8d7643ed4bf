import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeBack, TIERS } from '../../../server/src/limits/attempt-store.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { further } from '../../support/further.ts';
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
    `UPDATE attempts SET recent = ARRAY(SELECT t - make_interval(secs => $2) FROM unnest(recent) AS t),
       busy_until = busy_until - make_interval(secs => $2) WHERE item_id = $1`,
    [item.id, seconds],
  );

const tierNamed = (name: string) => TIERS.find((tier) => tier.name === name)!;

/** Makes as if all tries that a tier allows at once had been made just now, but for `left` of them; `total` in all. */
const exhaust = (
  item: Item,
  name: string,
  { left = 0, total = tierNamed(name).burst }: { left?: number; total?: number } = {},
) =>
  servers.database.query(
    `INSERT INTO attempts (item_id, address, recent, total, busy_until)
     VALUES ($1, $2, ARRAY[clock_timestamp()], $3, clock_timestamp() + make_interval(secs => $4))
     ON CONFLICT (item_id, address) DO UPDATE SET total = EXCLUDED.total, busy_until = EXCLUDED.busy_until`,
    [item.id, name, total - left, (tierNamed(name).burst - left) * tierNamed(name).seconds],
  );

/** Makes as if an address had been wrong `total` times, `recent` of them just now. */
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

it.each(['secrets', 'transfers'] as const)(
  'of %s 240 guesses of new networks are taken at once, which the owner sees, and can end by unlocking',
  async (kind) => {
    const item = await make(kind);
    await exhaust(item, '*first', { left: 4 });
    const guesses = await atOnce(10, (i) => open(item, wrong, `198.51.100.${i}`, i));
    expect(tally(guesses)).toEqual({ 403: 4, 429: 6 });
    const refused = await open(item, right, '203.0.113.9');
    expect(refused.body.code).toBe('too_many_attempts');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(150);

    const owner = (line: string) => send(servers.bases[0], line, { key: servers.apiKey });
    const { wrongAttempts } = (await owner(`GET /${kind}/${item.id}`)).body;
    expect(wrongAttempts).toMatchObject({ count: 240, heldUntil: expect.stringMatching(/Z$/) });
    expect((await owner(`POST /${kind}/${item.id}/unlock`)).status).toBe(200);
    expect((await owner(`GET /${kind}/${item.id}`)).body.wrongAttempts).toMatchObject({
      count: 0,
      heldUntil: null,
    });
    expect(contentOf(await open(item, right, '203.0.113.9'))).toBe('guarded');
  },
);

it.runIf(further)(
  'wrong passwords of 26 networks keep no newcomer waiting, nor the same again after an unlock',
  async () => {
    const item = await make('transfers');
    for (let round = 0; round < 2; round++) {
      const guesses = await atOnce(26, (i) => open(item, wrong, `198.51.100.${i}`, i));
      expect(tally(guesses)).toEqual({ 403: 26 });
      expect(contentOf(await open(item, right, `203.0.113.${round}`, round))).toBe('guarded');
      await send(servers.bases[round]!, `POST /transfers/${item.id}/unlock`, { key: servers.apiKey });
    }
  },
);

it.each([
  ['IPv4 addresses', (i: number) => `10.0.${i >> 8}.${i & 255}`, 1],
  ['IPv6 networks', (i: number) => `2001:db8:${i}:1::1`, 3],
])('refused tries of %s over two servers leave no row behind', async (_, addressOf, perNetwork) => {
  const item = await make('transfers');
  await exhaust(item, '*first', { left: 2 });
  for (const round of [1, 2]) {
    // The networks that were wrong before have the second round for themselves.
    const tries = await atOnce(50, (i) => open(item, wrong, addressOf(i), i));
    expect(tally(tries)).toEqual({ 403: 2, 429: 48 });
    const [row] = await servers.database.query<{ rows: number; total: number }>(
      `SELECT count(*)::int AS rows, sum(total)::int AS total FROM attempts WHERE item_id = $1 AND address NOT LIKE '*%'`,
      [item.id],
    );
    expect(row).toEqual({ rows: 2 * perNetwork, total: 2 * perNetwork * round });
  }
});

it('a wait of newcomers is at most 150 seconds, and ends with it', async () => {
  const item = await make('secrets');
  await exhaust(item, '*first');
  const refused = await open(item, right, '203.0.113.9');
  const retryAfter = Number(refused.headers['retry-after']);
  expect([refused.status, retryAfter > 100, retryAfter <= 150]).toEqual([429, true, true]);
  await age(item, retryAfter);
  expect(contentOf(await open(item, right, '203.0.113.9', 1))).toBe('guarded');
});

it('a network that was right before opens whatever strangers guess, also after an unlock', async () => {
  const item = await make('transfers');
  const known = ['203.0.113.1', '2001:db8:5:1::1'];
  for (const address of known) expect((await open(item, right, address)).status).toBe(200);
  for (const tier of ['*first', '*early', '*later']) await exhaust(item, tier);
  for (const address of known) expect((await open(item, right, address, 1)).status).toBe(200);
  await send(servers.bases[0], `POST /transfers/${item.id}/unlock`, { key: servers.apiKey });
  for (const tier of ['*first', '*early', '*later']) await exhaust(item, tier);
  for (const address of known) expect((await open(item, right, address)).status).toBe(200);
  expect((await open(item, wrong, known[0]!)).status).toBe(403);
  expect((await open(item, right, known[0]!)).status).toBe(200);
});

it('a network that was right has 5 wrong tries in 10 minutes as all others, and all such networks 60 at once', async () => {
  const item = await make('transfers');
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
  const guesses = await atOnce(8, (i) => open(item, wrong, '203.0.113.1', i));
  expect(tally(guesses)).toEqual({ 403: 5, 429: 3 });
  expect((await open(item, right, '203.0.113.2')).status).toBe(200);
  await exhaust(item, '*known');
  const refused = await open(item, right, '203.0.113.2');
  expect([refused.status, Number(refused.headers['retry-after']) <= 120]).toEqual([429, true]);
});

it('another PIN forgets who was right with the one before', async () => {
  const { body } = await send(servers.bases[0], 'POST /requests', {
    key: servers.apiKey,
    json: { title: 'x' },
  });
  const begin = (pin: string) =>
    send(servers.bases[1], `POST /public/requests/${body.requestId}/sessions`, {
      json: { pin },
      headers: { 'x-forwarded-for': '203.0.113.1' },
    });
  expect((await begin(body.pin)).status).toBe(201);
  const rotated = await send(servers.bases[0], `POST /requests/${body.requestId}/rotate-pin`, {
    key: servers.apiKey,
  });
  const item = { kind: 'secrets', id: body.requestId } as const;
  await exhaust(item, '*first');
  expect((await begin(rotated.body.pin)).status).toBe(429);
});

it.runIf(further)(
  'an IPv6 /48 has 20 wrong tries in 10 minutes and a /56 has 10, and most of them count as guesses of one network',
  async () => {
    const item = await make('secrets');
    const guess = (network: string, i: number) => open(item, wrong, `2001:db8:${network}::1`, i);
    const ofSubnet = await atOnce(14, (i) => guess(`7:1${i.toString(16).padStart(2, '0')}`, i));
    expect(tally(ofSubnet)).toEqual({ 403: 10, 429: 4 });
    const ofSite = await atOnce(20, (i) => guess(`7:${(i + 3).toString(16)}00`, i));
    expect(tally(ofSite)).toEqual({ 403: 10, 429: 10 });
    const rows = await servers.database.query(
      `SELECT address, total FROM attempts WHERE item_id = $1 AND address LIKE '*%' ORDER BY 1`,
      [item.id],
    );
    expect(rows).toEqual([
      { address: '*early', total: 6 },
      { address: '*first', total: 2 },
      { address: '*later', total: 12 },
    ]);
    expect((await open(item, right, '2001:db8:7:9999::1')).status).toBe(429);
    expect(contentOf(await open(item, right, '2001:db8:8::1'))).toBe('guarded');
  },
);

it('who has mistyped once waits for those who did so as well, not for those who go on guessing', async () => {
  const item = await make('secrets');
  expect((await open(item, wrong, '203.0.113.1')).status).toBe(403);
  await exhaust(item, '*later');
  await exhaust(item, '*first');
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
});

it('a new network that has to wait after thousands of guesses opens after Retry-After', async () => {
  const item = await make('secrets');
  await exhaust(item, '*first', { total: 2_560 });
  await age(item, -450);
  const refused = await open(item, right, '203.0.113.1');
  const retryAfter = Number(refused.headers['retry-after']);
  expect([refused.status, retryAfter > 450, retryAfter <= 600]).toEqual([429, true, true]);
  await age(item, retryAfter);
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
  const [row] = await servers.database.query<{ seconds: number }>(
    `SELECT extract(epoch FROM busy_until - clock_timestamp())::int - 35850 AS seconds FROM attempts
     WHERE item_id = $1 AND address = '*first'`,
    [item.id],
  );
  expect(row?.seconds ?? 0).toBeLessThanOrEqual(600);
});

it('tries that lie in the future, since the clock was set back, count for nothing', async () => {
  const item = await make('secrets');
  await misses(item, '203.0.113.1', 5);
  await exhaust(item, '*later');
  await age(item, -360_000);
  expect((await open(item, right, '203.0.113.1')).status).toBe(200);
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
  const stranger = await servers.database.connect();
  const hold = (address: string) =>
    stranger.query('SELECT FROM attempts WHERE item_id = $1 AND address = $2 FOR UPDATE', [item.id, address]);
  try {
    await stranger.query(`BEGIN; SET LOCAL lock_timeout = '500ms'`);
    await hold('203.0.113.2');
    const unlock = send(servers.bases[0], `POST /transfers/${item.id}/unlock`, { key: servers.apiKey });
    await servers.database.untilLocked();
    await hold('*first');
    await stranger.query('COMMIT');
    expect((await unlock).status).toBe(200);
  } finally {
    await stranger.end();
  }
  expect(await servers.database.query('SELECT FROM attempts WHERE item_id = $1', [item.id])).toEqual([]);
});

it('right tries at once from one IPv6 network leave nothing counted', async () => {
  const item = await make('transfers');
  for (let round = 0; round < 3; round++) {
    const rights = await atOnce(4, (i) => open(item, right, `2001:db8:7:${i}::1`, i));
    expect(tally(rights)).toEqual({ 200: 4 });
  }
  expect(
    await servers.database.query(
      `SELECT address, total FROM attempts WHERE item_id = $1 AND address NOT LIKE '*%' AND total > 0`,
      [item.id],
    ),
  ).toEqual([]);
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
    const counted = { at, tier: '*first' } as const;
    await takeBack(database, { itemId: item.id, network: address, counted, right: true });
  } finally {
    await database.close();
  }
  const rows = await servers.database.query(
    `SELECT address, total, cardinality(recent) AS counted, proven FROM attempts
     WHERE item_id = $1 AND address <> '*early' ORDER BY address COLLATE "C"`,
    [item.id],
  );
  expect(rows).toEqual([
    { address: '*first', total: 1, counted: 1, proven: false },
    { address, total: 1, counted: 1, proven: true },
  ]);
});
