import { limits } from '@tempshare/contract';
import { NotFoundError } from '@tempshare/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { download, expectGone, put, RAW, sha256, upload } from '../../support/contract/files.ts';
import { failureOf, faultsIn } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const MOST = limits.fileBytes;
const NOT_FOUND = { status: 404, body: { code: 'not_found' } };

contract((stage) => {
  /** A file that is awaited, and where its bytes go. */
  const announce = async (said: { fileName?: string; size?: number; expiration?: '15m' | '1h' } = {}) => {
    const owner = await stage.owner();
    const created = await owner.transfers.create({ type: 'file', encryption: 'server', ...said });
    return { ...created, owner, uploadUrl: created.uploadUrl as string };
  };
  const openFile = async (id: string) => {
    const { downloadUrl } = await stage.recipient.public.transfers.open(id);
    return download(stage, downloadUrl as string);
  };

  describe('a file that is awaited', () => {
    it('is there for its owner, and for nobody else', async () => {
      const { owner, id, shortCode } = await announce({ fileName: 'annual report.pdf', size: 3 });
      const record = { id, type: 'file', status: 'active', views: 0, contentSnippet: 'annu•', shortCode };
      expect(await owner.transfers.get(id)).toMatchObject(record);
      expect((await owner.transfers.list()).transfers).toMatchObject([
        { id, type: 'file', status: 'active' },
      ]);
      await expectGone(stage, id);
      expect((await owner.transfers.get(id)).views).toBe(0);
      expect(await stage.eventsOf(id)).toEqual([]);
    });

    it('that nobody sends within the hour leaves no trace', async () => {
      const { owner, id, uploadUrl } = await announce({ fileName: 'a.txt' });
      await stage.advance(60 * MINUTE);
      expect(await failureOf(owner.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.transfers.delete(id))).toBeInstanceOf(NotFoundError);
      expect((await owner.transfers.list()).total).toBe(0);
      expect((await put(stage, uploadUrl, 'x')).status).toBe(404);
      await expectGone(stage, id);
      await stage.advance(DAY);
      expect((await owner.transfers.list()).total).toBe(0);
      expect(await stage.eventsOf(id)).toEqual([]);
    });

    it('that expires before is not there any more either', async () => {
      const { owner, id } = await announce({ expiration: '15m' });
      await stage.advance(15 * MINUTE);
      expect(await failureOf(owner.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect((await owner.transfers.list({ status: 'expired' })).total).toBe(0);
      expect(await stage.eventsOf(id)).toEqual([]);
    });

    it('is deleted without an event', async () => {
      const { owner, id, uploadUrl } = await announce();
      expect(await owner.transfers.delete(id)).toMatchObject({ success: true });
      expect((await put(stage, uploadUrl, 'x')).status).toBe(404);
      expect(await failureOf(owner.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect(await stage.eventsOf(id)).toEqual([]);
    });
  });

  describe('an upload', () => {
    it('is answered with what arrived', async () => {
      const { uploadUrl } = await announce();
      expect(uploadUrl).toMatch(new RegExp(`^${stage.baseUrl}/public/uploads/u_[0-9A-Za-z]{22,}$`));
      const response = await put(stage, uploadUrl, 'hello');
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        success: true,
        id: expect.stringMatching(/^file_[0-9A-Za-z]+$/),
        size: 5,
        sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
        createdAt: expect.stringMatching(/\.\d{3}Z$/),
      });
    });

    it('goes through the SDK', async () => {
      const { id, uploadUrl } = await announce();
      const token = uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1);
      const { size } = await stage.recipient.files.upload(token, new Blob([Buffer.alloc(100_000, 7)]));
      expect(size).toBe(100_000);
      const { downloadUrl = '' } = await stage.recipient.public.transfers.open(id);
      const response = await stage.recipient.files.download(
        downloadUrl.slice(downloadUrl.lastIndexOf('/') + 1),
      );
      expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.alloc(100_000, 7))).toBe(true);
    });

    it('of no bytes at all is a file too', async () => {
      const { id, uploadUrl } = await announce({ size: 0 });
      expect(await upload(stage, uploadUrl, '')).toMatchObject({ size: 0, sha256: sha256('') });
      expect(await stage.recipient.public.transfers.get(id)).toMatchObject({ size: 0 });
      const { status, headers, bytes } = await openFile(id);
      expect([status, headers.get('content-length'), bytes.length]).toEqual([200, '0', 0]);
    });

    it('needs no Content-Type, and may have one of several forms', async () => {
      const forms: Record<string, string>[] = [
        {},
        { 'content-type': 'APPLICATION/octet-stream' },
        { 'content-type': 'application/octet-stream; charset=binary' },
        { 'content-encoding': 'identity' },
      ];
      for (const headers of forms) {
        const { uploadUrl } = await announce();
        expect((await put(stage, uploadUrl, 'x', headers)).status).toBe(200);
      }
    });

    it('is taken once', async () => {
      const { id, uploadUrl } = await announce();
      await upload(stage, uploadUrl, 'first');
      expect(await put(stage, uploadUrl, 'second')).toMatchObject(NOT_FOUND);
      expect((await openFile(id)).bytes.toString()).toBe('first');
    });

    it('of several at once counts if it is the first to be complete', async () => {
      const { id, uploadUrl } = await announce();
      const all = ['one', 'two'];
      const responses = await Promise.all(all.map((text) => put(stage, uploadUrl, text)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
      const kept = responses.find(({ status }) => status === 200)?.body;
      const { bytes } = await openFile(id);
      expect(sha256(bytes)).toBe(kept.sha256);
      expect(all).toContain(bytes.toString());
    });

    it('is taken for an hour', async () => {
      const [inTime, late] = [await announce(), await announce()];
      await stage.advance(59 * MINUTE);
      await upload(stage, inTime.uploadUrl, 'x');
      await stage.advance(MINUTE);
      expect(await put(stage, late.uploadUrl, 'x')).toMatchObject(NOT_FOUND);
    });

    it('is not taken once what it was for has expired', async () => {
      const { uploadUrl } = await announce({ expiration: '15m' });
      await stage.advance(15 * MINUTE);
      expect(await put(stage, uploadUrl, 'x')).toMatchObject(NOT_FOUND);
    });

    it('to a URL that nobody made is answered like a late one', async () => {
      for (const token of ['u_0123456789012345678901', 'nothing', '%00'])
        expect(await stage.send(`PUT /public/uploads/${token}`, { raw: 'x', headers: RAW })).toMatchObject(
          NOT_FOUND,
        );
    });

    it.each([
      ['fewer', 'four', 'has 4 bytes, but 5 were announced'],
      ['more', 'sixsix', 'has more than the 5 bytes that were announced'],
      ['none', '', 'has 0 bytes, but 5 were announced'],
    ])('of %s than the announced bytes is refused, and may be tried again', async (_, wrong, detail) => {
      const { id, uploadUrl } = await announce({ size: 5 });
      const response = await put(stage, uploadUrl, wrong);
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(response.body.errors).toEqual([{ pointer: '/body', code: 'size', detail }]);
      expect(await stage.send(`GET /public/transfers/${id}`)).toMatchObject(NOT_FOUND);
      expect(await upload(stage, uploadUrl, 'right')).toMatchObject({ size: 5 });
    });

    it.each([
      ['a form', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['JSON', { 'content-type': 'application/json' }],
      ['gzip', { ...RAW, 'content-encoding': 'gzip' }],
      ['Brotli', { ...RAW, 'content-encoding': 'br' }],
    ])('as %s is refused, and may be tried again', async (_, headers) => {
      const { uploadUrl } = await announce();
      const response = await put(stage, uploadUrl, 'x', headers);
      expect(response).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
      await upload(stage, uploadUrl, 'x');
    });

    it('as a part of the file is refused, and may be tried again', async () => {
      const { uploadUrl } = await announce();
      const response = await put(stage, uploadUrl, 'x', { ...RAW, 'content-range': 'bytes 0-0/2' });
      expect(response).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
      await upload(stage, uploadUrl, 'x');
    });

    describe('at the limit', () => {
      let tooMuch: Buffer<ArrayBuffer>;
      beforeAll(() => void (tooMuch = Buffer.alloc(MOST + 1, 'x')));
      const tooLarge = { status: 413, body: { code: 'payload_too_large' } };

      it('is refused when it declares one byte too many', async () => {
        const { uploadUrl } = await announce();
        expect(await put(stage, uploadUrl, tooMuch)).toMatchObject(tooLarge);
        await upload(stage, uploadUrl, 'x');
      });

      it('is refused when one byte too many is counted', async () => {
        const { uploadUrl } = await announce();
        const body = new Blob([tooMuch]).stream();
        const init = { method: 'PUT', body, duplex: 'half' as const, headers: RAW };
        const response = await stage.check.fetch(uploadUrl, init);
        expect({ status: response.status, body: await response.json() }).toMatchObject(tooLarge);
      });

      it('is taken with the last byte allowed', async () => {
        const { uploadUrl } = await announce({ size: MOST });
        const most = tooMuch.subarray(0, MOST);
        expect(await upload(stage, uploadUrl, most)).toMatchObject({ size: MOST, sha256: sha256(most) });
      });
    });
  });

  describe('the announcement of a file', () => {
    it.each([
      ['a line break', { fileName: 'a\r\nSet-Cookie: b' }, { '/body/fileName': 'pattern' }],
      ['a path', { fileName: 'a/b' }, { '/body/fileName': 'pattern' }],
      ['a path of Windows', { fileName: 'a\\b' }, { '/body/fileName': 'pattern' }],
      ['256 characters', { fileName: 'x'.repeat(256) }, { '/body/fileName': 'max_length' }],
      ['half a media type', { mediaType: 'application' }, { '/body/mediaType': 'pattern' }],
      ['a size above the limit', { size: MOST + 1 }, { '/body/size': 'maximum' }],
      ['a size below zero', { size: -1 }, { '/body/size': 'minimum' }],
      [
        'sealed metadata in the clear',
        { sealedMetadata: 'a.b.c.d.e' },
        { '/body/sealedMetadata': 'not_allowed_here' },
      ],
    ])('is refused with %s', async (_, said, faults) => {
      const owner = await stage.owner();
      const error = await failureOf(owner.transfers.create({ type: 'file', encryption: 'server', ...said }));
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(faultsIn(error)).toEqual(faults);
    });
  });
});
