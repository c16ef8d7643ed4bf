import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../support/network/send.ts';
import { itemCalls, summary } from '../../support/panel/items.ts';
import { join, newAccount, type Person } from '../../support/panel/person.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});

const { team, keyOf, create, text, secret, list, ids, item } = itemCalls(() => app);

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
