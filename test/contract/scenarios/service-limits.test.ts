import { defaults, lifetimes, limits } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const SET = {
  drop: { items: 3, bytes: 100_000 },
  room: { items: 4, bytes: 200_000 },
  request: { items: 5, bytes: 300_000 },
};

contract(
  (stage) => {
    describe('what a server takes', () => {
      it('is told without a key, as the operator has set it', async () => {
        const shown = await stage.recipient.public.limits.get();
        expect(shown.containers).toEqual(SET);
        expect(shown.sessions).toBe(2);
        expect(shown.lengths).toMatchObject({ secret: limits.secretLength, label: limits.labelLength });
        expect(shown.lifetimes).toEqual({
          expirations: ['15m', '1h', '6h', '1d', '7d', 'forever'],
          defaultExpiration: defaults.expiration,
          soonestExpirySeconds: lifetimes.soonestExpiry,
          longestSeconds: null,
          offeredSeconds: [900, 3600, 21600, 86400, 604800, null],
          chosenSeconds: 86400,
          roomHours: limits.roomHours,
          defaultRoomHours: defaults.roomHours,
        });
      });

      it('is what is taken: a character or a view more is refused', async () => {
        const owner = await stage.owner();
        const { lengths, maxViews } = await stage.recipient.public.limits.get();
        const secret = 'x'.repeat(lengths.secret);
        const label = 'x'.repeat(lengths.label);
        await owner.secrets.create({ secret, label });
        await owner.transfers.create({ type: 'text', text: 'x', maxViews });
        for (const create of [
          () => owner.secrets.create({ secret: `${secret}x` }),
          () => owner.secrets.create({ secret: 'x', label: `${label}x` }),
          () => owner.transfers.create({ type: 'text', text: 'x', maxViews: maxViews + 1 }),
        ])
          expect(await failureOf(create())).toMatchObject({ status: 400 });
      });
    });
  },
  { capacity: { ...SET, sessions: 2 } },
);
