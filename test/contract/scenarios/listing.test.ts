import type { Tempshare } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

async function createMany(owner: Tempshare, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++)
    ids.push((await owner.transfers.create({ type: 'text', text: `no ${i}` })).id);
  return ids;
}

contract((stage) => {
  describe('listing transfers', () => {
    it('returns a summary of each', async () => {
      const owner = await stage.owner(undefined, 'live');
      const { id, createdAt, expiresAt } = await owner.transfers.create({
        type: 'text',
        text: 'x',
        maxViews: 5,
      });
      expect(await owner.transfers.list()).toEqual({
        transfers: [
          {
            id,
            type: 'text',
            label: null,
            views: 0,
            viewedAt: { first: null, last: null },
            expiresAt,
            status: 'active',
            maxViews: 5,
            livemode: true,
            createdAt,
          },
        ],
        total: 1,
        totalIsExact: true,
        nextCursor: null,
      });
    });

    it('is not confused by what is created between two pages', async () => {
      const owner = await stage.owner();
      await createMany(owner, 4);
      const first = await owner.transfers.list({ limit: 2 });
      await createMany(owner, 2);
      const second = await owner.transfers.list({ limit: 2, cursor: first.nextCursor as string });
      const ids = [...first.transfers, ...second.transfers].map(({ id }) => id);
      expect(new Set(ids).size).toBe(4);
      expect([first.total, second.total]).toEqual([4, 6]);
    });

    it('holds 20 to a page unless told otherwise, and 100 at most', async () => {
      const owner = await stage.owner();
      await createMany(owner, 21);
      expect((await owner.transfers.list()).transfers).toHaveLength(20);
      expect((await owner.transfers.list({ limit: 100 })).transfers).toHaveLength(21);
      expect(await failureOf(owner.transfers.list({ limit: 101 }))).toMatchObject({
        status: 400,
        errors: [{ pointer: '/query/limit', code: 'maximum' }],
      });
    });

    it('filters by status, and the total with it', async () => {
      const owner = await stage.owner();
      const short = await owner.transfers.create({ type: 'text', text: 'x', expiration: '15m' });
      await stage.advance(16 * 60_000);
      const consumed = await owner.transfers.create({ type: 'text', text: 'x', oneTime: true });
      await stage.recipient.public.transfers.open(consumed.id);
      const active = await owner.transfers.create({ type: 'text', text: 'x' });
      for (const [status, id] of [
        ['active', active.id],
        ['expired', short.id],
        ['consumed', consumed.id],
      ] as const) {
        const page = await owner.transfers.list({ status });
        expect(page).toMatchObject({
          transfers: [{ id, status }],
          total: 1,
          totalIsExact: true,
          nextCursor: null,
        });
      }
      expect((await owner.transfers.list()).total).toBe(3);
    });
  });
});
