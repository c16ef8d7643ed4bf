import { BadRequestError, NotFoundError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

/** Made of parts, so that no scanner takes it for a key. */
const KEY = ['svc', 'sk', 'live', '0123456789abcdefghijABCDEFGHIJ01234567'].join('_');

contract((stage) => {
  describe('a debug share', () => {
    it('counts what was masked in both of its texts', async () => {
      const owner = await stage.owner();
      const texts = { diagnostics: 'password=hunter2hunter2', logs: 'password=magnolia-99' };
      expect((await owner.debugShares.create(texts)).masked).toEqual({ password: 2 });
    });

    it('is masked before it is shared, and opens like a transfer', async () => {
      const owner = await stage.owner();
      const { recipient } = stage;
      const created = await owner.debugShares.create({
        diagnostics: `GET /cart 401\nAuthorization: Bearer q7Hc2mX9vT4kLw8Z\r\nkey ${KEY}`,
        logs: 'retrying with password=correct-horse9 now',
      });
      expect(created).toMatchObject({
        success: true,
        sanitized: true,
        masked: { authorization: 1, 'service-key': 1, password: 1 },
        shareUrl: `${stage.appUrl}/en/${created.debugId}`,
      });

      const expected = { id: created.debugId, kind: 'debug', oneTime: false, encryption: 'server' };
      expect(await recipient.public.transfers.get(created.debugId)).toMatchObject({
        ...expected,
        requiresPassword: false,
      });
      for (let view = 0; view < 2; view++) {
        expect(await recipient.public.transfers.open(created.debugId)).toMatchObject({
          ...expected,
          diagnostics:
            'GET /cart 401\nAuthorization: Bearer [masked:authorization]\r\nkey [masked:service-key]',
          logs: 'retrying with password=[masked:password] now',
        });
      }
    });

    it('lives for a day, or as long as is asked for', async () => {
      const owner = await stage.owner();
      for (const [expiration, ms] of [
        [undefined, 86_400_000],
        ['1h', 3_600_000],
      ] as const) {
        const { createdAt, expiresAt } = await owner.debugShares.create({ logs: 'x', expiration });
        expect(Date.parse(expiresAt as string) - Date.parse(createdAt)).toBe(ms);
      }
    });

    it('is neither listed among the transfers nor told of by events', async () => {
      const owner = await stage.owner();
      const { debugId } = await owner.debugShares.create({ logs: 'x' });
      await stage.recipient.public.transfers.open(debugId);
      expect((await owner.transfers.list()).total).toBe(0);
      expect((await owner.events.list()).total).toBe(0);
      expect(await failureOf(owner.transfers.get(debugId))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.transfers.delete(debugId))).toBeInstanceOf(NotFoundError);
    });

    it('needs at least one of its texts', async () => {
      const owner = await stage.owner();
      for (const body of [{}, { logs: '' }, { diagnostics: '' }]) {
        expect(await failureOf(owner.debugShares.create(body as { logs: string }))).toBeInstanceOf(
          BadRequestError,
        );
      }
      expect((await owner.debugShares.create({ logs: 'x', diagnostics: '' })).masked).toEqual({});
    });
  });
});
