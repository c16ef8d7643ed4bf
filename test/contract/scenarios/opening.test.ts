import { NotFoundError, PermissionDeniedError } from '@tempshare/sdk';
import { DEFAULT_ITERATIONS } from '@tempshare/sdk/envelope';
import { describe, expect, it } from 'vitest';
import { upload } from '../../support/contract/files.ts';
import { accessProof, failureOf, faultsIn } from '../../support/contract/stage.ts';
import { JWE, sealedAs } from '../../support/contract/sealed.ts';
import { contract } from '../contract.ts';

contract((stage) => {
  describe('opening a transfer', () => {
    it('returns the text, again and again', async () => {
      const owner = await stage.owner();
      const { id, expiresAt } = await owner.transfers.create({ type: 'text', text: 'naïve ☕ 😀' });
      const peeked = await stage.recipient.public.transfers.get(id);
      expect(peeked).toEqual({
        id,
        kind: 'text',
        requiresPassword: false,
        oneTime: false,
        encryption: 'server',
        expiresAt,
      });
      const opened = {
        id,
        kind: 'text',
        encryption: 'server',
        oneTime: false,
        expiresAt,
        text: 'naïve ☕ 😀',
      };
      expect(await stage.recipient.public.transfers.open(id)).toEqual(opened);
      expect(await stage.recipient.public.transfers.open(id)).toEqual(opened);
      const record = { views: 2, maxViews: null, isConsumed: false, status: 'active' };
      expect(await owner.transfers.get(id)).toMatchObject(record);
    });

    it('notes when the first and the latest view were', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'x', maxViews: 3 });
      const viewedAt = async () => {
        const [listed] = (await owner.transfers.list()).transfers;
        return listed!.viewedAt;
      };
      expect((await owner.transfers.get(id)).viewedAt).toEqual({ first: null, last: null });
      await stage.recipient.public.transfers.get(id);
      expect(await viewedAt()).toEqual({ first: null, last: null });
      await stage.recipient.public.transfers.open(id);
      const once = (await owner.transfers.get(id)).viewedAt;
      expect(once).toEqual({ first: expect.any(String), last: once.first });
      await stage.advance(60_000);
      await stage.recipient.public.transfers.open(id);
      const { viewedAt: twice } = await owner.transfers.get(id);
      expect(Date.parse(twice.last!) - Date.parse(twice.first!)).toBeGreaterThanOrEqual(60_000);
      await stage.advance(60_000);
      await stage.recipient.public.transfers.open(id);
      // The list tells it of what is consumed, too.
      const thrice = await viewedAt();
      expect(Date.parse(thrice.last!) - Date.parse(thrice.first!)).toBeGreaterThanOrEqual(120_000);
    });

    it('returns the target of a URL', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'url', targetUrl: 'https://example.com/a?b=c#d' });
      const opened = await stage.recipient.public.transfers.open(id);
      expect(opened).toMatchObject({ kind: 'url', targetUrl: 'https://example.com/a?b=c#d' });
      expect(opened).not.toHaveProperty('text');
    });

    it.each([
      ['oneTime', { oneTime: true }, 1],
      ['maxViews 2', { maxViews: 2 }, 2],
    ])('with %s ends with the last view', async (_, limit, views) => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'once', ...limit });
      for (let left = views; left > 0; left--) {
        expect((await stage.recipient.public.transfers.get(id)).oneTime).toBe(left === 1);
        expect(await stage.recipient.public.transfers.open(id)).toMatchObject({
          text: 'once',
          oneTime: left === 1,
        });
      }
      expect(await failureOf(stage.recipient.public.transfers.open(id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(stage.recipient.public.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.transfers.delete(id))).toBeInstanceOf(NotFoundError);
      const { transfers } = await owner.transfers.list();
      expect(transfers).toMatchObject([{ id, status: 'consumed', views, maxViews: views }]);
      const events = await stage.eventsOf(id);
      expect(events.map(({ type }) => type)).toEqual([
        'transfer.created',
        ...Array.from({ length: views }, () => 'transfer.completed'),
        'transfer.deleted',
      ]);
      expect(events.at(-1)?.object).toMatchObject({ reason: 'consumed', status: 'consumed', views });
      expect(JSON.stringify(events)).not.toContain('once"');
    });

    it('after the expiry is too late', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'x', expiration: '15m' });
      await stage.advance(14 * 60_000);
      expect((await stage.recipient.public.transfers.open(id)).text).toBe('x');
      await stage.advance(60_000);
      expect(await failureOf(stage.recipient.public.transfers.open(id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(stage.recipient.public.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect((await owner.transfers.list()).transfers).toMatchObject([{ id, status: 'expired', views: 1 }]);
    });
  });

  describe('what nobody has asked for', () => {
    const asOther = { 'sec-fetch-site': 'cross-site' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    it.each<[string, Record<string, string>, string | undefined, string]>([
      ['a prefetch', { 'sec-purpose': 'prefetch' }, '{}', 'sec-purpose'],
      ['a prerender', { 'sec-purpose': 'prefetch;prerender' }, '{}', 'sec-purpose'],
      ['an old prefetch', { purpose: 'prefetch' }, '{}', 'purpose'],
      ['a preview', { 'x-purpose': 'preview' }, '{}', 'x-purpose'],
      ['an older prefetch', { 'x-moz': 'prefetch' }, '{}', 'x-moz'],
      ['a post of another site', asOther, undefined, 'sec-fetch-site'],
      ['a post of a neighbouring site', { 'sec-fetch-site': 'same-site' }, undefined, 'sec-fetch-site'],
      ['a form of another site', { ...asOther, ...form }, 'a=b', 'sec-fetch-site'],
      ['a post of another origin', { origin: 'https://evil.example' }, undefined, 'origin'],
      ['a beacon', { origin: 'https://evil.example', 'content-type': 'text/plain' }, '{}', 'origin'],
      ['a page without an origin', { origin: 'null' }, undefined, 'origin'],
    ])('is not opened: %s', async (_, headers, raw, header) => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'once', oneTime: true });
      const { secretId } = await owner.secrets.create({ secret: 'once' });
      const type = { 'content-type': 'application/json' };
      const call = { headers: raw === '{}' ? { ...type, ...headers } : headers, ...(raw && { raw }) };
      for (const line of [`POST /public/transfers/${id}/open`, `POST /public/secrets/${secretId}/reveal`]) {
        const response = await stage.send(line, call);
        expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
        expect(Object.keys(faultsIn(response.body))).toEqual([`/headers/${header}`]);
      }
      expect((await stage.recipient.public.transfers.open(id)).text).toBe('once');
      expect((await stage.recipient.public.secrets.reveal(secretId)).secret).toBe('once');
    });

    it.each<[string, () => Record<string, string>, object | undefined]>([
      ['a program', () => ({}), undefined],
      [
        'a page of its own',
        () => ({ 'sec-fetch-site': 'same-origin', origin: 'https://a.example' }),
        undefined,
      ],
      ['a page of its own in an old browser', () => ({ origin: new URL(stage.appUrl).origin }), undefined],
      [
        'a page of another site that was let through',
        () => ({ ...asOther, origin: 'https://a.example' }),
        {},
      ],
    ])('is opened: by %s', async (_, headersOf, json) => {
      const owner = await stage.owner();
      const { secretId } = await owner.secrets.create({ secret: 'once' });
      const response = await stage.send(`POST /public/secrets/${secretId}/reveal`, {
        headers: headersOf(),
        json,
      });
      expect(response).toMatchObject({ status: 200, body: { secret: 'once' } });
    });

    it('is not downloaded', async () => {
      const json = { type: 'file', oneTime: true };
      const created = await stage.send('POST /transfers', { json, key: await stage.createKey() });
      const { id, uploadUrl } = created.body as { id: string; uploadUrl: string };
      await upload(stage, uploadUrl, 'bytes');
      const { downloadUrl } = await stage.recipient.public.transfers.open(id);
      const download = (headers: Record<string, string>) =>
        stage.check.fetch(downloadUrl as string, { headers });
      expect((await download({ 'sec-purpose': 'prefetch' })).status).toBe(400);
      expect(await (await download(asOther)).text()).toBe('bytes');
    });
  });

  describe('a password', () => {
    it('is asked for, and a wrong one consumes nothing', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({
        type: 'text',
        text: 'x',
        password: 'Café',
        oneTime: true,
      });
      const attempt = (body?: object) => stage.recipient.public.transfers.open(id, body);
      expect((await stage.recipient.public.transfers.get(id)).requiresPassword).toBe(true);
      for (const body of [undefined, {}, { password: 'cafe' }]) {
        const error = await failureOf(attempt(body));
        expect(error).toBeInstanceOf(PermissionDeniedError);
        expect(error.code).toBe('invalid_password');
      }
      expect((await owner.transfers.get(id)).views).toBe(0);
      expect((await attempt({ password: 'Cafe\u0301' })).text).toBe('x');
    });

    it('is another one with anything behind it', async () => {
      const owner = await stage.owner();
      const { secretId } = await owner.secrets.create({ secret: 'x', password: 'a' });
      for (const [password, code] of [
        ['a\0', 'validation_failed'],
        ['a\u0001', 'invalid_password'],
        ['a ', 'invalid_password'],
      ] as const) {
        const error = await failureOf(stage.recipient.public.secrets.reveal(secretId, { password }));
        expect(error.code).toBe(code);
      }
      expect((await stage.recipient.public.secrets.reveal(secretId, { password: 'a' })).secret).toBe('x');
    });

    it('that nobody asked for is ignored', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'x' });
      expect((await stage.recipient.public.transfers.open(id, { password: 'sesame' })).text).toBe('x');
    });
  });

  describe('end-to-end encryption', () => {
    it('opens with the access proof only', async () => {
      const owner = await stage.owner();
      const { accessProof: proof, accessProofHash } = await accessProof();
      const { accessProof: wrong } = await accessProof();
      const sealed = { encryption: 'e2e', accessProofHash, kdfIterations: DEFAULT_ITERATIONS } as const;
      const text = sealedAs('text', DEFAULT_ITERATIONS);
      const { id } = await owner.transfers.create({ type: 'text', text, ...sealed });
      expect(await owner.transfers.get(id)).toMatchObject({
        encryption: 'e2e',
        contentSnippet: '•',
        requiresPassword: true,
      });
      const peeked = await stage.recipient.public.transfers.get(id);
      expect(peeked).toMatchObject({
        encryption: 'e2e',
        requiresPassword: true,
        kdfIterations: DEFAULT_ITERATIONS,
      });
      for (const body of [{}, { accessProof: wrong }]) {
        expect(await failureOf(stage.recipient.public.transfers.open(id, body))).toBeInstanceOf(
          PermissionDeniedError,
        );
      }
      const opened = await stage.recipient.public.transfers.open(id, { accessProof: proof });
      expect(opened).toMatchObject({ encryption: 'e2e', text });
    });

    it('opens for the right proof, however many wrong ones were tried', async () => {
      const owner = await stage.owner();
      const { accessProof: proof, accessProofHash } = await accessProof();
      const { accessProof: wrong } = await accessProof();
      const { id } = await owner.transfers.create({
        type: 'text',
        text: JWE,
        encryption: 'e2e',
        accessProofHash,
      });
      const attempt = (body: { accessProof: string }) => stage.recipient.public.transfers.open(id, body);
      for (let i = 0; i < 12; i++)
        expect((await failureOf(attempt({ accessProof: wrong }))).status).toBe(403);
      expect((await attempt({ accessProof: proof })).text).toBe(JWE);
      expect((await owner.transfers.get(id)).wrongAttempts.count).toBe(0);
    });

    it('shows its owner the wrong passwords, who can let everybody try again', async () => {
      const owner = await stage.owner();
      const { id, shortCode } = await owner.transfers.create({ type: 'text', text: 'x', password: 'azalea' });
      const none = { count: 0, lastAt: null, heldUntil: null };
      expect((await owner.transfers.get(id)).wrongAttempts).toEqual(none);
      const attempt = (password: string) => stage.recipient.public.transfers.open(id, { password });
      for (let i = 0; i < 5; i++) expect((await failureOf(attempt('begonia'))).status).toBe(403);
      expect(await failureOf(attempt('azalea'))).toMatchObject({ code: 'too_many_attempts' });
      const shown = (await owner.transfers.get(id)).wrongAttempts;
      expect(shown).toEqual({ count: 5, lastAt: expect.stringMatching(/Z$/), heldUntil: null });

      expect(await owner.transfers.unlock(shortCode)).toMatchObject({ success: true });
      expect((await owner.transfers.get(id)).wrongAttempts).toEqual(none);
      expect((await attempt('azalea')).text).toBe('x');
      expect(await owner.transfers.unlock(id)).toMatchObject({ success: true });
    });
  });
});
