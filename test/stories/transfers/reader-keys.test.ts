import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { Reader } from '../../../server/src/readings/reader.ts';
import { runAdmin } from '../../support/server/admin.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { expectCounted } from '../../support/rows/capacity.ts';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { atOnce, send, tally, type Reply } from '../../support/network/send.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';
import { put } from '../../support/files/uploads.ts';

/** Links in responses are the same whichever server gives them. */
const APP_URL = 'https://share.example';

let servers: Omit<Servers, 'kill'>;
/** A server beside the two that stores no readings, and sweeps when a test says so. */
let forgetful: TestApp;
beforeAll(async () => {
  servers = await sharedServers({ APP_URL });
  const env = { APP_URL, ENCRYPTION_KEYS: servers.env.ENCRYPTION_KEYS!, READING_REPLAY_SECONDS: '0' };
  forgetful = await startApp(env, servers.database);
});
afterAll(() => forgetful.close({ keepDatabase: true }));

const baseFor = (i: number): string => servers.bases[i % 2]!;
const owner = (call: string, json?: object) => send(baseFor(0), call, { key: servers.apiKey, json });
const newKey = (): string => randomBytes(16).toString('base64url');

type Table = 'secrets' | 'transfers';
interface Item {
  table: Table;
  id: string;
  /** Headers that the reader has to send. */
  json?: object;
}

const reading = ({ table, id }: Item): string =>
  `POST /public/${table}/${id}/${table === 'secrets' ? 'reveal' : 'open'}`;
/** Opens or reveals an item under a key, or without one. */
const read = (i: number, item: Item, key?: string, json = item.json): Promise<Reply> =>
  send(baseFor(i), reading(item), { headers: key === undefined ? {} : { 'idempotency-key': key }, json });

const secret = async (json: object = {}): Promise<Item> => ({
  table: 'secrets',
  id: (await owner('POST /secrets', { secret: 'the value', ...json })).body.secretId,
});
const transfer = async (json: object = {}): Promise<Item> => ({
  table: 'transfers',
  id: (await owner('POST /transfers', { type: 'text', text: 'the text', ...json })).body.id,
});
const file = async (json: object = {}): Promise<Item> => {
  const said = { type: 'file', fileName: 'a.txt', mediaType: 'text/plain', ...json };
  const { id, uploadUrl } = (await owner('POST /transfers', said)).body;
  expect((await put(baseFor(0), uploadUrl, Buffer.from('the bytes'))).status).toBe(200);
  return { table: 'transfers', id };
};

const proof = randomBytes(32);
const e2e = {
  encryption: 'e2e',
  accessProofHash: createHash('sha256').update(proof).digest('base64url'),
};
const accessProof = proof.toString('base64url');
const password = 'open sesame';
const sealed = 'eyJhbGciOiJkaXIifQ..a.b.c';

const ITEMS: Record<string, () => Promise<Item>> = {
  'a secret with a password': async () => ({ ...(await secret({ password })), json: { password } }),
  'a sealed secret': async () => ({ ...(await secret({ ...e2e, secret: sealed })), json: { accessProof } }),
  'a link': () => transfer({ type: 'url', text: undefined, targetUrl: 'https://a.example/', oneTime: true }),
  'a file with a password': async () => ({
    ...(await file({ oneTime: true, password })),
    json: { password },
  }),
};

const query = <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  servers.database.query<Row>(sql, values);
const remains = ({ table, id }: Item) =>
  query(`SELECT state, content, wrapped_key, read_until FROM ${table} WHERE id = $1`, id);
const kept = async ({ id }: Item): Promise<number> =>
  (await query('SELECT FROM readings WHERE item_id = $1', id)).length;
const eventsOf = async ({ id }: Item): Promise<string[]> =>
  (
    await query<{ type: string }>(
      `SELECT type FROM events WHERE object->>'id' = $1 OR object->>'secretId' = $1 ORDER BY type`,
      id,
    )
  ).map(({ type }) => type);

const replayed = ({ headers }: Reply): string | string[] | undefined => headers['idempotency-replayed'];

describe.each(Object.entries(ITEMS))('%s that was read under a key', (_, make) => {
  it('is had again byte for byte from any server, whatever the body, and by nobody else', async () => {
    const [item, key] = [await make(), newKey()];
    const first = await read(0, item, key);
    expect([first.status, replayed(first)]).toEqual([200, undefined]);
    const events = await eventsOf(item);

    for (const [i, json] of [item.json, undefined, { password: 'wrong' }].entries()) {
      const again = await read(i + 1, item, key, json);
      expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text]);
    }
    expect(tally([await read(0, item, newKey()), await read(1, item)])).toEqual({ 404: 2 });
    const page = reading(item)
      .replace('POST', 'GET')
      .replace(/\/\w+$/, '');
    expect((await send(baseFor(0), page)).status).toBe(404);
    expect(await eventsOf(item)).toEqual(events);
    const [row] = (await remains(item)) as { wrapped_key: unknown }[];
    expect(row).toMatchObject({ state: 'consumed', wrapped_key: null });
  });
});

describe('a file', () => {
  it('read again under the same key when it is too late to repeat gets another view and URL', async () => {
    const [item, key] = [await file(), newKey()];
    const { downloadUrl } = (await read(0, item, key)).body;
    await moveClock(servers.database, 121_000);
    const again = await read(0, item, key);
    expect([again.status, replayed(again)]).toEqual([200, undefined]);
    expect(again.body.downloadUrl).not.toBe(downloadUrl);
  });
});

describe('readers who race', () => {
  it.each([
    { what: 'a secret', make: () => secret(), views: 1 },
    { what: 'a text of two views', make: () => transfer({ maxViews: 2 }), views: 2 },
    { what: 'a file of two views', make: () => file({ maxViews: 2 }), views: 2 },
  ])('for $what are as many as may read, however often each asks at once', async ({ make, views }) => {
    for (let round = 0; round < 3; round++) {
      const [item, keys] = [await make(), Array.from({ length: 8 }, newKey)];
      const responses = await atOnce(32, async (i) => {
        const key = keys[(i * 5) % 8]!;
        return { key, ...(await read(i, item, key)) };
      });
      const good = responses.filter(({ status }) => status === 200);
      expect(tally(responses)).toEqual({ 200: 4 * views, 404: 32 - 4 * views });
      expect(new Set(good.map(({ key }) => key)).size).toBe(views);
      expect(good.filter((response) => replayed(response) === undefined)).toHaveLength(views);
      for (const one of good)
        expect(new Set(good.filter(({ key }) => key === one.key).map(({ text }) => text)).size).toBe(1);
      expect(await kept(item)).toBe(views);
    }
  });

  it('with a password and one key are one reader', async () => {
    const [item, key] = [await secret({ password }), newKey()];
    const responses = await atOnce(4, (i) => read(i, item, key, { password }));
    expect(tally(responses)).toEqual({ 200: 4 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter((response) => replayed(response) === undefined)).toHaveLength(1);
  });
});

describe('what was read under a key', () => {
  it('is opened by the keyring only together with that key', async () => {
    const keyring = new Keyring([Buffer.from(servers.env.ENCRYPTION_KEYS!, 'base64')]);
    const vault = new ItemVault(keyring, new PasswordKdf());
    for (const item of [await secret(), await secret({ password })]) {
      const key = newKey();
      expect((await read(0, item, key, { password })).status).toBe(200);
      const [row] = await query<{ reader: Buffer; wrapped_key: Buffer }>(
        'SELECT reader, wrapped_key FROM readings WHERE item_id = $1',
        item.id,
      );
      const ref = { kind: 'secret' as const, id: item.id };
      expect(() => vault.unlockUnprotected(ref, row!.wrapped_key)).toThrow();
      const reader = new Reader(key, ref, 120);
      expect(row!.reader).toEqual(reader.hash);
      expect(vault.unlockUnprotected(ref, reader.hide(row!.wrapped_key))).toHaveLength(32);
    }
  });

  it('gives its owner room again at once, once, also where it changes hands meanwhile', async () => {
    for (const item of [await secret(), await transfer({ oneTime: true })]) {
      expect((await read(0, item, newKey())).status).toBe(200);
      await expectCounted(servers.database);
    }
    const [one, other] = [await forgetful.createKey(), await forgetful.createKey()];
    const create = { key: one.text, json: { secret: 'the value' } };
    const { secretId } = (await send(baseFor(0), 'POST /secrets', create)).body;
    expect((await read(0, { table: 'secrets', id: secretId }, newKey())).status).toBe(200);
    const handOver = ['keys', 'hand-over', one.id, '--to', other.id];
    expect((await runAdmin(handOver, servers.env)).code).toBe(0);
    await moveClock(servers.database, 121_000);
    await forgetful.sweep();
    await expectCounted(servers.database);
  });

  it('is had again when the last view waited for it', async () => {
    for (let round = 0; round < 5; round++) {
      const [item, key] = [await transfer({ maxViews: 2 }), newKey()];
      const [mine] = await Promise.all([read(0, item, key), read(1, item)]);
      expect((await read(1, item, key)).text).toBe(mine.text);
    }
  });

  it('is had again though it has expired since', async () => {
    const [item, key] = [await transfer({ expiration: '1h' }), newKey()];
    const first = await read(0, item, key);
    await query(`UPDATE transfers SET expires_at = now() WHERE id = $1`, item.id);
    await forgetful.sweep();
    await expect.poll(() => remains(item)).toMatchObject([{ state: 'expired', wrapped_key: null }]);
    expect((await read(0, item)).status).toBe(404);
    const again = await read(1, item, key);
    expect(again.body).toEqual({ ...first.body, expiresAt: again.body.expiresAt });
  });

  it('is gone after two minutes, and wiped', async () => {
    const items = [await secret(), await transfer({ oneTime: true }), await file({ oneTime: true })];
    const key = newKey();
    for (const item of items) expect((await read(0, item, key)).status).toBe(200);
    await moveClock(servers.database, 60_000);
    for (const item of items) expect((await read(0, item, key)).status).toBe(200);
    await moveClock(servers.database, 61_000);
    expect(tally(await Promise.all(items.map((item) => read(0, item, key))))).toEqual({ 404: 3 });
    await forgetful.sweep();
    for (const item of items) {
      const wiped = [{ state: 'consumed', content: null, wrapped_key: null }];
      await expect.poll(() => remains(item)).toMatchObject(wiped);
      await expect.poll(() => kept(item)).toBe(0);
    }
  });

  it('is gone at once when the clock is set back by more than any reading is kept', async () => {
    const [item, key] = [await secret(), newKey()];
    expect((await read(0, item, key)).status).toBe(200);
    await moveClock(servers.database, -3_600_000);
    expect((await read(0, item, key)).status).toBe(404);
    await forgetful.sweep();
    await expect.poll(() => remains(item)).toMatchObject([{ content: null }]);
    await moveClock(servers.database, 3_600_000);
  });
});

describe('nothing is kept', () => {
  it.each(['for a caller without a key', 'by a server that is told so'])('%s', async (who) => {
    for (const item of [await secret(), await transfer({ oneTime: true })]) {
      const [base, headers] = who.startsWith('by')
        ? [forgetful.baseUrl, { 'idempotency-key': newKey() }]
        : [baseFor(0), {}];
      expect((await send(base, reading(item), { headers })).status).toBe(200);
      expect((await send(base, reading(item), { headers })).status).toBe(404);
      expect(await remains(item)).toMatchObject([{ content: null, wrapped_key: null }]);
      expect(await kept(item)).toBe(0);
    }
  });

  it('where the disk has no room for it, and is read all the same', async () => {
    const full = `BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END`;
    await query(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS '${full.replaceAll("'", "''")}'`,
    );
    await query(
      'CREATE TRIGGER full_disk BEFORE INSERT ON readings FOR EACH ROW EXECUTE FUNCTION full_disk()',
    );
    for (const item of [await secret(), await secret({ password }), await file({ oneTime: true })]) {
      const key = newKey();
      expect(tally([await read(0, item, key, { password }), await read(1, item, key, { password })])).toEqual(
        { 200: 1, 404: 1 },
      );
      expect(await remains(item)).toMatchObject([{ content: null, wrapped_key: null }]);
    }
    await query('DROP FUNCTION full_disk CASCADE');
  });
});
