import { eventTypes } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import { exampleCall, OWNER_OPERATIONS, TARGET } from '../../support/contract/operations.ts';
import { upload } from '../../support/contract/files.ts';
import { failureOf, faultsIn } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

contract((stage) => {
  describe('the log of events', () => {
    it('has every event of the contract, once what it tells of has happened', async () => {
      const owner = await stage.owner();
      const { transfers, secrets, requests } = stage.recipient.public;
      await transfers.open((await owner.transfers.create({ type: 'text', text: 'x', oneTime: true })).id);
      await owner.transfers.update((await owner.transfers.create({ type: 'text', text: 'x' })).id, {
        label: 'x',
      });
      const { secretId } = await owner.secrets.create({ secret: 'x' });
      await owner.secrets.update(secretId, { label: 'x' });
      await secrets.reveal(secretId);
      const { requestId, pin } = await owner.requests.create({ title: 'x' });
      await owner.requests.update(requestId, { label: 'x' });
      const { uploadUrl } = await requests.files.create(requestId, { pin });
      await upload(stage, uploadUrl, 'x');
      await requests.finish(requestId, { pin });

      const { id } = await owner.webhookEndpoints.create({ url: TARGET });
      await owner.webhookEndpoints.update(id, { enabled: false });

      const { events } = await owner.events.list();
      const emitted = new Set(events.map(({ type }) => type));
      expect(eventTypes.filter((type) => !emitted.has(type))).toEqual([]);
      for (const event of events) expect(await owner.events.get(event.id)).toEqual(event);
    });

    it('is filtered by item and by time, together with the type, with cursors of that filter alone', async () => {
      const owner = await stage.owner();
      const share = async () => (await owner.transfers.create({ type: 'text', text: 'x' })).id;
      const first = await share();
      await stage.advance(60_000);
      const other = await share();
      await owner.transfers.delete(first);
      const all = (await owner.events.list()).events;
      expect(all).toHaveLength(3);
      const since = all.find(({ data }) => 'id' in data.object && data.object.id === other)!.createdAt;
      const idsOf = async (filter: Parameters<typeof owner.events.list>[0]) =>
        (await owner.events.list(filter)).events.map(
          ({ type, data }) => `${type} ${(data.object as { id: string }).id}`,
        );
      expect(await idsOf({ itemId: first })).toEqual([
        `transfer.deleted ${first}`,
        `transfer.created ${first}`,
      ]);
      expect(await idsOf({ itemId: first, type: 'transfer.deleted' })).toEqual([`transfer.deleted ${first}`]);
      expect(await idsOf({ itemId: first, until: since })).toEqual([`transfer.created ${first}`]);
      expect((await idsOf({ from: since })).toSorted()).toEqual([
        `transfer.created ${other}`,
        `transfer.deleted ${first}`,
      ]);
      expect(await idsOf({ until: since, type: 'transfer.created' })).toEqual([`transfer.created ${first}`]);
      expect(await idsOf({ itemId: 'nothing' })).toEqual([]);
      expect(await (await stage.owner()).events.list({ itemId: first })).toMatchObject({ total: 0 });

      const page = await owner.events.list({ itemId: first, limit: 1 });
      expect(page).toMatchObject({ total: 2, events: { length: 1 } });
      const cursor = page.nextCursor!;
      expect((await owner.events.list({ itemId: first, limit: 1, cursor })).events).toMatchObject([
        { type: 'transfer.created' },
      ]);
      for (const filter of [{}, { itemId: other }, { itemId: first, from: since }])
        expect(faultsIn(await failureOf(owner.events.list({ ...filter, cursor })))).toEqual({
          '/query/cursor': 'cursor',
        });
    });

    it.each([
      ['from', '2026-02-30T00:00:00.000Z'],
      ['until', '2026-13-01T00:00:00.000Z'],
      ['from', 'yesterday'],
      ['itemId', 'a b'],
    ])('takes no %s of %s', async (name, value) => {
      const response = await stage.send(`GET /events?${name}=${encodeURIComponent(value)}`, {
        key: await stage.createKey(),
      });
      expect([response.status, faultsIn(response.body)]).toEqual([400, { [`/query/${name}`]: 'pattern' }]);
    });

    it('has the deliveries of an event, one for each endpoint of the key, newest endpoint first', async () => {
      const owner = await stage.owner();
      const register = async (more = {}) =>
        (await owner.webhookEndpoints.create({ url: TARGET, ...more })).id;
      const first = await register();
      await register({ events: ['request.closed'] });
      await stage.advance(1_000);
      const second = await register();
      await owner.transfers.create({ type: 'text', text: 'x' });
      const [event] = (await owner.events.list()).events;
      const { deliveries } = await owner.events.deliveries(event!.id);
      expect(deliveries.map(({ endpointId, eventId }) => [endpointId, eventId])).toEqual([
        [second, event!.id],
        [first, event!.id],
      ]);
      expect(deliveries[1]).toEqual((await owner.webhookEndpoints.deliveries.list(first)).deliveries[0]);
    });

    it.each(OWNER_OPERATIONS.filter(({ path }) => path.startsWith('/transfers/{id}')))(
      'has none of a file that is awaited, also after $id',
      async (operation) => {
        const key = await stage.createKey();
        const created = await stage.send('POST /transfers', {
          key,
          json: { type: 'file', fileName: 'a.txt' },
        });
        expect(created.status).toBe(201);
        const { body } = exampleCall(operation);
        const call = `${operation.method} ${operation.path.replace('{id}', created.body.id)}`;
        const { status } = await stage.send(call, { key, ...(body !== undefined && { json: body }) });
        expect([operation.status, 409]).toContain(status);
        expect(await stage.send('GET /events', { key })).toMatchObject({ status: 200, body: { events: [] } });
      },
    );
  });
});
