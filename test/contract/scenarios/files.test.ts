import { NotFoundError, PermissionDeniedError } from '@tempshare/sdk';
import type { TransferCreate } from '@tempshare/sdk/types';
import { describe, expect, it } from 'vitest';
import { attachmentName, download, expectGone, FILE_HEADERS, upload } from '../../support/contract/files.ts';
import { accessProof, failureOf, type Stage } from '../../support/contract/stage.ts';
import { sealedAs } from '../../support/contract/sealed.ts';
import { contract } from '../contract.ts';

const MINUTE = 60_000;

/** `type: file` transfers, from the announcement to the last byte. */
contract((stage) => {
  type Announced = Parameters<Awaited<ReturnType<Stage['owner']>>['transfers']['create']>[0];
  const announce = async (said: Partial<TransferCreate> = {}) => {
    const owner = await stage.owner();
    const { uploadUrl, ...created } = await owner.transfers.create({ type: 'file', ...said } as Announced);
    return { owner, uploadUrl: uploadUrl as string, ...created };
  };
  /** A transfer whose bytes are there. */
  const send = async (bytes: string | Buffer, said?: Partial<TransferCreate>) => {
    const announced = await announce(said);
    await upload(stage, announced.uploadUrl, bytes);
    return announced;
  };
  const open = async (id: string, body?: { password?: string; accessProof?: string }) => {
    const opened = await stage.recipient.public.transfers.open(id, body);
    return { ...opened, downloadUrl: opened.downloadUrl as string };
  };
  const typesOf = async (id: string) => (await stage.eventsOf(id)).map(({ type }) => type);

  describe('a file that has arrived', () => {
    it('is announced to webhooks, looked at, opened and downloaded, which counts once', async () => {
      const said = { fileName: 'report.pdf', mediaType: 'application/pdf', size: 5 };
      const { owner, id, uploadUrl, expiresAt, createdAt } = await announce(said);
      await upload(stage, uploadUrl, 'bytes');
      expect(await stage.eventsOf(id)).toMatchObject([
        { type: 'transfer.created', object: { id, type: 'file', status: 'active', views: 0, createdAt } },
      ]);
      const expected = { id, kind: 'file', oneTime: false, encryption: 'server', expiresAt, size: 5 };
      const peeked = await stage.recipient.public.transfers.get(id);
      expect(peeked).toEqual({ ...expected, requiresPassword: false, fileName: 'report.pdf' });
      expect((await owner.transfers.get(id)).views).toBe(0);

      const opened = await open(id);
      expect(opened).toEqual({ ...expected, ...said, downloadUrl: opened.downloadUrl });
      expect(opened.downloadUrl).toMatch(
        new RegExp(`^${stage.baseUrl}/public/downloads/d_[0-9A-Za-z]{22,}$`),
      );
      expect(await owner.transfers.get(id)).toMatchObject({
        views: 0,
        viewedAt: { first: null, last: null },
      });
      expect(await typesOf(id)).toEqual(['transfer.created']);

      for (let i = 0; i < 2; i++) {
        expect((await download(stage, opened.downloadUrl)).bytes.toString()).toBe('bytes');
        await expect.poll(async () => (await owner.transfers.get(id)).views).toBe(1);
      }
      const { viewedAt } = await owner.transfers.get(id);
      expect(viewedAt).toEqual({ first: expect.any(String), last: viewedAt.first });
      expect(await stage.eventsOf(id)).toMatchObject([
        { type: 'transfer.created' },
        { type: 'transfer.completed', object: { id, type: 'file', status: 'active', views: 1 } },
      ]);
    });

    it('is downloaded as it was sent, whole, and as an attachment', async () => {
      const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
      const { id } = await send(bytes, { fileName: 'bytes.bin', mediaType: 'text/html' });
      const { downloadUrl } = await open(id);
      const file = await download(stage, downloadUrl);
      expect(file.status).toBe(200);
      expect(file.bytes.equals(bytes)).toBe(true);
      expect(Object.fromEntries(file.headers)).toMatchObject({ ...FILE_HEADERS, 'content-length': '200000' });
      expect(attachmentName(file.headers)).toEqual({ plain: 'bytes.bin' });
    });

    it.each([
      [undefined, { plain: 'download' }],
      ['report.pdf', { plain: 'report.pdf' }],
      ['say "hi".txt', { plain: 'say "hi".txt' }],
      ["it's (1)*; x=y.txt", { plain: "it's (1)*; x=y.txt" }],
      ['50%20.txt', { plain: '50%20.txt', full: '50%20.txt' }],
      ['naïve ☕.txt', { plain: 'na?ve ?.txt', full: 'naïve ☕.txt' }],
      ["ça (l'été)*.txt", { plain: "?a (l'?t?)*.txt", full: "ça (l'été)*.txt" }],
    ])('keeps the name %s', async (fileName, name) => {
      const { id } = await send('x', fileName === undefined ? {} : { fileName });
      const { downloadUrl, ...opened } = await open(id);
      expect(opened.fileName).toBe(fileName);
      expect(attachmentName((await download(stage, downloadUrl)).headers)).toEqual(name);
    });

    it('is downloaded any number of times in the ten minutes after it was opened', async () => {
      const { owner, id } = await send('again');
      const { downloadUrl } = await open(id);
      await stage.advance(9 * MINUTE);
      for (let i = 0; i < 2; i++) expect((await download(stage, downloadUrl)).bytes.toString()).toBe('again');
      await expect.poll(async () => (await owner.transfers.get(id)).views).toBe(1);
      const another = await open(id);
      expect(another.downloadUrl).not.toBe(downloadUrl);
      await stage.advance(MINUTE);
      expect((await download(stage, downloadUrl)).status).toBe(404);
      expect((await download(stage, another.downloadUrl)).bytes.toString()).toBe('again');
      await expect.poll(async () => (await owner.transfers.get(id)).views).toBe(2);
    });

    it('is not to be had from a URL that nobody made', async () => {
      expect((await download(stage, '/public/downloads/d_0123456789012345678901')).status).toBe(404);
      const { uploadUrl } = await announce();
      expect((await download(stage, uploadUrl.replace('uploads/u_', 'downloads/d_'))).status).toBe(404);
    });

    it('ends with its expiry, the download URL too', async () => {
      const { owner, id } = await send('x', { expiration: '15m' });
      await stage.advance(14 * MINUTE);
      const { downloadUrl } = await open(id);
      expect((await download(stage, downloadUrl)).status).toBe(200);
      await expect.poll(async () => (await owner.transfers.get(id)).views).toBe(1);
      await stage.advance(MINUTE);
      expect((await download(stage, downloadUrl)).status).toBe(404);
      await expectGone(stage, id);
      expect((await owner.transfers.list()).transfers).toMatchObject([{ id, status: 'expired', views: 1 }]);
    });

    it('ends when its owner deletes it, the download URL too', async () => {
      const { owner, id } = await send('x');
      const { downloadUrl } = await open(id);
      await owner.transfers.delete(id);
      expect((await download(stage, downloadUrl)).status).toBe(404);
      await expectGone(stage, id);
      expect(await stage.eventsOf(id)).toMatchObject([
        { type: 'transfer.created' },
        { type: 'transfer.deleted', object: { reason: 'api', status: 'deleted', views: 0 } },
      ]);
    });
  });

  describe('the last view of a file', () => {
    it('consumes the transfer; the file is there until it has been downloaded once', async () => {
      const { owner, id } = await send('once', { fileName: 'a.txt', oneTime: true, expiration: '1h' });
      expect((await stage.recipient.public.transfers.get(id)).oneTime).toBe(true);
      const { downloadUrl, oneTime } = await open(id);
      expect(oneTime).toBe(true);
      await expectGone(stage, id);
      expect(await failureOf(owner.transfers.get(id))).toBeInstanceOf(NotFoundError);
      expect((await owner.transfers.list()).transfers).toMatchObject([{ id, status: 'consumed', views: 0 }]);
      expect(await typesOf(id)).toEqual(['transfer.created']);

      const head = await download(stage, downloadUrl, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '4']);
      expect((await download(stage, downloadUrl)).bytes.toString()).toBe('once');
      await expect.poll(() => typesOf(id)).toHaveLength(3);
      expect((await download(stage, downloadUrl)).status).toBe(404);
      expect((await owner.transfers.list()).transfers).toMatchObject([{ id, status: 'consumed', views: 1 }]);
      expect((await stage.eventsOf(id)).slice(1)).toMatchObject([
        { type: 'transfer.completed', object: { status: 'consumed', views: 1 } },
        { type: 'transfer.deleted', object: { reason: 'consumed', status: 'consumed', views: 1 } },
      ]);
    });

    it('is taken by opening it, and spent when nobody has downloaded it ten minutes later', async () => {
      const { owner, id } = await send('once', { oneTime: true });
      const { downloadUrl } = await open(id);
      const first = await download(stage, downloadUrl, { headers: { range: 'bytes=0-2' } });
      expect(first.bytes.toString()).toBe('onc');
      await stage.advance(10 * MINUTE);
      expect((await download(stage, downloadUrl)).status).toBe(404);
      await expectGone(stage, id);
      expect((await owner.transfers.list()).transfers).toMatchObject([{ id, status: 'consumed', views: 0 }]);
      expect((await stage.eventsOf(id)).slice(1)).toMatchObject([
        { type: 'transfer.deleted', object: { reason: 'consumed', views: 0 } },
      ]);
    });

    it('ends when its owner deletes it before it was downloaded', async () => {
      const { owner, id } = await send('once', { oneTime: true });
      const { downloadUrl } = await open(id);
      expect(await owner.transfers.delete(id)).toMatchObject({ success: true });
      expect((await download(stage, downloadUrl)).status).toBe(404);
      expect((await owner.transfers.list()).transfers).toEqual([]);
      expect((await stage.eventsOf(id)).slice(1)).toMatchObject([
        { type: 'transfer.deleted', object: { reason: 'api', status: 'deleted', views: 0 } },
      ]);
      expect(await failureOf(owner.transfers.delete(id))).toBeInstanceOf(NotFoundError);
    });

    it('is not there to be deleted once it was downloaded', async () => {
      const { owner, id } = await send('once', { oneTime: true });
      await download(stage, (await open(id)).downloadUrl);
      await expect.poll(() => typesOf(id)).toHaveLength(3);
      expect(await failureOf(owner.transfers.delete(id))).toBeInstanceOf(NotFoundError);
    });

    it('ends no sooner than the last of its downloads', async () => {
      const { id } = await send('thrice', { maxViews: 3 });
      const opened = [await open(id), await open(id), await open(id)] as const;
      for (const [i, { downloadUrl }] of opened.slice(0, 2).entries()) {
        await download(stage, downloadUrl);
        await expect.poll(() => typesOf(id)).toHaveLength(i + 2);
      }
      await stage.advance(10 * MINUTE);
      expect((await stage.eventsOf(id)).slice(1)).toMatchObject([
        { type: 'transfer.completed', object: { views: 1 } },
        { type: 'transfer.completed', object: { views: 2 } },
        { type: 'transfer.deleted', object: { reason: 'consumed', views: 2, maxViews: 3 } },
      ]);
    });

    it('leaves ten minutes for the download, whatever the expiry', async () => {
      const [soon, late] = [
        await send('x', { oneTime: true, expiration: '15m' }),
        await send('x', { oneTime: true }),
      ];
      await stage.advance(14 * MINUTE);
      const [first, second] = [await open(soon.id), await open(late.id)];
      await stage.advance(9 * MINUTE);
      expect((await download(stage, first.downloadUrl)).status).toBe(200);
      await stage.advance(MINUTE);
      expect((await download(stage, second.downloadUrl)).status).toBe(404);
    });

    it('leaves one download to each view before it that had none', async () => {
      const { id } = await send('thrice', { maxViews: 3 });
      const [one, two, three] = [await open(id), await open(id), await open(id)];
      for (const { downloadUrl } of [three, one, two]) {
        expect((await download(stage, downloadUrl)).bytes.toString()).toBe('thrice');
        await expect.poll(async () => (await download(stage, downloadUrl)).status).toBe(404);
      }
    });

    it('ends the downloads of the views before it that had one', async () => {
      const { id } = await send('twice', { maxViews: 2 });
      const first = await open(id);
      for (let i = 0; i < 2; i++) expect((await download(stage, first.downloadUrl)).status).toBe(200);
      const { downloadUrl } = await open(id);
      await expect.poll(async () => (await download(stage, first.downloadUrl)).status).toBe(404);
      expect((await download(stage, downloadUrl)).bytes.toString()).toBe('twice');
    });

    it('goes to one of several at once', async () => {
      const { id } = await send('x', { oneTime: true });
      const opened = await Promise.allSettled(Array.from({ length: 6 }, () => open(id)));
      expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });

  describe('a range of a file', () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
    const headersOf = (file: { headers: Headers }) => Object.fromEntries(file.headers);

    it.each([
      ['from a byte on', 'bytes=262140-', 262_140, 300_000],
      ['from one byte to another', 'bytes=10-19', 10, 20],
      ['that goes beyond the end', 'bytes=299990-400000', 299_990, 300_000],
      ['of the last bytes', 'bytes=-10', 299_990, 300_000],
      ['of more last bytes than there are', 'bytes=-900000', 0, 300_000],
    ])('%s is sent as such', async (_, range, from, to) => {
      const { id } = await send(bytes, { fileName: 'bytes.bin' });
      const { downloadUrl } = await open(id);
      const part = await download(stage, downloadUrl, { headers: { range } });
      expect(part.status).toBe(206);
      expect(part.bytes.equals(bytes.subarray(from, to))).toBe(true);
      expect(headersOf(part)).toMatchObject({
        ...FILE_HEADERS,
        'accept-ranges': 'bytes',
        'content-range': `bytes ${from}-${to - 1}/300000`,
        'content-length': String(to - from),
      });
      expect(attachmentName(part.headers)).toEqual({ plain: 'bytes.bin' });
    });

    it.each(['bytes=0-1,4-5', 'bytes=5-4', 'bytes=a-', 'bytes=-', 'items=0-1', 'bytes 0-1'])(
      '%s is answered with everything',
      async (range) => {
        const { id } = await send(bytes);
        const whole = await download(stage, (await open(id)).downloadUrl, { headers: { range } });
        expect([whole.status, whole.bytes.length]).toEqual([200, 300_000]);
        expect(whole.headers.has('content-range')).toBe(false);
      },
    );

    it.each([
      [bytes, 'bytes=300000-'],
      [bytes, 'bytes=-0'],
      ['', 'bytes=0-'],
    ])('of which there is nothing is refused', async (content, range) => {
      const { id } = await send(content);
      const { downloadUrl } = await open(id);
      const refused = await download(stage, downloadUrl, { headers: { range } });
      expect(refused.status).toBe(416);
      expect(refused.headers.get('content-range')).toBe(`bytes */${content.length}`);
      expect(JSON.parse(refused.bytes.toString())).toMatchObject({ code: 'range_not_satisfiable' });
      expect((await download(stage, downloadUrl)).bytes).toHaveLength(content.length);
    });

    it('goes on where another one ended, if it is of the same file', async () => {
      const { id } = await send(bytes);
      const { downloadUrl } = await open(id);
      const head = await download(stage, downloadUrl, { headers: { range: 'bytes=0-9' } });
      const etag = head.headers.get('etag') as string;
      expect(etag).toMatch(/^"[!#-~]+"$/);
      const ask = (validator: string) =>
        download(stage, downloadUrl, { headers: { range: 'bytes=10-', 'if-range': validator } });
      const rest = await ask(etag);
      expect(rest.status).toBe(206);
      expect(Buffer.concat([head.bytes, rest.bytes]).equals(bytes)).toBe(true);
      for (const other of ['"another"', `W/${etag}`, 'Sat, 21 Nov 2026 10:00:00 GMT']) {
        const whole = await ask(other);
        expect([whole.status, whole.bytes.length]).toEqual([200, 300_000]);
      }
    });

    it('is not of a HEAD', async () => {
      const { id } = await send(bytes);
      const { downloadUrl } = await open(id);
      const head = await download(stage, downloadUrl, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '300000']);
      expect(headersOf(head)).toMatchObject({ 'accept-ranges': 'bytes' });
    });

    it('counts as a view, and ends a one-time file, exactly when it has the last byte', async () => {
      const { id } = await send(bytes, { oneTime: true });
      const { downloadUrl } = await open(id);
      for (const range of ['bytes=0-299998', 'bytes=0-0', 'bytes=299998-299998']) {
        for (let i = 0; i < 2; i++)
          expect((await download(stage, downloadUrl, { headers: { range } })).status).toBe(206);
      }
      expect(await typesOf(id)).toEqual(['transfer.created']);
      const last = await download(stage, downloadUrl, { headers: { range: 'bytes=299999-' } });
      expect(last.bytes.equals(bytes.subarray(299_999))).toBe(true);
      await expect.poll(() => typesOf(id)).toHaveLength(3);
      expect((await download(stage, downloadUrl, { headers: { range: 'bytes=0-0' } })).status).toBe(404);
    });
  });

  describe('a file behind a password', () => {
    it('has no name until it is opened', async () => {
      const said = { fileName: 'salaries.xlsx', mediaType: 'application/vnd.ms-excel', password: 'sesame' };
      const { owner, id } = await send('secret', said);
      expect(await owner.transfers.get(id)).toMatchObject({ contentSnippet: '•', requiresPassword: true });
      const peeked = await stage.recipient.public.transfers.get(id);
      expect(peeked).toMatchObject({ requiresPassword: true, size: 6 });
      expect(peeked).not.toHaveProperty('fileName');
      for (const body of [{}, { password: 'Sesame' }])
        expect(await failureOf(open(id, body))).toBeInstanceOf(PermissionDeniedError);
      expect((await owner.transfers.get(id)).views).toBe(0);
      const { downloadUrl, ...opened } = await open(id, { password: 'sesame' });
      expect(opened).toMatchObject({ fileName: 'salaries.xlsx', mediaType: said.mediaType, size: 6 });
      expect((await download(stage, downloadUrl)).bytes.toString()).toBe('secret');
    });
  });

  describe('a file that is sealed end to end', () => {
    it('has a sealed name only, and opens with the access proof', async () => {
      const { accessProof: proof, accessProofHash } = await accessProof();
      const { accessProof: wrong } = await accessProof();
      const sealedMetadata = sealedAs('file');
      const sealed = { encryption: 'e2e', accessProofHash, sealedMetadata } as const;
      const { owner, id } = await send('sealed bytes', { ...sealed, size: 12 });
      expect(await owner.transfers.get(id)).toMatchObject({ contentSnippet: '•', encryption: 'e2e' });
      const peeked = await stage.recipient.public.transfers.get(id);
      expect(peeked).toMatchObject({ kind: 'file', encryption: 'e2e', size: 12 });
      expect(peeked).not.toHaveProperty('fileName');
      for (const body of [{}, { accessProof: wrong }])
        expect(await failureOf(open(id, body))).toBeInstanceOf(PermissionDeniedError);
      const { downloadUrl, ...opened } = await open(id, { accessProof: proof });
      expect(opened).toMatchObject({ kind: 'file', encryption: 'e2e', sealedMetadata, size: 12 });
      expect(opened).not.toHaveProperty('fileName');
      const { headers, bytes } = await download(stage, downloadUrl);
      expect(bytes.toString()).toBe('sealed bytes');
      expect(attachmentName(headers)).toEqual({ plain: 'download' });
    });

    it('may not be announced with a name in the clear', async () => {
      const { accessProofHash } = await accessProof();
      const json = { type: 'file', encryption: 'e2e', accessProofHash, fileName: 'a.txt' };
      const { status, body } = await stage.send('POST /transfers', { key: await stage.createKey(), json });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ pointer: '/body/fileName', code: 'not_allowed_here' }]);
    });
  });
});
