import { NotFoundError, type Tempshare } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf, faultsIn } from '../../support/contract/stage.ts';
import { TARGET } from '../../support/contract/operations.ts';
import { registering } from '../../support/contract/webhook-endpoints.ts';
import { contract } from '../contract.ts';

const HOUR = 3_600_000;
const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{40,}={0,2}$/);
type EventType = NonNullable<Parameters<Tempshare['webhookEndpoints']['create']>[0]['events']>[number];

const REFUSED_URLS =
  `https://127.0.0.1/x https://2130706433/x https://0.0.0.0/x https://10.1.2.3/x https://172.31.0.1/x https://192.168.1.1/x https://100.64.0.1/x
  https://169.254.169.254/latest/meta-data https://203.0.113.7/x https://224.0.0.1/x https://[::1]/x https://[fe80::1]/x
  https://[fd00::1]/x https://[::ffff:10.0.0.1]/x https://[64:ff9b::a00:1]/x https://[2001:db8::1]/x
  https://localhost/x https://metadata.google.internal/x https://printer.local/x https://intranet/x
  https://93.184.215.14:8080/x https://93.184.215.14/x#fragment`.split(/\s+/);

/** Webhook endpoints as far as they can be seen without a receiver: nothing is sent, so deliveries stay pending. */
contract((stage) => {
  const { registered, happen } = registering(stage);

  describe('a webhook endpoint', () => {
    it('is registered for all events, and its secret shown this once', async () => {
      const owner = await stage.owner();
      const created = await owner.webhookEndpoints.create({ url: TARGET });
      const { success, secret, ...endpoint } = created;
      expect(success).toBe(true);
      expect(secret).toEqual(SECRET);
      expect(endpoint).toEqual({
        id: expect.stringMatching(/^we_[0-9A-Za-z]{22}$/),
        url: TARGET,
        description: null,
        events: null,
        enabled: true,
        disabledReason: null,
        pausedUntil: null,
        skipped: null,
        rotation: null,
        livemode: false,
        createdAt: expect.any(String),
      });
      expect(await owner.webhookEndpoints.get(endpoint.id)).toEqual(endpoint);
      const list = await owner.webhookEndpoints.list();
      expect(list).toEqual({ webhookEndpoints: [endpoint], total: 1, totalIsExact: true, nextCursor: null });
    });

    it('is registered for some events, with a description, of its key’s mode', async () => {
      const live = await stage.owner(undefined, 'live');
      const expected = {
        description: 'Ticket system',
        events: ['request.closed', 'secret.consumed'],
      } as const;
      const { endpoint } = await registered({ ...expected, events: [...expected.events] }, live);
      expect(endpoint).toMatchObject({ ...expected, livemode: true });
    });

    it.each([
      [{ url: 'ftp://93.184.215.14/' }, { '/body/url': 'pattern' }],
      [{ url: 'https://user:secret@93.184.215.14/' }, { '/body/url': 'pattern' }],
      [{ url: TARGET, events: [] }, { '/body/events': 'min_items' }],
      [{ url: TARGET, events: ['room.created'] }, { '/body/events/0': 'enum' }],
      [{ url: TARGET, events: ['secret.consumed', 'secret.consumed'] }, { '/body/events': 'unique_items' }],
      [{ url: TARGET, description: 'x'.repeat(201) }, { '/body/description': 'max_length' }],
    ])('is refused as %j', async (json, faults) => {
      const response = await stage.send('POST /webhook-endpoints', { key: await stage.createKey(), json });
      expect(response.status).toBe(400);
      expect(faultsIn(response.body)).toEqual(faults);
    });

    it.each(REFUSED_URLS)('is not sent to %s', async (url) => {
      const { owner, endpoints, id } = await registered();
      for (const call of [() => endpoints.create({ url }), () => endpoints.update(id, { url })])
        expect(faultsIn(await failureOf(call()))).toEqual({ '/body/url': 'webhook_url' });
      expect((await endpoints.get(id)).url).toBe(TARGET);
      expect((await owner.webhookEndpoints.list()).total).toBe(1);
    });

    it.each(['https://93.184.215.14:8443/a?b=c', 'HTTPS://1.0.0.1', 'https://[2606:4700:4700::1111]/x'])(
      'may be %s',
      async (url) => {
        const { endpoints, endpoint, id } = await registered({ url });
        expect(endpoint.url).toBe(url);
        expect((await endpoints.update(id, { url })).url).toBe(url);
      },
    );

    it('is one of at most 20 of its key', async () => {
      const { owner, id } = await registered();
      const register = () => owner.webhookEndpoints.create({ url: TARGET });
      const outcomes = await Promise.allSettled(Array.from({ length: 25 }, register));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
      expect(faultsIn(await failureOf(register()))).toEqual({ '/body': 'too_many_endpoints' });
      await owner.webhookEndpoints.delete(id);
      await register();
    });

    it('changes in the fields that are sent', async () => {
      const { endpoints, endpoint, id } = await registered({
        description: 'a',
        events: ['transfer.created'],
      });
      const url = 'https://93.184.215.15/other';
      for (const change of [
        { url },
        { description: 'b' },
        { description: null },
        { events: ['transfer.deleted'] as EventType[] },
        { events: null },
      ]) {
        Object.assign(endpoint, change);
        expect(await endpoints.update(id, change)).toEqual(endpoint);
        expect(await endpoints.get(id)).toEqual(endpoint);
      }
      expect(faultsIn(await failureOf(endpoints.update(id, {})))).toEqual({ '/body': 'min_properties' });
      expect(await endpoints.get(id)).toEqual(endpoint);
    });

    it('is disabled and enabled by its owner', async () => {
      const { endpoints, endpoint, id } = await registered();
      const disabled = { ...endpoint, enabled: false, disabledReason: 'owner' };
      expect(await endpoints.update(id, { enabled: false })).toEqual(disabled);
      expect(await endpoints.update(id, { description: 'x' })).toMatchObject({ enabled: false });
      expect(await endpoints.get(id)).toMatchObject({ enabled: false, disabledReason: 'owner' });
      expect(await endpoints.update(id, { enabled: true, description: null })).toEqual(endpoint);
      expect(await endpoints.update(id, { enabled: true })).toEqual(endpoint);
    });

    it('is removed with its deliveries', async () => {
      const { owner, endpoints, id } = await registered();
      await happen(owner);
      expect(await endpoints.delete(id)).toEqual({ success: true, message: expect.stringMatching(/\S/) });
      const calls = [endpoints.get(id), endpoints.deliveries.list(id)];
      for (const error of await Promise.all(calls.map(failureOf)))
        expect(error).toBeInstanceOf(NotFoundError);
      expect((await endpoints.list()).total).toBe(0);
    });
  });

  describe('the signing secret of a webhook endpoint', () => {
    const lasting = ({ startedAt, endsAt }: { startedAt: string; endsAt: string }) =>
      Date.parse(endsAt) - Date.parse(startedAt);

    it('is rotated with an overlap, and confirmed', async () => {
      const { endpoints, endpoint, id, secret } = await registered();
      const rotated = await endpoints.rotateSecret(id);
      expect(rotated).toEqual({
        success: true,
        id,
        secret: SECRET,
        rotation: { startedAt: rotated.createdAt, endsAt: expect.any(String) },
        createdAt: expect.any(String),
      });
      expect(rotated.secret).not.toBe(secret);
      expect(lasting(rotated.rotation!)).toBe(24 * HOUR);
      expect(await endpoints.get(id)).toEqual({ ...endpoint, rotation: rotated.rotation });
      for (let i = 0; i < 2; i++) expect(await endpoints.confirmSecret(id)).toEqual(endpoint);
      expect(await endpoints.get(id)).toEqual(endpoint);
    });

    it('takes over by itself at the end of the overlap', async () => {
      const { endpoints, id } = await registered();
      await endpoints.rotateSecret(id, { overlapHours: 1 });
      await stage.advance(HOUR - 60_000);
      expect((await endpoints.get(id)).rotation).not.toBeNull();
      await stage.advance(60_000);
      expect((await endpoints.get(id)).rotation).toBeNull();
      expect((await endpoints.list()).webhookEndpoints[0]?.rotation).toBeNull();
    });

    it('is changed at once without an overlap, also during one', async () => {
      const { endpoints, endpoint, id, secret } = await registered();
      const first = await endpoints.rotateSecret(id, { overlapHours: 0 });
      expect(first.rotation).toBeNull();
      await endpoints.rotateSecret(id);
      const second = await endpoints.rotateSecret(id, { overlapHours: 0 });
      expect(second.rotation).toBeNull();
      expect(new Set([secret, first.secret, second.secret]).size).toBe(3);
      expect(await endpoints.get(id)).toEqual(endpoint);
    });

    it('is replaced by rotating again, and the overlap begins anew', async () => {
      const { endpoints, id } = await registered();
      const first = await endpoints.rotateSecret(id, { overlapHours: 2 });
      await stage.advance(HOUR);
      const second = await endpoints.rotateSecret(id, { overlapHours: 2 });
      expect(second.secret).not.toBe(first.secret);
      expect(lasting(second.rotation!)).toBe(2 * HOUR);
      await stage.advance(1.5 * HOUR);
      expect((await endpoints.get(id)).rotation).not.toBeNull();
    });

    it('overlaps for no more than a week', async () => {
      const { endpoints, endpoint, id } = await registered();
      for (const [overlapHours, code] of [
        [-1, 'minimum'],
        [168.5, 'maximum'],
      ] as const) {
        const error = await failureOf(endpoints.rotateSecret(id, { overlapHours }));
        expect(faultsIn(error)).toEqual({ '/body/overlapHours': code });
      }
      expect(await endpoints.get(id)).toEqual(endpoint);
      for (const overlapHours of [0.5, 168])
        expect(lasting((await endpoints.rotateSecret(id, { overlapHours })).rotation!)).toBe(
          overlapHours * HOUR,
        );
    });
  });

  describe('an endpoint that is disabled', () => {
    it('is told of once, to the other endpoints of the account and mode, whichever key they are of', async () => {
      const { owner, endpoints, endpoint, id } = await registered();
      const sibling = await registered({}, owner);
      const deaf = await registered({ events: ['transfer.created'] }, owner);
      const colleague = await registered();
      const live = await registered({}, await stage.owner(undefined, 'live'));
      for (let i = 0; i < 2; i++) await endpoints.update(id, { enabled: false });
      await endpoints.update(id, { description: 'x' });
      const toldOf = async (of: typeof sibling) =>
        (await of.endpoints.deliveries.list(of.id)).deliveries.map(({ eventType }) => eventType);
      for (const told of [sibling, colleague])
        expect(await toldOf(told)).toEqual(['webhook_endpoint.disabled']);
      for (const other of [deaf, live]) expect(await toldOf(other)).toEqual([]);
      expect((await endpoints.deliveries.list(id)).total).toBe(0);

      const { events } = await owner.events.list();
      expect(events).toMatchObject([
        {
          type: 'webhook_endpoint.disabled',
          data: { object: { id, disabledReason: 'owner', createdAt: endpoint.createdAt } },
        },
      ]);
      expect(JSON.stringify(events)).not.toContain(TARGET);
      expect((await owner.events.list({ itemId: id })).events).toEqual(events);
      expect((await colleague.owner.events.list()).total).toBe(0);
      await endpoints.update(id, { enabled: true });
      await endpoints.update(id, { enabled: false });
      expect((await owner.events.list()).total).toBe(2);
    });
  });

  describe('a delivery', () => {
    it('is due at once for what happens to the key’s things', async () => {
      const { owner, endpoints, id } = await registered();
      const transferId = await happen(owner);
      const [event] = (await owner.events.list()).events;
      const { deliveries, total, nextCursor } = await endpoints.deliveries.list(id);
      expect([total, nextCursor]).toEqual([1, null]);
      expect(deliveries).toEqual([
        {
          id: expect.stringMatching(/^whd_[0-9A-Za-z]{22,}$/),
          endpointId: id,
          eventId: event!.id,
          eventType: 'transfer.created',
          test: false,
          state: 'pending',
          attempts: [],
          nextAttemptAt: expect.any(String),
          createdAt: expect.any(String),
        },
      ]);
      expect(event!.data.object).toMatchObject({ id: transferId });
    });

    it('is made for each event and for each endpoint that takes it', async () => {
      const owner = await stage.owner();
      const all = await registered({}, owner);
      const some = await registered({ events: ['transfer.deleted', 'secret.consumed'] }, owner);
      const none = await registered({ events: ['request.closed'] }, owner);
      const stranger = await registered();
      const off = await registered({}, owner);
      await off.endpoints.update(off.id, { enabled: false });

      await owner.transfers.delete(await happen(owner));
      const { secretId } = await owner.secrets.create({ secret: 'x' });
      await stage.recipient.public.secrets.reveal(secretId);
      const late = await registered({}, owner);

      const received = async ({ endpoints, id }: typeof all) =>
        (await endpoints.deliveries.list(id)).deliveries.map(({ eventType }) => eventType).sort();
      expect(await received(all)).toEqual([
        'secret.consumed',
        'transfer.created',
        'transfer.deleted',
        'webhook_endpoint.disabled',
      ]);
      expect(await received(some)).toEqual(['secret.consumed', 'transfer.deleted']);
      for (const other of [none, off, late]) expect(await received(other)).toEqual([]);
      expect(await received(stranger)).toEqual(['webhook_endpoint.disabled']);
    });

    it('fails when its endpoint is disabled, and is sent afterwards only if redelivered', async () => {
      const { owner, endpoints, id } = await registered();
      await happen(owner);
      await endpoints.update(id, { enabled: false });
      const [failed] = (await endpoints.deliveries.list(id, { state: 'failed' })).deliveries;
      expect(failed).toMatchObject({ state: 'failed', nextAttemptAt: null, attempts: [] });
      const refused = await failureOf(endpoints.deliveries.redeliver(id, failed!.id));
      expect(faultsIn(refused)).toEqual({ '/path/id': 'endpoint_disabled' });

      await happen(owner);
      await endpoints.update(id, { enabled: true });
      expect((await endpoints.deliveries.list(id)).total).toBe(1);
      expect((await endpoints.deliveries.list(id, { state: 'pending' })).total).toBe(0);
      const again = await endpoints.deliveries.redeliver(id, failed!.id);
      const { nextAttemptAt, ...rest } = again;
      expect(rest).toMatchObject({
        success: true,
        id: failed!.id,
        eventId: failed!.eventId,
        state: 'pending',
      });
      expect(nextAttemptAt).not.toBeNull();
      const { success: _, ...scheduled } = again;
      expect((await endpoints.deliveries.list(id)).deliveries).toEqual([scheduled]);
    });

    it('that is still due may be redelivered too', async () => {
      const { owner, endpoints, id } = await registered();
      await happen(owner);
      const [due] = (await endpoints.deliveries.list(id)).deliveries;
      const again = await endpoints.deliveries.redeliver(id, due!.id);
      expect(again).toMatchObject({ id: due!.id, eventId: due!.eventId, state: 'pending', attempts: [] });
      expect((await endpoints.deliveries.list(id)).total).toBe(1);
    });

    it.each([undefined, 'transfer.completed', 'request.closed', 'secret.consumed'] as const)(
      'of a test event is made whatever the endpoint takes (%s)',
      async (type) => {
        const { owner, endpoints, id } = await registered({ events: ['transfer.deleted'] });
        await endpoints.update(id, { enabled: false });
        const { success, ...scheduled } = await endpoints.test(id, type && { type });
        expect(success).toBe(true);
        expect(scheduled).toEqual({
          id: expect.stringMatching(/^whd_/),
          endpointId: id,
          eventId: expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/),
          eventType: type ?? 'transfer.created',
          test: true,
          state: 'pending',
          attempts: [],
          nextAttemptAt: expect.any(String),
          createdAt: expect.any(String),
        });
        expect((await endpoints.deliveries.list(id)).deliveries).toEqual([scheduled]);
        expect(await endpoints.deliveries.get(id, scheduled.id)).toEqual({ ...scheduled, responses: [] });
        expect((await owner.events.list()).events).toMatchObject([{ type: 'webhook_endpoint.disabled' }]);
        expect(await failureOf(owner.events.get(scheduled.eventId))).toBeInstanceOf(NotFoundError);
      },
    );
  });
});
