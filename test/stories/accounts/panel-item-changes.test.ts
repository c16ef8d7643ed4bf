import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../support/network/send.ts';
import { itemCalls, summary } from '../../support/panel/items.ts';
import { join, newAccount, type Person } from '../../support/panel/person.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});

const { team, create, text, secret, list, ids, item } = itemCalls(() => app);

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
