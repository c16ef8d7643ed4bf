import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountSchema } from '@tempshare/contract/account';
import { prefixedId } from '../../../server/src/crypto/tokens.ts';
import { KeyUsage } from '../../../server/src/features/accounts/key-usage.ts';
import { further } from '../../support/further.ts';
import { join, newAccount, type Person, type Place } from '../../support/panel/person.ts';
import { send } from '../../support/network/send.ts';
import { forgetUsage } from '../../../server/src/features/accounts/usage-store.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { startPair, type Pair } from '../../support/server/pair.ts';

let pair: Pair;
let place: Place;
beforeAll(async () => {
  pair = await startPair();
  place = { url: new URL(pair.bases[0]).origin, database: pair.database };
});
afterAll(() => pair.close());

type Usage = AccountSchema<'Usage'>;

async function create(person: Person, name = 'ci'): Promise<AccountSchema<'KeyCreated'>> {
  const body = { name, environment: 'live', scopes: ['secret:create'], expiresAt: null };
  return (await person.call('createKey', { body })).body as AccountSchema<'KeyCreated'>;
}
const usage = async (person: Person, query = ''): Promise<Usage> =>
  (await person.call('getUsage', { query })).body as Usage;
const owner = async () => join(place, 'owner', await newAccount(place));
/** Writes usage of a key some hours ago. */
const used = (keyId: string, hoursAgo: number, requests: number) =>
  pair.database.query(
    `INSERT INTO key_usage VALUES ($1, date_bin('1 hour', now(), 'epoch') - make_interval(hours => $2), $3, 0, 0)`,
    [keyId, hoursAgo, requests],
  );

describe('usage of a key', () => {
  it('counts requests, items and bytes of all servers, and a repeated request brings no second item', async () => {
    const one = await owner();
    const { apiKey, key } = await create(one);
    const json = { secret: 'x' };
    const repeat = { key: apiKey, json, headers: { 'idempotency-key': 'once-and-no-more' } };
    await send(pair.bases[0], 'POST /secrets', repeat);
    await send(pair.bases[0], 'POST /secrets', repeat);
    await send(pair.bases[1], 'POST /secrets', { key: apiKey, json });
    // Refused for its scope, after the limit has admitted it.
    expect((await send(pair.bases[1], 'GET /transfers', { key: apiKey })).status).toBe(403);
    // The limit is told before the usage is written.
    expect((await usage(one)).keys[0]!.requestsLeft).toBe(1_000_000 - 4);
    // Calls of a page for the key do not count as its usage.
    const { token } = (await one.call('createPageToken', { body: { keyId: key.id } })).body;
    expect((await send(pair.bases[0], 'GET /webhook-endpoints', { key: token })).status).toBe(200);
    const bytes = 2 * JSON.stringify(json).length;
    await expect
      .poll(async () => (await usage(one)).keys)
      .toMatchObject([{ id: key.id, requests: 4, items: 2, bytes, requestsPerMinute: 1_000_000 }]);
    const { steps } = await usage(one, '?period=month');
    expect(steps).toHaveLength(30);
    expect(steps.at(-1)).toMatchObject({ requests: 4, items: 2, bytes });
    const [listed] = (await one.call('listKeys')).body.keys;
    expect(listed.requestsToday).toBe(4);
  });

  it('is shown by hour and by day, up to the bounds of the period', async () => {
    const one = await owner();
    const { key } = await create(one);
    await used(key.id, 0, 1);
    await used(key.id, 23, 10);
    await used(key.id, 24, 100);
    await used(key.id, 24 * 31, 1000);
    const day = await usage(one);
    expect(day.steps).toHaveLength(24);
    expect([day.steps[0]!.requests, day.steps.at(-1)!.requests, day.keys[0]!.requests]).toEqual([10, 1, 11]);
    const month = await usage(one, '?period=month&utcOffset=330');
    expect(month.steps.reduce((sum, { requests }) => sum + requests, 0)).toBe(111);
    expect(month.keys[0]!.requests).toBe(111);
    expect(month.steps.every(({ at }) => at.endsWith('T18:30:00.000Z'))).toBe(true);
  });

  it('is shown of one key, and to members of those they made', async () => {
    const account = await newAccount(place);
    const [one, member] = [await join(place, 'owner', account), await join(place, 'member', account)];
    const [own, other] = [await create(member, 'own'), await create(one, 'other')];
    await used(own.key.id, 0, 1);
    await used(other.key.id, 0, 2);
    const names = async (person: Person, query = '') =>
      (await usage(person, query)).keys.map(({ name, requests }) => [name, requests]);
    expect(await names(one)).toEqual([
      ['other', 2],
      ['own', 1],
    ]);
    expect(await names(member)).toEqual([['own', 1]]);
    expect(await names(one, `?keyId=${own.key.id}`)).toEqual([['own', 1]]);
    const query = `?keyId=${other.key.id}`;
    expect((await member.call('getUsage', { query })).status).toBe(404);
    expect((await (await owner()).call('getUsage', { query })).status).toBe(404);
  });

  it('refuses a time zone that is none', async () => {
    const one = await owner();
    expect((await one.call('getUsage', { query: '?utcOffset=841' })).status).toBe(400);
    expect((await one.call('listKeys', { query: '?utcOffset=x' })).status).toBe(400);
  });
});

describe('counting', () => {
  it('sends one statement for all requests since the last flush, and keeps what could not be written', async () => {
    const [one, other] = [prefixedId('key'), prefixedId('key')];
    let fails = true;
    const sent: unknown[][] = [];
    const db = {
      query: (sql: string, values: unknown[]) => {
        if (fails) return Promise.reject(new Error('away'));
        sent.push(values);
        return pair.database.query(sql, values);
      },
    };
    const counter = new KeyUsage(db as never);
    for (let count = 0; count < 100; count += 1) counter.add(one, { requests: 1, bytes: 5 });
    await counter.flush();
    fails = false;
    counter.add(other, { requests: 1, items: 1 });
    await Promise.all([counter.flush(), counter.flush()]);
    expect(sent).toHaveLength(1);
    const rows = await pair.database.query(
      'SELECT key_id, requests::int, items::int, bytes::int FROM key_usage WHERE key_id = ANY ($1) ORDER BY requests DESC',
      [[one, other]],
    );
    expect(rows).toEqual([
      { key_id: one, requests: 100, items: 0, bytes: 500 },
      { key_id: other, requests: 1, items: 1, bytes: 0 },
    ]);
  });

  it.runIf(further)(
    'is written by a server that stops, and loses nothing that was written when one is killed',
    async () => {
      const one = await owner();
      const { apiKey } = await create(one);
      const requests = async () => (await usage(one)).keys[0]!.requests;
      const stopped = await startServerProcess(pair.env);
      for (let count = 0; count < 3; count += 1) await send(stopped.baseUrl, 'GET /key', { key: apiKey });
      expect(await stopped.stop()).toBe(0);
      expect(await requests()).toBe(3);
      const killed = await startServerProcess(pair.env);
      await send(killed.baseUrl, 'GET /key', { key: apiKey });
      await killed.stop('SIGKILL');
      expect([3, 4]).toContain(await requests());
      await send(pair.bases[0], 'GET /key', { key: apiKey });
      await expect.poll(requests).toBeGreaterThanOrEqual(4);
    },
  );

  it('is forgotten after 31 days', async () => {
    const one = await owner();
    const { key } = await create(one);
    await used(key.id, 31 * 24 + 1, 5);
    await used(key.id, 30 * 24, 6);
    await forgetUsage(pair as never);
    const rows = await pair.database.query('SELECT requests::int FROM key_usage WHERE key_id = $1', [key.id]);
    expect(rows).toEqual([{ requests: 6 }]);
  });
});
