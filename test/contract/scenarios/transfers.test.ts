import { NotFoundError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const MINUTE = 60_000;
const LIFETIMES = { '15m': 15, '1h': 60, '6h': 360, '1d': 1440, '7d': 10_080 } as const;
const ms = (text: string | null): number => Date.parse(text as string);

contract((stage) => {
  describe('creating a transfer', () => {
    it('returns the link and the defaults', async () => {
      const owner = await stage.owner();
      const { data, response } = await owner.transfers.create({ type: 'text', text: 'hello' }).withResponse();
      expect(response.status).toBe(201);
      expect(data).toEqual({
        success: true,
        id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
        shareUrl: `${stage.appUrl}/en/${data.id}`,
        shortCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
        type: 'text',
        expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        oneTime: false,
        maxViews: null,
        encryption: 'server',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(ms(data.expiresAt) - ms(data.createdAt)).toBe(1440 * MINUTE);
    });

    it.each(Object.entries(LIFETIMES))('with expiration %s lives %i minutes', async (expiration, minutes) => {
      const owner = await stage.owner();
      const body = { type: 'text', text: 'x', expiration: expiration as keyof typeof LIFETIMES } as const;
      const { expiresAt, createdAt } = await owner.transfers.create(body);
      expect(ms(expiresAt) - ms(createdAt)).toBe(minutes * MINUTE);
    });

    it('with expiration forever has no expiry', async () => {
      const owner = await stage.owner();
      const { id, expiresAt } = await owner.transfers.create({
        type: 'text',
        text: 'x',
        expiration: 'forever',
      });
      expect(expiresAt).toBeNull();
      await stage.advance(400 * 1440 * MINUTE);
      expect(await owner.transfers.get(id)).toMatchObject({ expiresAt: null, status: 'active' });
    });

    it('takes oneTime and maxViews 1 for the same', async () => {
      const owner = await stage.owner();
      const oneTime = await owner.transfers.create({ type: 'text', text: 'x', oneTime: true });
      const maxViews = await owner.transfers.create({ type: 'text', text: 'x', maxViews: 1 });
      expect(oneTime).toMatchObject({ oneTime: true, maxViews: 1 });
      expect(maxViews).toMatchObject({ oneTime: true, maxViews: 1 });
    });
  });

  describe('the record of a transfer', () => {
    it.each([
      ['four characters of a long text', 'The door code is on the second page.', 'The •'],
      ['a quarter of a short text', 'abcdefgh', 'ab•'],
      ['a quarter of a short text, rounded down', 'abcdefg', 'a•'],
      ['nothing of a tiny text', 'abc', '•'],
      ['characters, not halves of them', '😀😁😂🤣😃😄😅😆', '😀😁•'],
      ['nothing of two characters', '😀😁', '•'],
    ])('shows %s', async (_, text, contentSnippet) => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text });
      expect(await owner.transfers.get(id)).toMatchObject({ contentSnippet, requiresPassword: false });
    });

    it('shows the origin of a URL, and nothing behind a password', async () => {
      const owner = await stage.owner();
      const body = { type: 'url', targetUrl: 'https://example.com:8443/a?b=c#d' } as const;
      const { id } = await owner.transfers.create(body);
      expect(await owner.transfers.get(id)).toMatchObject({
        type: 'url',
        contentSnippet: 'https://example.com:8443',
      });
      const guarded = await owner.transfers.create({ ...body, password: 'sesame' });
      expect(await owner.transfers.get(guarded.id)).toMatchObject({
        contentSnippet: '•',
        requiresPassword: true,
      });
    });

    it('is found by the short code in any case, for its owner only', async () => {
      const owner = await stage.owner();
      const { id, shortCode } = await owner.transfers.create({ type: 'text', text: 'x' });
      const record = await owner.transfers.get(id);
      expect(await owner.transfers.get(shortCode)).toEqual(record);
      expect(await owner.transfers.get(shortCode.toLowerCase().replaceAll('0', 'o'))).toEqual(record);
      expect(await failureOf((await stage.owner()).transfers.get(shortCode))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(stage.recipient.public.transfers.get(shortCode))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(stage.recipient.public.transfers.open(shortCode))).toBeInstanceOf(NotFoundError);
      expect((await owner.transfers.delete(shortCode)).success).toBe(true);
      expect(await failureOf(owner.transfers.get(id))).toBeInstanceOf(NotFoundError);
    });
  });

  describe('deleting a transfer', () => {
    it('closes access at once and takes it off the list', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'x' });
      expect(await owner.transfers.delete(id)).toEqual({
        success: true,
        message: expect.stringMatching(/\S/),
      });
      expect(await failureOf(owner.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.transfers.delete(id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(stage.recipient.public.transfers.open(id))).toBeInstanceOf(NotFoundError);
      expect(await owner.transfers.list()).toEqual({
        transfers: [],
        total: 0,
        totalIsExact: true,
        nextCursor: null,
      });
    });

    it('emits created and deleted, with the key’s mode', async () => {
      const owner = await stage.owner(undefined, 'live');
      const { id } = await owner.transfers.create({ type: 'text', text: 'x' });
      expect((await owner.transfers.get(id)).livemode).toBe(true);
      await owner.transfers.delete(id);
      expect(await stage.eventsOf(id)).toMatchObject([
        { type: 'transfer.created', livemode: true, object: { id, status: 'active', views: 0 } },
        { type: 'transfer.deleted', livemode: true, object: { id, status: 'deleted', reason: 'api' } },
      ]);
    });
  });
});
