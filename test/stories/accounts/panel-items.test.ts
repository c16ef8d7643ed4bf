import type { AccountSchema } from '@tempshare/contract/account';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ItemFilter } from '../../../server/src/domain/listed-item.ts';
import { itemLists } from '../../../server/src/items/listed-items.ts';
import type { Lookup } from '../../../server/src/storage/postgres/database.ts';
import { createTestDatabase } from '../../support/database/database.ts';
import { send } from '../../support/network/send.ts';
import { join, newAccount, type Person } from '../../support/panel/person.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});

type List = AccountSchema<'ItemList'>;
type Details = AccountSchema<'ItemDetails'>;

/** A team with a key of the member. */
async function team() {
  const account = await newAccount(app);
  const [owner, member, auditor] = await Promise.all([
    join(app, 'owner', account),
    join(app, 'member', account),
    join(app, 'auditor', account),
  ]);
  return { account, owner, member, auditor, key: await keyOf(member) };
}
async function keyOf(person: Person, name = 'ci') {
  const body = { name, environment: 'live', scopes: await scopes(person), expiresAt: null };
  const { body: created } = await person.call('createKey', { body });
  return { id: created.key.id as string, apiKey: created.apiKey as string };
}
/** All scopes, which the token of the pages has. */
const scopes = async (person: Person): Promise<string[]> =>
  (await person.call('createPageToken')).body.scopes;
const create = async (apiKey: string, line: string, json: object) =>
  (await send(app.baseUrl, line, { key: apiKey, json })).body;
const text = async (apiKey: string, more: object = {}): Promise<string> =>
  (await create(apiKey, 'POST /transfers', { type: 'text', text: 'x', ...more })).id;
const secret = async (apiKey: string, more: object = {}): Promise<string> =>
  (await create(apiKey, 'POST /secrets', { secret: 'x', ...more })).secretId;
const list = async (person: Person, query = ''): Promise<List> =>
  (await person.call('listItems', { query })).body as List;
const ids = async (person: Person, query = '') => (await list(person, query)).items.map(({ id }) => id);
const item = async (person: Person, id: string): Promise<Details> =>
  (await person.call('getItem', { params: { id } })).body as Details;
const md5 = (of: string): string => createHash('md5').update(of).digest('hex');
const summary = ({ status, body }: { status: number; body: any }) => [status, body?.code];

describe('the list of items', () => {
  it('has every kind, over pages and keys, newest first, each with its state', async () => {
    const { member, key } = await team();
    const page = (await member.call('createPageToken')).body.token as string;
    const made = [
      await text(key.apiKey),
      (await create(key.apiKey, 'POST /transfers', { type: 'url', targetUrl: 'https://example.com' })).id,
      await secret(page),
      (await create(page, 'POST /requests', { title: 'Papers for 2026' })).requestId,
      (await create(key.apiKey, 'POST /rooms', { name: 'Plans', ttlHours: 1 })).roomId,
      (await create(page, 'POST /drops', { label: 'Letterbox' })).dropId,
      (await create(key.apiKey, 'POST /debug-share', { logs: 'GET /cart 401' })).debugId,
    ];
    const { items, nextCursor } = await list(member);
    expect(nextCursor).toBeNull();
    const user = { id: expect.stringMatching(/^user_/), name: 'A member' };
    expect(
      items.map(({ kind, title, state, key: by, member: who }) => [kind, title, state, by, who]),
    ).toEqual([
      ['debug', null, 'waiting', { id: key.id, name: 'ci' }, user],
      ['drop', 'Letterbox', 'waiting', null, user],
      ['room', 'Plans', 'waiting', { id: key.id, name: 'ci' }, user],
      ['request', 'Papers for 2026', 'waiting', null, user],
      ['secret', null, 'waiting', null, user],
      ['url', null, 'waiting', { id: key.id, name: 'ci' }, user],
      ['text', null, 'waiting', { id: key.id, name: 'ci' }, user],
    ]);
    for (const { id, kind } of items) {
      expect(made).toContain(id);
      expect(await ids(member, `?kind=${kind}`)).toEqual([id]);
      expect(await ids(member, `?search=${id}`)).toEqual([id]);
      expect(await ids(member, `?kind=${kind}&state=waiting`)).toEqual([id]);
      expect(await ids(member, `?kind=${kind}&state=opened`)).toEqual([]);
    }
    expect(await ids(member, `?keyId=${key.id}&kind=secret`)).toEqual([]);
  });

  it('shows opened, consumed, expired unread and deleted ones, and filters by that', async () => {
    const { member, key } = await team();
    const [opened, once, unread, revoked, read] = [
      await text(key.apiKey),
      await text(key.apiKey, { oneTime: true }),
      await text(key.apiKey, { expiration: '1h' }),
      await secret(key.apiKey),
      await secret(key.apiKey),
    ];
    for (const id of [opened, once])
      await send(app.baseUrl, `POST /public/transfers/${id}/open`, { json: {} });
    await send(app.baseUrl, `POST /public/secrets/${read}/reveal`, { json: {} });
    await send(app.baseUrl, `DELETE /secrets/${revoked}`, { key: key.apiKey });
    await app.database.query(
      `UPDATE transfers SET created_at = created_at - interval '2 hours', expires_at = now() - interval '1 minute' WHERE id = $1`,
      [unread],
    );
    const facts = async (id: string) => {
      const { state, endReason, views } = (await item(member, id)).item;
      return [state, endReason, views];
    };
    expect(await facts(opened)).toEqual(['opened', null, 1]);
    expect(await facts(once)).toEqual(['opened', 'consumed', 1]);
    expect(await facts(unread)).toEqual(['expired_unread', 'expired', 0]);
    expect(await facts(revoked)).toEqual(['deleted', 'deleted', 0]);
    expect(await facts(read)).toEqual(['opened', 'consumed', 1]);
    expect(await ids(member, '?state=opened')).toEqual([read, once, opened]);
    expect(await ids(member, '?state=expired_unread')).toEqual([unread]);
    expect(await ids(member, '?state=deleted')).toEqual([revoked]);
    expect(await ids(member, '?state=waiting')).toEqual([]);
  });

  it('has what has just expired, though more of other teams expired before it', async () => {
    const [{ member, key }, other] = await Promise.all([team(), team()]);
    const [own, theirs] = [await secret(key.apiKey), await secret(other.key.apiKey)];
    const expire = (hours: number) =>
      `'created_at', now() - interval '1 day', 'expires_at', now() - interval '${hours} hours'`;
    await app.database.query(
      `INSERT INTO secrets SELECT (jsonb_populate_record(s, jsonb_build_object('id', s.id || n, ${expire(2)}))).*
       FROM secrets s, generate_series(1, 1001) n WHERE s.id = $1`,
      [theirs],
    );
    await app.database.query(
      `UPDATE secrets SET created_at = now() - interval '1 day', expires_at = now() - interval '1 hour' WHERE id = $1`,
      [own],
    );
    expect(await ids(member, '?state=expired_unread')).toEqual([own]);
  });

  it('shows when something was first and last opened, as far as that is known', async () => {
    const { member, key } = await team();
    const [sent, read, request] = [
      await text(key.apiKey),
      await secret(key.apiKey),
      (await create(key.apiKey, 'POST /requests', { title: 'x' })).requestId as string,
    ];
    const viewedAt = async (id: string) => (await item(member, id)).item.viewedAt;
    const NEVER = { first: null, last: null };
    expect([await viewedAt(sent), await viewedAt(read), await viewedAt(request)]).toEqual([
      NEVER,
      NEVER,
      null,
    ]);
    await send(app.baseUrl, `POST /public/secrets/${read}/reveal`, { json: {} });
    const burnt = (await item(member, read)).item;
    expect(burnt.viewedAt).toEqual({ first: burnt.endedAt, last: burnt.endedAt });
    // A server of the version before counts a view.
    await app.database.query('UPDATE transfers SET views = views + 1 WHERE id = $1', [sent]);
    const once = await viewedAt(sent);
    expect(once).toEqual({ first: expect.any(String), last: once!.first });
    await send(app.baseUrl, `POST /public/transfers/${sent}/open`, { json: {} });
    const { items } = await list(member, '?state=opened&kind=text');
    expect(items).toMatchObject([{ id: sent, views: 2, viewedAt: { first: once!.first } }]);
    await member.call('deleteItem', { params: { id: sent } });
    expect(await viewedAt(sent)).toEqual({ first: once!.first, last: expect.any(String) });

    // Views that were counted before their times were noted.
    const old = await text(key.apiKey);
    await app.database.query('UPDATE transfers SET views = 2, first_viewed_at = NULL WHERE id = $1', [old]);
    await app.database.query(
      'UPDATE transfers SET first_viewed_at = NULL, last_viewed_at = NULL WHERE id = $1',
      [old],
    );
    expect(await viewedAt(old)).toEqual(NEVER);
    expect(await ids(member, '?state=opened&kind=text')).toEqual([old]);
    await send(app.baseUrl, `POST /public/transfers/${old}/open`, { json: {} });
    expect(await viewedAt(old)).toEqual({ first: null, last: expect.any(String) });
  });

  it('changes no index of transfers with every view', async () => {
    const indexes = await app.database.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = 'transfers'`,
    );
    expect(indexes.length).toBeGreaterThan(5);
    expect(indexes.filter(({ indexdef }) => /\b(views|unfinished|last_viewed_at)\b/.test(indexdef))).toEqual(
      [],
    );
  });

  it('is walked by its cursor over kinds and keys, without a gap or a repetition', async () => {
    const { member, key } = await team();
    const other = await keyOf(member, 'other');
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1)
      made.push(await text(key.apiKey), await secret(other.apiKey), await secret(key.apiKey));
    const walk = async (limit: number): Promise<string[]> => {
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = `?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
        const page = await list(member, query);
        walked.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      return walked;
    };
    expect(await walk(2)).toEqual(made.toReversed());
    // At the same moment, over more keys than a page has items.
    const third = await keyOf(member, 'third');
    made.push(await text(third.apiKey), await text(other.apiKey), await text(third.apiKey));
    for (const table of ['transfers', 'secrets'])
      await app.database.query(`UPDATE ${table} SET created_at = '2026-01-01' WHERE id = ANY ($1)`, [made]);
    expect(await walk(2)).toEqual(made.toSorted().toReversed());
    const first = await list(member, '?limit=2');
    const query = `?kind=text&cursor=${encodeURIComponent(first.nextCursor!)}`;
    expect(summary(await member.call('listItems', { query }))).toEqual([400, 'validation_failed']);
  });

  it('shows the label of every kind that has one, also after the content was destroyed', async () => {
    const { member, key } = await team();
    const label = 'Ticket 4711';
    const made = [
      await text(key.apiKey, { label, password: 'azalea' }),
      (await create(key.apiKey, 'POST /transfers', { type: 'file', fileName: 'a.txt', label })).id as string,
      await secret(key.apiKey, { label }),
      (await create(key.apiKey, 'POST /requests', { title: 'Papers', label })).requestId as string,
      (await create(key.apiKey, 'POST /rooms', { name: 'Plans', ttlHours: 1, label })).roomId as string,
      (await create(key.apiKey, 'POST /debug-share', { logs: 'GET /cart 401', label })).debugId as string,
    ];
    await send(app.baseUrl, `POST /public/secrets/${made[2]}/reveal`, { json: {} });
    const { items } = await list(member);
    expect(items.map(({ id, label: shown }) => [id, shown])).toEqual(
      made.toReversed().map((id) => [id, label]),
    );
    for (const id of made) expect((await item(member, id)).item.label).toBe(label);
  });

  it('finds labels by their beginning, as people write it, and none of somebody else', async () => {
    const { member, owner, key } = await team();
    const labels = [
      'Über ﬁles, straße',
      'ticket 4711',
      'Ticket 4712 \u{1f511}',
      '4711',
      '  spaced  ',
      'x'.repeat(200),
    ];
    const made: string[] = [];
    for (const [i, label] of labels.entries())
      made.push(await (i % 2 ? text : secret)(key.apiKey, { label }));
    const drop = (await create(key.apiKey, 'POST /drops', { label: 'Tickets' })).dropId as string;
    await text(key.apiKey);
    const search = (person: Person, term: string, more = '') =>
      ids(person, `?search=${encodeURIComponent(term)}${more}`);
    const [uber, ticket, second, digits, spaced, long] = made as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    for (const [term, expected] of [
      ['t', [drop, second, ticket]],
      ['TICKET', [drop, second, ticket]],
      ['ticket 47', [second, ticket]],
      ['Ticket 4712 \u{1f511}', [second]],
      ['icket', []],
      ['ticket%', []],
      ['4711', [digits]],
      ['u\u0308BER FI', [uber]],
      ['über files, STRASSE', [uber]],
      ['spaced', [spaced]],
      [' ', []],
      ['\ud7ff\u{10ffff}', []],
      ['X'.repeat(64), [long]],
    ] as const) {
      expect([term, await search(member, term)]).toEqual([term, expected]);
      expect([term, await search(owner, term)]).toEqual([term, []]);
    }
    expect(await search(member, 't', '&kind=drop')).toEqual([drop]);
    expect(await search(member, 't', '&kind=secret&state=waiting')).toEqual([second]);
    expect(await search(member, 't', '&state=deleted')).toEqual([]);
    await send(app.baseUrl, `DELETE /secrets/${second}`, { key: key.apiKey });
    expect(await search(member, 't', '&state=deleted')).toEqual([second]);
    const first = await list(member, '?search=t&limit=2');
    const rest = await list(member, `?search=t&limit=2&cursor=${encodeURIComponent(first.nextCursor!)}`);
    expect([first, rest].map(({ items }) => items.map(({ id }) => id))).toEqual([[drop, second], [ticket]]);
    expect(rest.nextCursor).toBeNull();
  });

  it('finds an item once that a search means in several ways, and labels of earlier servers when they are indexed', async () => {
    const { member, key } = await team();
    const id = await text(key.apiKey);
    const { shortCode } = (await item(member, id)).item;
    const [byCode, byId] = [
      await secret(key.apiKey, { label: `${shortCode!.toLowerCase()} is its code` }),
      await secret(key.apiKey, { label: id }),
    ];
    expect(await ids(member, `?search=${shortCode}`)).toEqual([byCode, id]);
    expect(await ids(member, `?search=${id}`)).toEqual([byId, id]);
    const own = await text(key.apiKey, { label: 'Own code' });
    await app.database.query(`UPDATE transfers SET short_code = '0WNC0DE0' WHERE id = $1`, [own]);
    expect(await ids(member, '?search=own%20code')).toEqual([own]);
    for (const table of ['transfers', 'secrets'])
      await app.database.query(`UPDATE ${table} SET label_index = NULL WHERE id = ANY ($1)`, [[own, byCode]]);
    expect(await ids(member, '?search=own%20c')).toEqual([own]);
    expect(await ids(member, '?search=own%20')).toEqual([]);
    await app.sweep();
    expect(await ids(member, '?search=own%20')).toEqual([own]);
    expect(await ids(member, `?search=${shortCode}%20is`)).toEqual([byCode]);
  });

  it('finds a label that was changed by its new beginning alone', async () => {
    const { member, key } = await team();
    const change = (path: string, label: string | null) =>
      fetch(`${app.baseUrl}${path}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ label }),
      });
    const id = await text(key.apiKey, { label: 'before' });
    const drop = (await create(key.apiKey, 'POST /drops', { label: 'before, too' })).dropId as string;
    expect((await change(`/transfers/${id}`, 'after')).status).toBe(200);
    expect((await change(`/drops/${drop}`, 'after, too')).status).toBe(200);
    expect(await ids(member, '?search=before')).toEqual([]);
    expect(await ids(member, '?search=After')).toEqual([drop, id]);
    expect((await change(`/transfers/${id}`, null)).status).toBe(200);
    expect(await ids(member, '?search=After')).toEqual([drop]);
  });

  it('finds a short code by its beginning, as people type it', async () => {
    const { member, owner, key } = await team();
    const [id, other] = [await text(key.apiKey), await text(key.apiKey)];
    const code = (await item(member, id)).item.shortCode!;
    const begins = code.slice(0, 5).toLowerCase();
    for (const search of [code, begins, `${code.slice(0, 4)}-${code.slice(4)}`])
      expect(await ids(owner, `?search=${encodeURIComponent(search)}`)).toEqual([id]);
    for (const search of ['nothing at all', "'; -- (*)", other.toLowerCase(), '%'])
      expect(await ids(owner, `?search=${encodeURIComponent(search)}`)).toEqual([]);
  });
});

describe('who sees which items', () => {
  it('members their own, other roles those of the account, nobody those of another', async () => {
    const { owner, member, auditor, account, key } = await team();
    const other = await join(app, 'member', account);
    const stranger = await join(app, 'owner', await newAccount(app));
    const request = (await create(key.apiKey, 'POST /requests', { title: 'Papers', label: 'For Kim' }))
      .requestId as string;
    expect([await ids(owner), await ids(member), await ids(auditor)]).toEqual([
      [request],
      [request],
      [request],
    ]);
    expect([await ids(other), await ids(stranger)]).toEqual([[], []]);
    // Title and label are for the person whose key made the item.
    const names = async (person: Person) => {
      const shown = [(await list(person)).items[0]!, (await item(person, request)).item];
      return shown.map(({ title, label }) => [title, label]);
    };
    for (const administrator of [owner, auditor])
      expect(await names(administrator)).toEqual([
        [null, null],
        [null, null],
      ]);
    expect(await names(member)).toEqual([
      ['Papers', 'For Kim'],
      ['Papers', 'For Kim'],
    ]);
    const { user } = await member.session();
    expect(await ids(owner, `?memberId=${user.id}`)).toEqual([request]);
    expect(await ids(owner, `?memberId=${(await owner.session()).user.id}`)).toEqual([]);
    expect(await ids(owner, `?memberId=${(await auditor.session()).user.id}`)).toEqual([]);
    for (const [person, query] of [
      [other, `?keyId=${key.id}`],
      [stranger, `?keyId=${key.id}`],
      [other, `?memberId=${user.id}`],
      [stranger, `?memberId=${user.id}`],
    ] as const)
      expect(summary(await person.call('listItems', { query }))).toEqual([404, 'not_found']);
    for (const id of ['getItem', 'deleteItem', 'unlockItem'] as const)
      for (const person of [other, stranger])
        expect(summary(await person.call(id, { params: { id: request } }))).toEqual([404, 'not_found']);
  });
});

describe('an item', () => {
  it('is deleted with the reason panel, to whoever is told of that, and is shown as deleted', async () => {
    const { owner, member, key } = await team();
    const id = await text(key.apiKey);
    expect((await owner.call('deleteItem', { params: { id } })).status).toBe(204);
    expect(summary(await member.call('deleteItem', { params: { id } }))).toEqual([404, 'not_found']);
    expect((await send(app.baseUrl, `GET /public/transfers/${id}`)).status).toBe(404);
    const { body } = await send(app.baseUrl, `GET /events?itemId=${id}`, { key: key.apiKey });
    expect(body.events[0]).toMatchObject({ type: 'transfer.deleted', data: { object: { reason: 'panel' } } });
    const { item: shown, events } = await item(member, id);
    expect(shown).toMatchObject({ kind: 'text', state: 'deleted', endReason: 'deleted' });
    expect(events.map(({ type }) => type)).toEqual(['transfer.created', 'transfer.deleted']);
    expect([await ids(member), await ids(member, `?search=${id}`)]).toEqual([[id], [id]]);
    expect(await ids(member, `?search=${id}&state=waiting`)).toEqual([]);
    const { body: log } = await owner.call('listAuditEntries');
    expect(log.entries[0]).toMatchObject({ action: 'items delete', target: id });
  });

  it('of every kind is deleted once, whoever deletes it at the same moment', async () => {
    const { owner, member, key } = await team();
    await text(key.apiKey);
    await secret(key.apiKey);
    await create(key.apiKey, 'POST /requests', { title: 'x' });
    await create(key.apiKey, 'POST /rooms', { name: 'x', ttlHours: 1 });
    await create(key.apiKey, 'POST /drops', { label: 'x' });
    await create(key.apiKey, 'POST /debug-share', { logs: 'x' });
    const all = await ids(member);
    expect(all).toHaveLength(6);
    for (const id of all) {
      const params = { id };
      const both = await Promise.all([owner, member].map((one) => one.call('deleteItem', { params })));
      expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
    }
    expect((await list(member)).items.map(({ state }) => state)).toEqual(Array(6).fill('deleted'));
  });

  it('of every kind but inboxes gets another end from whoever may delete it, and a label from its person alone', async () => {
    const { owner, member, auditor, key } = await team();
    const stranger = await join(app, 'owner', await newAccount(app));
    const made = {
      transfers: await text(key.apiKey),
      secrets: await secret(key.apiKey),
      requests: (await create(key.apiKey, 'POST /requests', { title: 'x' })).requestId as string,
      rooms: (await create(key.apiKey, 'POST /rooms', { name: 'x', ttlHours: 1 })).roomId as string,
    };
    const debug = (await create(key.apiKey, 'POST /debug-share', { logs: 'x' })).debugId as string;
    const drop = (await create(key.apiKey, 'POST /drops', { label: 'x' })).dropId as string;
    const update = (person: Person, id: string, body: object) =>
      person.call('updateItem', { params: { id }, body });
    const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    for (const id of [...Object.values(made), debug]) {
      expect(summary(await update(stranger, id, { expiresAt }))).toEqual([404, 'not_found']);
      expect(summary(await update(auditor, id, { expiresAt }))).toEqual([403, 'insufficient_role']);
      expect((await update(owner, id, { expiresAt })).status).toBe(204);
      expect((await item(member, id)).item.expiresAt).toBe(expiresAt);
      expect(summary(await update(owner, id, { label: 'Theirs' }))).toEqual([404, 'not_found']);
      expect((await update(member, id, { label: 'For Kim' })).status).toBe(204);
    }
    for (const [path, id] of Object.entries(made))
      expect((await send(app.baseUrl, `GET /${path}/${id}`, { key: key.apiKey })).body).toMatchObject({
        label: 'For Kim',
        expiresAt,
      });
    const soon = new Date(Date.now() + 10_000).toISOString();
    for (const [id, body] of [
      [made.transfers, { expiresAt: soon }],
      [made.rooms, { expiresAt: new Date(Date.now() + 31 * 86_400_000).toISOString() }],
      [drop, { expiresAt }],
      [drop, { label: null }],
      [drop, {}],
    ] as const)
      expect(summary(await update(member, id, body))).toEqual([400, 'validation_failed']);
    expect((await update(member, drop, { label: 'Renamed' })).status).toBe(204);
    expect((await item(member, drop)).item.title).toBe('Renamed');
    await member.call('deleteItem', { params: { id: made.secrets } });
    expect(summary(await update(member, made.secrets, { expiresAt }))).toEqual([404, 'not_found']);

    const { body: log } = await owner.call('listAuditEntries', { query: '?action=items%20update' });
    expect(log.entries).toHaveLength(11);
    expect(JSON.stringify(log.entries)).not.toMatch(/For Kim|Renamed/);
    expect(log.entries[10]).toMatchObject({
      target: made.transfers,
      details: { kind: 'text', expiresAt },
    });
  });

  it('of a request gets another PIN, by the person whose key made it alone', async () => {
    const { owner, member, key } = await team();
    const made = await create(key.apiKey, 'POST /requests', { title: 'Papers' });
    const params = { id: made.requestId as string };
    const begin = async (pin: string) =>
      (await send(app.baseUrl, `POST /public/requests/${params.id}/sessions`, { json: { pin } })).status;
    const { status, body } = await member.call('changeItemPin', { params });
    expect([status, body.pin]).toEqual([200, expect.stringMatching(/^\d{8}$/)]);
    expect([await begin(made.pin as string), await begin(body.pin as string)]).toEqual([403, 201]);
    expect(summary(await owner.call('changeItemPin', { params }))).toEqual([404, 'not_found']);
    const text = { id: await secret(key.apiKey) };
    expect(summary(await member.call('changeItemPin', { params: text }))).toEqual([404, 'not_found']);
    await member.call('deleteItem', { params });
    expect(summary(await member.call('changeItemPin', { params }))).toEqual([404, 'not_found']);
  });

  it('lets everybody try its password again when it is unlocked', async () => {
    const { member, key } = await team();
    const id = await secret(key.apiKey, { password: 'right' });
    const tried = () =>
      send(app.baseUrl, `POST /public/secrets/${id}/reveal`, { json: { password: 'wrong' } });
    let reply = await tried();
    for (let count = 0; count < 20 && reply.status !== 429; count += 1) reply = await tried();
    expect(reply.status).toBe(429);
    expect((await item(member, id)).wrongAttempts.count).toBeGreaterThan(0);
    expect((await member.call('unlockItem', { params: { id } })).status).toBe(204);
    expect((await item(member, id)).wrongAttempts.count).toBe(0);
    expect((await tried()).status).toBe(403);
    await member.call('deleteItem', { params: { id } });
    expect(summary(await member.call('unlockItem', { params: { id } }))).toEqual([404, 'not_found']);
  });
});

describe('a page of the list', () => {
  const KEYS = Array.from({ length: 40 }, (_, number) => `key_${String(number).padStart(22, '0')}`);
  /** Labels whose index begins so. All begin alike, and go on in their own way. */
  function labelled(begins: string) {
    const [from, to] = [begins, begins.padEnd(256, 'f')].map((hex) => Buffer.from(hex, 'hex'));
    return { keyIds: KEYS, ranges: [{ from: from!, to: to! }] };
  }
  /** Blocks for a page over all keys of an account, however many keys and items it has. */
  const MOST_OF_ACCOUNT = 400;
  const FILTERS: ItemFilter[] = [
    {},
    { kind: 'file' },
    { kind: 'secret', state: 'deleted' },
    { state: 'deleted' },
    { state: 'waiting' },
    { state: 'opened' },
    { state: 'expired_unread' },
    { kind: 'text', state: 'opened' },
    { kind: 'url', state: 'waiting' },
    { kind: 'request', state: 'opened' },
    { kind: 'room', state: 'waiting' },
    { kind: 'drop', state: 'opened' },
    { kind: 'room', state: 'deleted' },
    { search: { id: '7sQmXk2VbT9cLrPz4WnYdA' } },
    { search: { code: 'K7QM' } },
    { search: { label: labelled('0001') } },
    { state: 'deleted', search: { label: labelled('0001') } },
    { search: { label: labelled('00010001') } },
    { search: { label: labelled(`00010001${md5('7').slice(0, 8)}`) } },
  ];

  interface Step {
    'Rows Removed by Filter'?: number;
    'Actual Loops': number;
    Plans?: Step[];
  }
  /** Rows that are read for nothing. */
  const skipped = ({ Plans = [], ...step }: Step): number =>
    (step['Rows Removed by Filter'] ?? 0) * step['Actual Loops'] +
    Plans.reduce((sum, each) => sum + skipped(each), 0);

  /**
   * Pages of memory that PostgreSQL looks at for a page of each filter, and rows that it skips: of all keys, and of one;
   * first, and further.
   */
  async function readsWith(items: number): Promise<number[]> {
    const database = await createTestDatabase();
    const client = new pg.Client(database.connection);
    await client.connect();
    try {
      const of = `(ARRAY['${KEYS.join("', '")}'])[1 + i % ${KEYS.length}]`;
      const made = `'2026-01-01'::timestamptz + i * interval '1 second'`;
      // The label of a link begins in another way than that of a text.
      const index = `CASE WHEN i % 3 = 0 THEN '\\x00010002'::bytea ELSE '\\x00010001' END || decode(md5(i::text), 'hex')`;
      const sealed = `'\\x00'::bytea, '\\x00'::bytea, '\\x00'::bytea`;
      await client.query(
        `INSERT INTO transfers (id, account_id, api_key_id, livemode, encryption, type, state, content, wrapped_key, snippet,
           short_code, label_index, created_at, opened, views)
         SELECT 'a' || lpad(i::text, 21, '0'), 'acc', ${of}, false, 'server',
           CASE WHEN i % 500 = 0 THEN 'file' WHEN i % 3 = 0 THEN 'url' ELSE 'text' END,
           'active', ${sealed}, upper(substr(md5(i::text), 1, 8)), ${index}, ${made}, i % 3 = 0, CASE WHEN i % 3 = 0 THEN 1 ELSE 0 END
         FROM generate_series(1, ${items / 2}) i`,
      );
      const owned = `SELECT 'c' || lpad(i::text, 21, '0'), 'acc', ${of}, false, '\\x00'::bytea, '\\x00'::bytea, ${made} - interval '1 day'`;
      const containers = `FROM generate_series(1, ${items / 5}) i`;
      const columns = 'id, account_id, api_key_id, livemode, wrapped_key';
      // Nothing has arrived in requests and inboxes, and something in every room.
      await client.query(
        `INSERT INTO requests (${columns}, title, created_at, pin_salt, pin_iterations, pin_hash, expires_at)
         ${owned}, '\\x00', 1, '\\x00', now() + interval '7 days' ${containers}`,
      );
      await client.query(
        `INSERT INTO rooms (${columns}, name, created_at, encryption, expires_at, last_seq)
         ${owned}, 'server', now() + interval '7 days', 1 ${containers}`,
      );
      await client.query(`INSERT INTO drops (${columns}, label, created_at) ${owned} ${containers}`);
      await client.query(
        `INSERT INTO secrets (id, account_id, api_key_id, livemode, encryption, state, label_index, created_at, ended_at)
         SELECT 'b' || lpad(i::text, 21, '0'), 'acc', ${of}, false, 'server',
           CASE WHEN i % 500 = 0 THEN 'revoked' ELSE 'consumed' END, ${index}, ${made}, now()
         FROM generate_series(1, ${items / 2}) i`,
      );
      await client.query(
        `INSERT INTO ended_items (id, account_id, api_key_id, livemode, kind, label_index, created_at, ended_at, requires_password)
         SELECT 'd' || lpad(i::text, 21, '0'), 'acc', ${of}, false, CASE WHEN i % 5 = 0 THEN 'room' ELSE 'text' END,
           '\\x0001'::bytea || decode(md5('d' || i), 'hex'), ${made} - interval '1 day', now(), false ${containers}`,
      );
      await client.query('VACUUM ANALYZE transfers, secrets, requests, rooms, drops, ended_items');
      const reads: number[] = [];
      const pages: string[][] = [];
      let read = 0;
      let vain = 0;
      /** Explains what the list asks, as it is asked. */
      const db = {
        lookUp: async ({ settings, statements: [statement] }: Lookup) => {
          await client.query('BEGIN');
          await client.query(settings);
          const { sql, values } = statement!;
          const { rows: explained } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, [
            ...values,
          ]);
          const { rows } = await client.query<object>(sql, [...values]);
          await client.query('COMMIT');
          const { Plan: plan } = explained[0]['QUERY PLAN'][0];
          read += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
          vain += skipped(plan);
          return [rows];
        },
      };
      const lists = itemLists(undefined as never);
      const further = { at: new Date('2026-01-01T00:30:00Z'), id: 'b' };
      for (const filter of FILTERS) {
        const found: string[] = [];
        pages.push(found);
        for (const keys of [KEYS, KEYS.slice(0, 1)])
          for (const after of filter.state ? [null] : [null, further]) {
            const page = { limit: 20, after };
            [read, vain] = [0, 0];
            const rows = await lists.list(db as never, { keyIds: keys, filter, page });
            reads.push(read + vain);
            found.push(rows.map(({ id }) => id).join());
            if (keys !== KEYS) continue;
            // The same keys, if they are all of their account.
            [read, vain] = [0, 0];
            const ofAccount = await lists.list(db as never, {
              keyIds: keys,
              filter: { ...filter, accountId: 'acc' },
              page,
            });
            reads.push(read + vain);
            expect([filter, ofAccount]).toEqual([filter, rows]);
            if (!filter.search) expect(read).toBeLessThanOrEqual(MOST_OF_ACCOUNT);
          }
      }
      // All labels begin so, and one goes on so.
      expect([pages.at(-4), pages.at(-3)]).toEqual([pages[0], pages[3]]);
      const isOfTexts = (id: string): boolean => Number(id.slice(1)) % 3 !== 0;
      expect(
        pages
          .at(-2)!
          .flatMap((page) => page.split(','))
          .filter((id) => !isOfTexts(id)),
      ).toEqual([]);
      expect(pages.at(-1)!.map((page) => page.split(',').map((id) => Number(id.slice(1))))).toEqual([
        ...[[7, 7], [7, 7], [0], [0]],
      ]);
      return reads;
    } finally {
      await client.end();
      await database.drop();
    }
  }

  it('reads about as much with 10,000 items as with 1,000, over many keys, with a rare kind or state, and searching', async () => {
    const [few, many] = [await readsWith(1_000), await readsWith(10_000)];
    // An index of ten times the rows may be one level deeper.
    many.forEach((reads, index) => expect(reads).toBeLessThanOrEqual(2 * few[index]! + 100));
  });
});
