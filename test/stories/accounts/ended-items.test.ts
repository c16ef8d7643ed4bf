import type { AccountSchema } from '@tempshare/contract/account';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handOver } from '../../../server/src/items/hand-over.ts';
import { settleKeys } from '../../../server/src/items/settlement.ts';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { send } from '../../support/network/send.ts';
import { join, newAccount, type Person } from '../../support/panel/person.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});

type Item = AccountSchema<'Item'>;

const DAY = 86_400_000;
/** How each kind is made, and where `/api/v1` has it; debug shares cannot be deleted there. */
const KINDS = {
  text: { make: 'POST /transfers', json: { type: 'text', text: 'x' }, id: 'id', at: '/transfers' },
  url: {
    make: 'POST /transfers',
    json: { type: 'url', targetUrl: 'https://example.com' },
    id: 'id',
    at: '/transfers',
  },
  file: { make: 'POST /transfers', json: { type: 'file', fileName: 'a.txt' }, id: 'id', at: '/transfers' },
  secret: { make: 'POST /secrets', json: { secret: 'x' }, id: 'secretId', at: '/secrets' },
  request: { make: 'POST /requests', json: { title: 'Papers' }, id: 'requestId', at: '/requests' },
  room: { make: 'POST /rooms', json: { name: 'Plans', ttlHours: 24 }, id: 'roomId', at: '/rooms' },
  drop: { make: 'POST /drops', json: { label: 'Letterbox' }, id: 'dropId', at: '/drops' },
  debug: { make: 'POST /debug-share', json: { logs: 'GET /cart 401' }, id: 'debugId', at: undefined },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];
const deletable = kinds.filter((kind) => KINDS[kind].at !== undefined);

interface Key {
  id: string;
  apiKey: string;
}

/** A team with a key of the member. */
async function team() {
  const account = await newAccount(app);
  const [owner, member] = await Promise.all([join(app, 'owner', account), join(app, 'member', account)]);
  return { owner, member, key: await keyOf(member) };
}
async function keyOf(person: Person): Promise<Key> {
  const { scopes } = (await person.call('createPageToken')).body;
  const body = { name: 'ci', environment: 'live', scopes, expiresAt: null };
  const { body: created } = await person.call('createKey', { body });
  return { id: created.key.id, apiKey: created.apiKey };
}
async function make({ apiKey }: Key, kind: Kind, more: object = {}): Promise<string> {
  const { make: line, json, id } = KINDS[kind];
  const label = kind !== 'drop' && { label: `A ${kind}` };
  return (await send(app.baseUrl, line, { key: apiKey, json: { ...json, ...label, ...more } })).body[id];
}
const remove = (key: Key, kind: Kind, id: string) =>
  send(app.baseUrl, `DELETE ${KINDS[kind].at}/${id}`, { key: key.apiKey });
const list = async (person: Person, query = ''): Promise<Item[]> =>
  (await person.call('listItems', { query })).body.items as Item[];
const ids = async (person: Person, query = '') => (await list(person, query)).map(({ id }) => id);
const details = async (person: Person, id: string) =>
  (await person.call('getItem', { params: { id } })).body as AccountSchema<'ItemDetails'>;
async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase({ connection: app.database.connection, poolSize: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
const leftOf = (id: string) =>
  app.database.query<{ kind: string }>('SELECT * FROM ended_items WHERE id = $1', [id]);

describe('a deleted item', () => {
  it.each([
    ['the API', (_: Person, key: Key, kind: Kind, id: string) => remove(key, kind, id), deletable],
    [
      'the panel',
      (member: Person, _: Key, __: Kind, id: string) => member.call('deleteItem', { params: { id } }),
      kinds,
    ],
  ] as const)('of every kind is listed, when it is deleted by %s', async (_, end, all) => {
    const { owner, member, key } = await team();
    const made = new Map<Kind, string>();
    for (const kind of all) made.set(kind, await make(key, kind));
    const before = await list(member);
    for (const [kind, id] of made) expect((await end(member, key, kind, id)).status).toBeLessThan(300);

    const after = await list(member);
    expect(after).toEqual(
      before.map((item) => ({
        ...item,
        ...{ state: 'deleted', endReason: 'deleted', endedAt: expect.any(String) },
        // Content that others were shown is destroyed.
        title: null,
      })),
    );
    for (const item of after) {
      expect(Date.parse(item.endedAt!)).toBeGreaterThanOrEqual(Date.parse(item.createdAt));
      expect(await ids(member, `?state=deleted&kind=${item.kind}`)).toEqual([item.id]);
      expect(await ids(owner, `?search=${item.id}`)).toEqual([item.id]);
    }
    expect(await ids(member, '?state=deleted')).toEqual(after.map(({ id }) => id));
    for (const state of ['waiting', 'opened', 'expired_unread'])
      expect(await ids(member, `?state=${state}`)).toEqual([]);
    const own = after.filter(({ kind }) => kind !== 'drop');
    expect(own.map(({ kind, label }) => label === `A ${kind}`)).toEqual(own.map(() => true));
    expect((await list(owner)).map(({ label }) => label)).toEqual(after.map(() => null));
  });

  it('is listed when the key was revoked that shared it, and everything with it', async () => {
    const { member, key } = await team();
    const made: string[] = [];
    for (const kind of kinds) made.push(await make(key, kind));
    const body = { shared: 'end' };
    expect((await member.call('revokeKey', { params: { id: key.id }, body })).status).toBe(200);
    await withDatabase(settleKeys);
    expect(await ids(member, '?state=deleted')).toEqual(made.toReversed());
  });

  it('says how often it was opened and what had arrived, and who deleted it in the panel', async () => {
    const { owner, member, key } = await team();
    const [text, room, once] = [
      await make(key, 'text'),
      await make(key, 'room'),
      await make(key, 'text', { oneTime: true }),
    ];
    for (const id of [text, once]) await send(app.baseUrl, `POST /public/transfers/${id}/open`, { json: {} });
    await send(app.baseUrl, `POST /rooms/${room}/messages`, {
      key: key.apiKey,
      json: { text: 'x' },
    });
    const { viewedAt } = (await details(member, text)).item;
    await owner.call('deleteItem', { params: { id: text } });
    await remove(key, 'room', room);

    const deleted = await details(member, text);
    expect(deleted.item).toMatchObject({ state: 'deleted', views: 1, viewedAt });
    const { user } = await owner.session();
    expect(deleted.deletedBy).toEqual({ id: user.id, name: 'A owner' });
    const { item, deletedBy } = await details(member, room);
    expect([item.received, deletedBy]).toEqual([1, null]);
    // Nobody can delete what has ended by itself.
    expect((await remove(key, 'text', once)).status).toBe(404);
    expect((await details(member, once)).item).toMatchObject({ state: 'opened', endReason: 'consumed' });
  });

  it('of a kind that ended by itself before is deleted then', async () => {
    const { member, key } = await team();
    const [request, room, debug, text] = [
      await make(key, 'request'),
      await make(key, 'room'),
      await make(key, 'debug'),
      await make(key, 'text'),
    ];
    for (const [table, all] of [
      ['requests', [request]],
      ['rooms', [room]],
      ['transfers', [debug, text]],
    ] as const)
      await app.database.query(
        `UPDATE ${table} SET created_at = now() - interval '2 hours', expires_at = now() - interval '1 minute' WHERE id = ANY ($1)`,
        [all],
      );
    const states = async () =>
      (await list(member)).map(({ kind, state, endReason }) => [kind, state, endReason]);
    const expired = [['debug'], ['room'], ['request'], ['text']].map(([kind]) => [
      kind,
      'expired_unread',
      'expired',
    ]);
    expect((await states()).sort()).toEqual(expired.toSorted());
    await app.sweep();
    expect((await states()).sort()).toEqual(expired.toSorted());
    const results = [];
    for (const id of [request, room, debug, text])
      results.push((await member.call('deleteItem', { params: { id } })).status);
    expect(results).toEqual([204, 204, 404, 404]);
    expect(await ids(member, '?state=deleted')).toHaveLength(2);
    expect((await ids(member, '?state=expired_unread')).sort()).toEqual([debug, text].sort());
  });

  it('is found by its code and label, also one whose label is indexed later, and moves with its key', async () => {
    const { member, key } = await team();
    const made = { text: await make(key, 'text'), room: await make(key, 'room') };
    const { shortCode } = (await details(member, made.text)).item;
    await app.database.query('UPDATE transfers SET label_index = NULL WHERE id = $1', [made.text]);
    await app.database.query('UPDATE rooms SET label_index = NULL WHERE id = $1', [made.room]);
    await remove(key, 'text', made.text);
    await remove(key, 'room', made.room);
    expect(await ids(member, `?search=${shortCode}`)).toEqual([made.text]);
    expect(await ids(member, '?search=a%20')).toEqual([]);
    await app.sweep();
    expect(await ids(member, '?search=a%20')).toEqual([made.room, made.text]);
    expect(await ids(member, '?search=a%20room&state=deleted')).toEqual([made.room]);

    const heir = await keyOf(member);
    const moved = await withDatabase((database) => handOver(database, [key.id], heir.id));
    expect(moved).toBeGreaterThanOrEqual(2);
    expect(await ids(member, `?keyId=${heir.id}`)).toEqual([made.room, made.text]);
  });

  it('is not found by v1, and cannot be changed, unlocked or deleted again', async () => {
    const { member, key } = await team();
    for (const kind of kinds) {
      const id = await make(key, kind);
      await member.call('deleteItem', { params: { id } });
      const params = { id };
      const calls = await Promise.all([
        member.call('deleteItem', { params }),
        member.call('unlockItem', { params }),
        member.call('changeItemPin', { params }),
        member.call('updateItem', { params, body: { label: 'x' } }),
      ]);
      expect([kind, calls.map(({ body }) => body.code)]).toEqual([kind, calls.map(() => 'not_found')]);
      const { at } = KINDS[kind];
      if (at === undefined || kind === 'secret') continue;
      const { status, body } = await send(app.baseUrl, `GET ${at}/${id}`, { key: key.apiKey });
      expect([kind, status, body.code]).toEqual([kind, 404, 'not_found']);
      expect((await send(app.baseUrl, `GET ${at}`, { key: key.apiKey })).body.total).toBe(0);
    }
  });

  it('leaves one row, whoever deletes and ends it at the same moment', async () => {
    const { owner, member, key } = await team();
    for (const kind of deletable.filter((each) => each !== 'secret')) {
      const id = await make(key, kind);
      const all = await Promise.all([
        remove(key, kind, id),
        owner.call('deleteItem', { params: { id } }),
        member.call('deleteItem', { params: { id } }),
        app.sweep(),
      ]);
      const statuses = all.slice(0, 3).map((reply) => reply!.status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(await leftOf(id)).toHaveLength(1);
    }
    expect((await list(member)).map(({ state }) => state)).toEqual(Array(6).fill('deleted'));
  });

  it('leaves nothing of its content and title, and no row when the delete is rolled back', async () => {
    const { key } = await team();
    const canary = randomUUID();
    await withDatabase(async (database) => {
      for (const [kind, table, more] of [
        ['text', 'transfers', { text: canary }],
        ['request', 'requests', { title: canary }],
        ['room', 'rooms', { name: canary }],
        ['drop', 'drops', { label: canary }],
      ] as const) {
        const id = await make(key, kind, more);
        const [row] = await app.database.query<Record<string, unknown>>(
          `SELECT * FROM ${table} WHERE id = $1`,
          [id],
        );
        const undone = database.transaction(async (db) => {
          await db.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
        expect(await leftOf(id)).toEqual([]);
        // The version before deletes by the same statement.
        await database.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
        const [left] = await leftOf(id);
        expect(left).toMatchObject({ kind, label: kind === 'drop' ? null : row!.label });
        const bytes = Object.values(left!).filter((value) => Buffer.isBuffer(value));
        const sealed = [row!.wrapped_key, row!.content, row!.title, row!.name].filter(Boolean) as Buffer[];
        expect(bytes.filter((value) => sealed.some((other) => other.equals(value)))).toEqual([]);
        expect(JSON.stringify(left)).not.toContain(canary);
      }
    });
  });

  it('is forgotten after 30 days, and what ended by itself or never came leaves nothing', async () => {
    const { member, key } = await team();
    const deleted: string[] = [];
    for (const kind of kinds) {
      deleted.push(await make(key, kind));
      await member.call('deleteItem', { params: { id: deleted.at(-1)! } });
    }
    const ended = [
      await make(key, 'text', { expiration: '1h' }),
      await make(key, 'request', { expiration: '1h' }),
      await make(key, 'room', { ttlHours: 1 }),
      await make(key, 'file'),
    ];
    await moveClock(app.database, 30 * DAY - 60_000);
    await app.sweep();
    const listed = await ids(member);
    expect(listed).toEqual(expect.arrayContaining(deleted));
    expect(listed).not.toContain(ended[3]);
    await moveClock(app.database, 60_000 + 1);
    await app.sweep();
    expect(await ids(member, '?state=deleted')).toEqual([]);
    await moveClock(app.database, 8 * DAY);
    await app.sweep();
    expect(await ids(member)).toEqual([]);
    for (const id of [...deleted, ...ended]) {
      expect(await leftOf(id)).toEqual([]);
      expect((await member.call('getItem', { params: { id } })).status).toBe(404);
    }
  });
});
