import type { Tempshare } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { attachmentName, download, FILE_HEADERS, put, sha256, upload } from '../../support/contract/files.ts';
import { sentAsItIs } from '../../support/contract/rooms.ts';
import { accessProof, failureOf, faultsIn } from '../../support/contract/stage.ts';
import { JWE } from '../../support/contract/sealed.ts';
import { contract } from '../contract.ts';

/** Content that is sent into a room. */
contract((stage) => {
  const room = async (more: Partial<Parameters<Tempshare['rooms']['create']>[0]> = {}) => {
    const key = await stage.createKey();
    const owner = stage.recipient.withOptions({ apiKey: key });
    const { rooms } = owner;
    const { roomId } = await rooms.create({ name: 'Incident 4711', ...more });
    return { key, owner, rooms, roomId };
  };
  const guests = () => stage.recipient.public.rooms;

  describe('a file in a room', () => {
    it('is there once its bytes are, from the owner as from a guest', async () => {
      const { key, rooms, roomId } = await room();
      const label = { fileName: 'Spur “1”.log', mediaType: 'text/plain' };
      for (const [from, { files }] of [
        ['owner', rooms],
        ['guest', guests()],
      ] as const) {
        const bytes = `the trace of the ${from}`;
        const expected = { ...label, author: 'Kim', size: bytes.length };
        const { uploadUrl, ...announced } = await files.create(roomId, expected);
        const { id, createdAt: _, ...rest } = announced;
        expect(rest).toEqual({ success: true });
        const before = await guests().messages.list(roomId);
        expect(before.messages.filter((message) => message.file?.id === id)).toEqual([]);
        expect(await failureOf(guests().files.download(roomId, id))).toMatchObject({ status: 404 });

        const arrived = await upload(stage, uploadUrl, bytes);
        expect(arrived).toMatchObject({ id, size: bytes.length, sha256: sha256(bytes) });
        const after = await guests().messages.list(roomId);
        expect(after.total).toBe(before.total + 1);
        const file = {
          id,
          ...label,
          size: bytes.length,
          sha256: sha256(bytes),
          createdAt: arrived.createdAt,
        };
        expect(after.messages[0]).toEqual({
          id: expect.stringMatching(/^msg_/),
          kind: 'file',
          from,
          author: 'Kim',
          file,
          createdAt: expect.any(String),
        });
        expect((await rooms.get(roomId)).messageCount).toBe(after.total);
        expect((await rooms.messages.list(roomId)).messages).toMatchObject(after.messages);

        for (const path of [`/rooms/${roomId}/files/${id}`, `/public/rooms/${roomId}/files/${id}`]) {
          const got = await download(stage, path, { ...(!path.startsWith('/public') && { key }) });
          expect(got.status).toBe(200);
          expect(got.bytes.toString()).toBe(bytes);
          expect(Object.fromEntries(got.headers)).toMatchObject({
            ...FILE_HEADERS,
            'content-length': String(bytes.length),
            'content-disposition': `attachment; filename="Spur ?1?.log"; filename*=UTF-8''Spur%20%E2%80%9C1%E2%80%9D.log`,
          });
        }
      }
    });

    it('is saved under a name whose end is its kind, and listed under the one it was given', async () => {
      const { rooms, roomId } = await room();
      for (const [fileName, saved] of [
        ['invoice_\u202efdp.exe', { plain: 'invoice_fdp.exe' }],
        ['invoice.pdf\u200b\u2066.exe', { plain: 'invoice.pdf.exe' }],
        ['\u202e\u202c', { plain: 'download' }],
        ['\u200fتقرير.pdf', { plain: '?????.pdf', full: 'تقرير.pdf' }],
        ['می‌خواهم.txt', { plain: '????????.txt', full: 'می‌خواهم.txt' }],
        [`${'漢'.repeat(200)}.exe`, { plain: `${'?'.repeat(83)}.exe`, full: `${'漢'.repeat(83)}.exe` }],
      ] as const) {
        const { id, uploadUrl } = await guests().files.create(roomId, { fileName });
        await upload(stage, uploadUrl, 'x');
        const { headers } = await download(stage, `/public/rooms/${roomId}/files/${id}`);
        expect(attachmentName(headers)).toEqual(saved);
        expect((await rooms.messages.list(roomId)).messages[0]!.file).toMatchObject({ fileName });
      }
    });

    it('takes its place when the bytes arrive, not when it is announced', async () => {
      const { rooms, roomId } = await room();
      const { uploadUrl } = await rooms.files.create(roomId, {});
      await rooms.messages.create(roomId, { text: 'in between' });
      await upload(stage, uploadUrl, '');
      const { messages, total } = await rooms.messages.list(roomId);
      expect(total).toBe(2);
      expect(messages).toMatchObject([{ kind: 'file', file: { size: 0 } }, { text: 'in between' }]);
      expect(messages[0]).not.toHaveProperty('author');
      expect(messages[0]?.file).not.toHaveProperty('fileName');
    });

    it('that never arrives is not there', async () => {
      const { rooms, roomId } = await room();
      const { uploadUrl } = await rooms.files.create(roomId, { size: 5 });
      expect(faultsIn((await put(stage, uploadUrl, 'four')).body)).toEqual({ '/body': 'size' });
      expect((await rooms.get(roomId)).messageCount).toBe(0);
      await stage.advance(3_600_000);
      expect((await put(stage, uploadUrl, 'fives')).status).toBe(404);
      expect((await rooms.messages.list(roomId)).total).toBe(0);
    });

    it('goes with the room, as does what is still awaited', async () => {
      for (const end of ['deleted', 'expired'] as const) {
        const { key, rooms, roomId } = await room({ ttlHours: 0.5 });
        const { id, uploadUrl } = await rooms.files.create(roomId, {});
        const awaited = await rooms.files.create(roomId, {});
        await upload(stage, uploadUrl, 'x');
        if (end === 'deleted') await rooms.delete(roomId);
        else await stage.advance(1_800_000);
        expect((await download(stage, `/public/rooms/${roomId}/files/${id}`)).status).toBe(404);
        expect((await download(stage, `/rooms/${roomId}/files/${id}`, { key })).status).toBe(404);
        expect((await put(stage, awaited.uploadUrl, 'x')).status).toBe(404);
      }
    });

    it('is labelled as its room is sealed', async () => {
      const open = await room();
      const { accessProof: proof, accessProofHash } = await accessProof();
      const sealed = await room({ encryption: 'e2e', accessProofHash });
      const refusals: [Awaited<ReturnType<typeof room>>, object, Record<string, string>][] = [
        [open, { sealedMetadata: JWE }, { '/body/sealedMetadata': 'not_allowed_here' }],
        [open, { author: 'x'.repeat(201) }, { '/body/author': 'max_length' }],
        [open, { fileName: '../x', size: -1 }, { '/body/fileName': 'pattern', '/body/size': 'minimum' }],
        [sealed, {}, { '/body/sealedMetadata': 'required' }],
        [sealed, { sealedMetadata: 'plain' }, { '/body/sealedMetadata': 'pattern' }],
        [sealed, { sealedMetadata: JWE, author: 'Kim' }, { '/body/author': 'pattern' }],
        [sealed, { sealedMetadata: JWE, fileName: 'a.txt' }, { '/body/fileName': 'not_allowed_here' }],
        [sealed, { sealedMetadata: JWE, mediaType: 'a/b' }, { '/body/mediaType': 'not_allowed_here' }],
      ];
      const headers = { 'X-Access-Proof': proof };
      for (const [{ owner, roomId }, body, faults] of refusals) {
        const calls = [
          sentAsItIs(owner).announce(roomId, body),
          guests().files.create(roomId, body, { headers }),
        ];
        for (const error of await Promise.all(calls.map(failureOf))) expect(faultsIn(error)).toEqual(faults);
      }
      const body = { sealedMetadata: JWE, author: JWE, size: 6 };
      const { id, uploadUrl } = await guests().files.create(sealed.roomId, body, { headers });
      await upload(stage, uploadUrl, 'sealed');
      const [message] = (await sealed.rooms.messages.list(sealed.roomId)).messages;
      expect(message).toMatchObject({
        from: 'guest',
        author: JWE,
        file: { id, sealedMetadata: JWE, size: 6 },
      });
      const got = await download(stage, `/public/rooms/${sealed.roomId}/files/${id}`, { headers });
      expect(got.bytes.toString()).toBe('sealed');
      expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename="?download"?$/);
    });
  });
});
