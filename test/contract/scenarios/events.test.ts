import { eventTypes } from '@tempshare/contract';
import { NotFoundError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { upload } from '../../support/contract/files.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

contract((stage) => {
  describe('the log of events', () => {
    it('tells the owner what became of a transfer and a secret, newest first', async () => {
      const owner = await stage.owner();
      const recipient = stage.recipient;
      const { id } = await owner.transfers.create({ type: 'text', text: 'x', oneTime: true });
      const { secretId } = await owner.secrets.create({ secret: 'x' });
      await recipient.public.transfers.open(id);
      await recipient.public.secrets.reveal(secretId);

      const { events, total, nextCursor } = await owner.events.list();
      expect([total, nextCursor]).toEqual([4, null]);
      expect(events.map(({ type }) => type).sort()).toEqual([
        'secret.consumed',
        'transfer.completed',
        'transfer.created',
        'transfer.deleted',
      ]);
      const times = events.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().reverse());
      for (const event of events) expect(await owner.events.get(event.id)).toEqual(event);
    });

    it('has every event of the contract, once what it tells of has happened', async () => {
      const owner = await stage.owner();
      const { transfers, secrets, requests } = stage.recipient.public;
      await transfers.open((await owner.transfers.create({ type: 'text', text: 'x', oneTime: true })).id);
      await secrets.reveal((await owner.secrets.create({ secret: 'x' })).secretId);
      const { requestId, pin } = await owner.requests.create({ title: 'x' });
      const { uploadUrl } = await requests.files.create(requestId, { pin });
      await upload(stage, uploadUrl, 'x');
      await requests.finish(requestId, { pin });

      const { events } = await owner.events.list();
      const emitted = new Set(events.map(({ type }) => type));
      expect(eventTypes.filter((type) => !emitted.has(type))).toEqual([]);
    });

    it('filters by type and pages, each event once', async () => {
      const owner = await stage.owner();
      for (let i = 0; i < 5; i++)
        await owner.transfers.delete((await owner.transfers.create({ type: 'text', text: 'x' })).id);
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await owner.events.list({
          type: 'transfer.deleted',
          limit: 2,
          ...(cursor && { cursor }),
        });
        expect(page.total).toBe(5);
        for (const event of page.events) {
          expect(event).toMatchObject({
            type: 'transfer.deleted',
            data: { object: { reason: 'api', status: 'deleted' } },
          });
          seen.push(event.id);
        }
        cursor = page.nextCursor;
      } while (cursor);
      expect(new Set(seen).size).toBe(5);
      expect(seen).toHaveLength(5);
    });

    it("does not show another key's events", async () => {
      const [owner, other] = [await stage.owner(), await stage.owner()];
      await owner.transfers.create({ type: 'text', text: 'x' });
      const [event] = (await owner.events.list()).events;
      expect(await other.events.list()).toEqual({
        events: [],
        total: 0,
        totalIsExact: true,
        nextCursor: null,
      });
      expect(await failureOf(other.events.get(event!.id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.events.get('evt_nothing'))).toBeInstanceOf(NotFoundError);
    });
  });
});
