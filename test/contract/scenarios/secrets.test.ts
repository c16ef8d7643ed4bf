import { NotFoundError } from '@tempshare/sdk';
import { DEFAULT_ITERATIONS } from '@tempshare/sdk/envelope';
import type { SecretState } from '@tempshare/sdk/types';
import { describe, expect, it } from 'vitest';
import { accessProof, failureOf } from '../../support/contract/stage.ts';
import { sealedAs } from '../../support/contract/sealed.ts';
import { contract } from '../contract.ts';

const DAY = 86_400_000;
const ms = (text: string | null): number => Date.parse(text as string);

contract((stage) => {
  describe('creating a secret', () => {
    it('returns the link and the defaults', async () => {
      const owner = await stage.owner();
      const { data, response } = await owner.secrets.create({ secret: 'hunter2' }).withResponse();
      expect(response.status).toBe(201);
      expect(data).toEqual({
        success: true,
        secretId: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
        secretUrl: `${stage.appUrl}/en/secret/${data.secretId}`,
        burnAfterRead: true,
        encryption: 'server',
        expiresAt: expect.stringMatching(/\.\d{3}Z$/),
        createdAt: expect.stringMatching(/\.\d{3}Z$/),
      });
      expect(ms(data.expiresAt) - ms(data.createdAt)).toBe(DAY);
    });

    it('with expiration forever has no expiry', async () => {
      const owner = await stage.owner();
      expect((await owner.secrets.create({ secret: 'x', expiration: 'forever' })).expiresAt).toBeNull();
    });
  });

  describe('listing secrets', () => {
    it('shows each as its owner finds it, never the content, and reads none', async () => {
      const owner = await stage.owner(undefined, 'live');
      const { secretId } = await owner.secrets.create({ secret: 'hunter2', password: 'azalea' });
      const { wrongAttempts: _, ...summary } = await owner.secrets.get(secretId);
      const page = await owner.secrets.list();
      expect(page).toEqual({ secrets: [summary], total: 1, totalIsExact: true, nextCursor: null });
      expect(summary).toMatchObject({ state: 'waiting', requiresPassword: true, livemode: true });
      expect(JSON.stringify(page)).not.toContain('hunter2');
      const { secret } = await stage.recipient.public.secrets.reveal(secretId, { password: 'azalea' });
      expect(secret).toBe('hunter2');
      expect((await owner.secrets.list()).secrets[0]).toEqual({
        ...summary,
        state: 'consumed',
        consumedAt: expect.any(String),
      });
    });

    it('filters by state, walks from page to page, and ends 30 days after the secret', async () => {
      const owner = await stage.owner();
      const create = async (expiration: '15m' | 'forever') =>
        (await owner.secrets.create({ secret: 'x', expiration })).secretId;
      const expired = await create('15m');
      await stage.advance(16 * 60_000);
      const consumed = await create('forever');
      const revoked = await create('forever');
      const waiting = await create('forever');
      await stage.recipient.public.secrets.reveal(consumed);
      await owner.secrets.delete(revoked);
      const byState = Object.entries({ expired, consumed, revoked, waiting }) as [SecretState, string][];
      for (const [state, secretId] of byState)
        expect(await owner.secrets.list({ state })).toMatchObject({
          secrets: [{ secretId, state }],
          total: 1,
          nextCursor: null,
        });
      const walked: string[] = [];
      for await (const { secretId } of owner.secrets.list({ limit: 1 })) walked.push(secretId);
      expect(walked).toHaveLength(4);
      expect(new Set(walked)).toEqual(new Set([expired, consumed, revoked, waiting]));
      expect((await (await stage.owner()).secrets.list()).secrets).toEqual([]);
      await stage.advance(31 * DAY);
      expect((await owner.secrets.list()).secrets.map(({ secretId }) => secretId)).toEqual([waiting]);
    });

    it('needs the scope that a single one needs', async () => {
      const other = await stage.owner(['transfer:read']);
      expect(await failureOf(other.secrets.list())).toMatchObject({ code: 'insufficient_scope' });
    });
  });

  describe('a secret', () => {
    it('whose password somebody has guessed at is opened to all again by its owner', async () => {
      const owner = await stage.owner();
      const { secretId } = await owner.secrets.create({ secret: 'x', password: 'azalea' });
      for (const { secrets } of [owner, stage.recipient.public])
        expect((await secrets.get(secretId)).requiresPassword).toBe(true);
      const attempt = (password: string) => stage.recipient.public.secrets.reveal(secretId, { password });
      for (let i = 0; i < 5; i++) expect((await failureOf(attempt('begonia'))).status).toBe(403);
      expect(await failureOf(attempt('azalea'))).toMatchObject({ code: 'too_many_attempts' });
      expect(await owner.secrets.unlock(secretId)).toMatchObject({ success: true });
      expect((await attempt('azalea')).secret).toBe('x');
    });

    it('is destroyed by its first reader', async () => {
      const owner = await stage.owner();
      const { secretId, expiresAt, createdAt } = await owner.secrets.create({ secret: 'hunter2' });
      const waiting = {
        secretId,
        state: 'waiting',
        label: null,
        burnAfterRead: true,
        encryption: 'server',
        requiresPassword: false,
        wrongAttempts: { count: 0, lastAt: null, heldUntil: null },
        expiresAt,
        consumedAt: null,
        livemode: false,
        createdAt,
      };
      expect(await owner.secrets.get(secretId)).toEqual(waiting);
      const peeked = {
        secretId,
        requiresPassword: false,
        burnAfterRead: true,
        encryption: 'server',
        expiresAt,
      };
      expect(await stage.recipient.public.secrets.get(secretId)).toEqual(peeked);
      const revealed = { secretId, secret: 'hunter2', encryption: 'server' };
      expect(await stage.recipient.public.secrets.reveal(secretId)).toEqual(revealed);

      expect(await failureOf(stage.recipient.public.secrets.reveal(secretId))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(stage.recipient.public.secrets.get(secretId))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.secrets.delete(secretId))).toBeInstanceOf(NotFoundError);
      const consumed = { ...waiting, state: 'consumed', consumedAt: expect.stringMatching(/\.\d{3}Z$/) };
      expect(await owner.secrets.get(secretId)).toEqual(consumed);
      expect(await stage.eventsOf(secretId)).toMatchObject([
        { type: 'secret.consumed', livemode: false, object: { secretId, state: 'consumed', createdAt } },
      ]);
    });

    it.each([
      ['without a password', undefined],
      ['under a password, which it says how to stretch', DEFAULT_ITERATIONS],
    ])('sealed end-to-end %s is revealed for the access proof', async (_, kdfIterations) => {
      const owner = await stage.owner();
      const { accessProof: proof, accessProofHash } = await accessProof();
      const [secret, stretching] = [sealedAs('secret', kdfIterations), kdfIterations && { kdfIterations }];
      const sealed = { secret, encryption: 'e2e', accessProofHash, ...stretching } as const;
      const { secretId } = await owner.secrets.create(sealed);
      const peeked = await stage.recipient.public.secrets.get(secretId);
      expect(peeked).toMatchObject({ encryption: 'e2e', requiresPassword: !!kdfIterations, ...stretching });
      if (!kdfIterations) expect(peeked).not.toHaveProperty('kdfIterations');
      expect((await failureOf(stage.recipient.public.secrets.reveal(secretId))).status).toBe(403);
      const revealed = await stage.recipient.public.secrets.reveal(secretId, { accessProof: proof });
      expect(revealed).toEqual({ secretId, secret, encryption: 'e2e' });
    });

    it('is revoked by its owner', async () => {
      const owner = await stage.owner();
      const { secretId } = await owner.secrets.create({ secret: 'x' });
      expect(await owner.secrets.delete(secretId)).toEqual({
        success: true,
        message: expect.stringMatching(/\S/),
      });
      expect(await failureOf(stage.recipient.public.secrets.reveal(secretId))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.secrets.delete(secretId))).toBeInstanceOf(NotFoundError);
      expect(await owner.secrets.get(secretId)).toMatchObject({ state: 'revoked', consumedAt: null });
    });

    it('expires unread', async () => {
      const owner = await stage.owner();
      const { secretId } = await owner.secrets.create({ secret: 'x', expiration: '1h' });
      await stage.advance(3_600_000);
      expect(await failureOf(stage.recipient.public.secrets.reveal(secretId))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.secrets.delete(secretId))).toBeInstanceOf(NotFoundError);
      expect(await owner.secrets.get(secretId)).toMatchObject({ state: 'expired', consumedAt: null });
    });
  });
});
