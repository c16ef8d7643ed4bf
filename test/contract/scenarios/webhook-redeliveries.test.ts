import type { Tempshare } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf, faultsIn } from '../../support/contract/stage.ts';
import { registering } from '../../support/contract/webhook-endpoints.ts';
import { atOnce } from '../../support/network/send.ts';
import { contract } from '../contract.ts';

const HOUR = 3_600_000;

/** Deliveries of a period: redelivered together, and counted by hour. */
contract((stage) => {
  const { registered, happen } = registering(stage);

  describe('the failed deliveries of a period', () => {
    const FROM = '2000-01-01T00:00:00.000Z';
    /** An endpoint with two failed deliveries, a minute apart, and a delivery that is due. */
    const failedTwice = async () => {
      const made = await registered();
      for (let i = 0; i < 2; i++) {
        await happen(made.owner);
        await stage.advance(60_000);
      }
      for (const enabled of [false, true]) await made.endpoints.update(made.id, { enabled });
      await happen(made.owner);
      return made;
    };

    it('are due again together, as progress shows, and a second call takes none of them', async () => {
      const { endpoints, id } = await failedTwice();
      const { success, hasMore, ...begun } = await endpoints.redeliveries.create(id, { from: FROM });
      expect([success, hasMore]).toEqual([true, false]);
      const counts = { total: 2, pending: 2, delivered: 0, failed: 0 };
      expect(begun).toEqual({
        id: expect.stringMatching(/^whr_[0-9A-Za-z]{22}$/),
        endpointId: id,
        state: 'running',
        ...counts,
      });
      expect(await endpoints.redeliveries.get(id, begun.id)).toEqual(begun);
      expect(await endpoints.redeliveries.create(id, { from: FROM })).toMatchObject({
        state: 'completed',
        total: 0,
      });
      expect(await endpoints.redeliveries.get(id, begun.id)).toEqual(begun);
      expect((await endpoints.deliveries.list(id, { state: 'pending' })).total).toBe(3);
      await endpoints.update(id, { enabled: false });
      const ended = { ...begun, state: 'completed', pending: 0, failed: 2 };
      expect(await endpoints.redeliveries.get(id, begun.id)).toEqual(ended);
    });

    it('are those that were made within it, and no tests', async () => {
      const { endpoints, id } = await failedTwice();
      const { deliveries } = await endpoints.deliveries.list(id, { state: 'failed' });
      const [late, early] = deliveries.map(({ createdAt }) => createdAt) as [string, string];
      const take = async (period: { from: string; until?: string }) =>
        (await endpoints.redeliveries.create(id, period)).total;
      expect(await take({ from: FROM, until: early })).toBe(0);
      expect(await take({ from: early, until: late })).toBe(1);
      expect(await take({ from: late })).toBe(1);
    });

    it('are each taken by one of several calls at once', async () => {
      const { endpoints, id } = await failedTwice();
      const begun = await atOnce(4, () => endpoints.redeliveries.create(id, { from: FROM }));
      expect(begun.reduce((sum, { total }) => sum + total, 0)).toBe(2);
    });

    it('stay as they are at a disabled endpoint, and for a period that ends before it begins', async () => {
      const { endpoints, id } = await failedTwice();
      const create = async (body: { from: string; until?: string }) =>
        faultsIn(await failureOf(endpoints.redeliveries.create(id, body)));
      expect(await create({ from: FROM, until: FROM })).toEqual({ '/body/until': 'period' });
      expect(await create({ from: '2026-02-30T00:00:00.000Z' })).toEqual({ '/body/from': 'pattern' });
      await endpoints.update(id, { enabled: false });
      expect(await create({ from: FROM })).toEqual({ '/path/id': 'endpoint_disabled' });
      expect((await endpoints.deliveries.list(id, { state: 'failed' })).total).toBe(3);
    });
  });

  describe('the statistics of 24 hours', () => {
    it('count the deliveries of each endpoint of the key by hour and by what became of them', async () => {
      const share = (by: Tempshare) => by.transfers.create({ type: 'text', text: 'x', expiration: '7d' });
      const { owner, endpoints, id } = await registered();
      await share(owner);
      await stage.advance(25 * HOUR);
      for (let i = 0; i < 2; i++) await share(owner);
      for (const enabled of [false, true]) await endpoints.update(id, { enabled });
      await stage.advance(3 * HOUR);
      const newer = await registered({}, owner);
      await share(owner);
      await endpoints.test(id);
      await registered();
      await stage.advance(1_000);

      const { from, until, endpoints: counted } = await owner.webhookEndpoints.statistics();
      expect(Date.parse(until) - Date.parse(from)).toBe(24 * HOUR);
      expect(counted.map(({ endpointId }) => endpointId)).toEqual([newer.id, id]);
      const [fresh, old] = counted as [(typeof counted)[0], (typeof counted)[0]];
      expect(fresh).toMatchObject({ delivered: 0, failed: 0, pending: 1 });
      expect(old).toMatchObject({ delivered: 0, failed: 2, pending: 1 });
      expect(old.hours).toHaveLength(24);
      expect(old.hours[0]!.startsAt).toBe(from);
      expect(old.hours.map(({ failed }) => failed).filter(Boolean)).toEqual([2]);
      expect(old.hours.findIndex(({ failed }) => failed > 0)).toBe(20);
      expect(old.hours[23]).toMatchObject({ pending: 1 });
    });
  });
});
