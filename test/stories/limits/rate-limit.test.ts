import { limits } from '@tempshare/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atOnce, send, tally, type Reply, type Call } from '../../support/network/send.ts';
import { startPair, type Pair } from '../../support/server/pair.ts';

const { key: PER_KEY, anonymous: PER_ADDRESS } = limits.rateLimit;

/** Two servers with the limits that they have by default. */
let servers: Pair;
/** The same behind one proxy. */
let proxied: Pair;
beforeAll(async () => {
  const defaults = { RATE_LIMIT_KEY: '', RATE_LIMIT_ANONYMOUS: '' };
  servers = await startPair(defaults);
  proxied = await startPair({ ...defaults, TRUST_PROXY: '1' });
});
afterAll(() => Promise.all([servers.close(), proxied.close()]));
beforeEach(async () => {
  for (const { database } of [servers, proxied]) await database.query('DELETE FROM rate_limits');
});

// No test is refused 100 times at once: that is a flood, which a server then refuses for a second from its own memory.
const baseFor = (i: number): string => servers.bases[i % 2]!;
const keyed = (i = 0): Promise<Reply> => send(baseFor(i), 'GET /key', { key: servers.apiKey });
const anonymous = (i = 0, call: Call = {}): Promise<Reply> =>
  send(baseFor(i), 'GET /public/secrets/none', call);
const from = (address: string, i = 0): Promise<Reply> =>
  send(proxied.bases[i % 2]!, 'GET /public/secrets/none', { headers: { 'x-forwarded-for': address } });

/** Makes as if everything counted so far had happened `ms` earlier. */
const age = (ms: number) =>
  servers.database.query('UPDATE rate_limits SET at = ARRAY(SELECT t - $1 FROM unnest(at) AS t)', [
    Math.round(ms),
  ]);

/** Makes as if everything counted so far had happened `ms` ago. */
const makeOld = (ms: number) =>
  servers.database.query(
    `UPDATE rate_limits SET at = array_fill((extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1::bigint, ARRAY[cardinality(at)])`,
    [ms],
  );

/** For how many milliseconds it goes on counting. */
async function remaining(): Promise<number> {
  const [row] = await servers.database.query<{ ms: number }>(
    `SELECT (at[1] + 60000 - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms FROM rate_limits`,
  );
  return row!.ms;
}

describe('a limit above 1,000', () => {
  it('is kept in a short log, in which no entry is moved by what comes after it', async () => {
    const many = await startPair({ RATE_LIMIT_KEY: '2000', RATE_LIMIT_ANONYMOUS: '' });
    try {
      const ask = (i: number) => send(many.bases[i % 2]!, 'GET /key', { key: many.apiKey });
      const log = async () =>
        (await many.database.query<{ at: string[]; hits: number[] }>('SELECT at, hits FROM rate_limits'))[0]!;
      await ask(0);
      const [first] = (await log()).at;
      for (let i = 1; (await log()).at.length < 4; i++) await atOnce(10, ask);
      const { at, hits } = await log();
      expect(at[0]).toBe(first);
      expect(at.every((time) => Number(time) % 240 === 0)).toBe(true);

      const used = hits.reduce((sum, count) => sum + count);
      expect(tally(await atOnce(2000 - used + 50, ask))).toEqual({ 200: 2000 - used, 429: 50 });
    } finally {
      await many.close();
    }
  });
});

describe('a key', () => {
  it(`gets exactly ${PER_KEY} of more concurrent requests through two servers, and again a minute later`, async () => {
    expect(tally(await atOnce(PER_KEY + 90, keyed))).toEqual({ 200: PER_KEY, 429: 90 });
    await age(60_000);
    expect(tally(await atOnce(PER_KEY, keyed))).toEqual({ 200: PER_KEY });
  });

  it('is admitted again after Retry-After seconds, and not one second sooner', async () => {
    // Again with more time where it was over before the request.
    for (let left = 900; ; left *= 2) {
      await servers.database.query('DELETE FROM rate_limits');
      await atOnce(PER_KEY, keyed);
      await makeOld(29_100);
      const longest = await remaining();
      const retryAfter = Number((await keyed()).headers['retry-after']);
      expect(retryAfter).toBeLessThanOrEqual(Math.ceil(longest / 1000));
      expect(retryAfter).toBeGreaterThanOrEqual(Math.ceil((await remaining()) / 1000));

      await makeOld(60_000 - left);
      const { status } = await keyed(1);
      if ((await remaining()) <= 0) continue;
      expect(status).toBe(429);
      await age(left);
      expect((await keyed(1)).status).toBe(200);
      return;
    }
  });

  it('has a window that slides: half of the quota comes back when half of the requests are a minute old', async () => {
    await atOnce(PER_KEY / 2, keyed);
    await age(30_000);
    await atOnce(PER_KEY / 2, keyed);
    await age(30_000);
    expect(tally(await atOnce(PER_KEY / 2 + 40, keyed))).toEqual({ 200: PER_KEY / 2, 429: 40 });
  });

  it('is not kept waiting by a clock of the database that was set back', async () => {
    await atOnce(PER_KEY, keyed);
    expect((await keyed()).status).toBe(429);
    await age(-3_600_000);
    const admitted = await keyed();
    expect(admitted.status).toBe(200);
    expect(admitted.headers.ratelimit).toMatch(`r=${PER_KEY - 1};`);
  });

  it('has used what is in its log, however time has gone by, or back', async () => {
    const sums = 'SELECT used, (SELECT sum(hit)::int FROM unnest(hits) AS hit) AS logged FROM rate_limits';
    for (let i = 0; i < 15; i++) {
      await atOnce(1 + Math.floor(Math.random() * 8), keyed);
      const [row] = await servers.database.query<{ used: number; logged: number }>(sums);
      expect(row!.used).toBe(row!.logged);
      await age(Math.random() < 0.2 ? -70_000 * Math.random() : 30_000 * Math.random());
    }
  });

  it('is counted before its scopes and its request are looked at', async () => {
    await atOnce(PER_KEY, keyed);
    const invalid = await send(baseFor(0), 'POST /secrets', { key: servers.apiKey, json: { secret: 7 } });
    expect(invalid.status).toBe(429);
  });
});

describe('an address without a key', () => {
  it(`has ${PER_ADDRESS} requests a minute on both servers together`, async () => {
    const responses = await atOnce(PER_ADDRESS + 20, anonymous);
    expect(tally(responses)).toEqual({ 404: PER_ADDRESS, 429: 20 });
  });

  it('spends them on wrong keys too, while a right key from there keeps its own', async () => {
    const mistyped = `${servers.apiKey.slice(0, -1)}${servers.apiKey.endsWith('x') ? 'y' : 'x'}`;
    const unknown = 'svc_sk_live_00000000000000000000000000000000';
    const attempts = [mistyped, unknown, undefined];
    const refusals = await atOnce(PER_ADDRESS - 5, (i) =>
      send(baseFor(i), 'GET /key', { key: attempts[i % 3] }),
    );
    expect(tally(refusals)).toEqual({ 401: PER_ADDRESS - 5 });
    expect(tally(await atOnce(10, anonymous))).toEqual({ 404: 5, 429: 5 });
    expect((await send(baseFor(0), 'GET /key', { key: mistyped })).status).toBe(429);
    expect((await keyed()).status).toBe(200);
  });

  it('is not changed by X-Forwarded-For unless a proxy is trusted', async () => {
    const responses = await atOnce(PER_ADDRESS + 1, (i) =>
      anonymous(i, { headers: { 'x-forwarded-for': `203.0.113.${i}` } }),
    );
    expect(tally(responses)).toEqual({ 404: PER_ADDRESS, 429: 1 });
  });
});

describe('behind a trusted proxy, an address', () => {
  it('is what the proxy says, not what the client wrote before it', async () => {
    const spoofed = await atOnce(PER_ADDRESS + 1, (i) => from(`198.51.100.${i}, 203.0.113.1`, i));
    expect(tally(spoofed)).toEqual({ 404: PER_ADDRESS, 429: 1 });
    expect((await from('203.0.113.2')).status).toBe(404);
  });
});
