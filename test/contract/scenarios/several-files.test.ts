import { describe, expect, it } from 'vitest';
import { sha256, upload } from '../../support/contract/files.ts';
import { requesting } from '../../support/contract/requests.ts';
import { faultsIn } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const timestamp = expect.stringMatching(/\.\d{3}Z$/);

/** Several files that are announced in one call, for an upload request or into an inbox. */
contract((stage) => {
  const { open } = requesting(stage);
  const FILES = [
    { fileName: 'one.txt', mediaType: 'text/plain', size: 3 },
    { fileName: 'two.txt', size: 3 },
    {},
  ];
  const TEXTS = ['one', 'two', 'and three'];
  const many = (count: number) => Array.from({ length: count }, () => ({ size: 1 }));

  describe('several files for an upload request', () => {
    it('are announced in one call, each with an uploadUrl of its own', async () => {
      const request = await open();
      const { requestId, pin } = request;
      const { requests } = stage.recipient.public;
      const announced = await requests.files.create(requestId, { pin, files: FILES });
      const { files } = announced;
      expect(announced).toEqual({ success: true, ...files[0], files, createdAt: timestamp });
      expect(new Set(files.map(({ id }) => id)).size).toBe(3);
      expect(new Set(files.map(({ uploadUrl }) => uploadUrl)).size).toBe(3);
      for (const [i, { id, uploadUrl }] of files.entries())
        expect(await upload(stage, uploadUrl, TEXTS[i]!)).toMatchObject({ id });
      const { body } = await request.call('GET /requests/{id}');
      expect(body.fileCount).toBe(3);
      for (const [i, { id }] of files.entries())
        expect(body.files).toContainEqual({
          ...{ id, ...FILES[i], size: TEXTS[i]!.length, sha256: sha256(TEXTS[i]!) },
          createdAt: timestamp,
        });
    });
  });

  describe('several files for an inbox', () => {
    it('are items of their own, the message with the first', async () => {
      const owner = await stage.owner();
      const { dropId } = await owner.drops.create({ label: 'Applications' });
      const { items: inbox } = stage.recipient.public.drops;
      const left = await inbox.create(dropId, { message: 'Here they are.', files: FILES });
      const { items } = left;
      expect(left).toEqual({ success: true, ...items[0], items, createdAt: timestamp });
      expect(new Set(items.map(({ id }) => id)).size).toBe(3);
      for (const [i, { uploadUrl }] of items.entries()) await upload(stage, uploadUrl as string, TEXTS[i]!);
      const listed = (await owner.drops.items.list(dropId)).items;
      expect(listed).toHaveLength(3);
      for (const [i, { id }] of items.entries())
        expect(listed).toContainEqual({
          id,
          authorId: expect.stringMatching(/^author_/),
          ...(i === 0 && { message: 'Here they are.' }),
          file: expect.objectContaining({ ...FILES[i], sha256: sha256(TEXTS[i]!) }),
          createdAt: timestamp,
        });
    });
  });

  describe.each([
    [
      'an upload request',
      async () => {
        const { requestId, pin } = await open();
        return { line: `POST /public/requests/${requestId}/files`, body: { pin }, one: { fileName: 'a' } };
      },
    ],
    [
      'an inbox',
      async () => {
        const { dropId } = await (await stage.owner()).drops.create({ label: 'x' });
        return { line: `POST /public/drops/${dropId}/items`, body: {}, one: { file: { fileName: 'a' } } };
      },
    ],
  ])('several files for %s', (_, container) => {
    const responseTo = async (files: unknown, more?: 'one') => {
      const { line, body, one } = await container();
      return stage.send(line, { json: { ...body, files, ...(more && one) } });
    };

    it.each([
      ['none', [], { '/body/files': 'min_items' }],
      ['more than a hundred', many(101), { '/body/files': 'max_items' }],
      ['a bad one', [{}, { size: -1 }], { '/body/files/1/size': 'minimum' }],
      ['a sealed one', [{ sealedMetadata: 'x' }], { '/body/files/0/sealedMetadata': 'unknown_property' }],
    ])('are refused when there is %s', async (_what, files, faults) => {
      const { status, body } = await responseTo(files);
      expect([status, faultsIn(body)]).toEqual([400, faults]);
    });

    it('are not said beside one', async () => {
      const { status, body } = await responseTo([{}], 'one');
      expect(status).toBe(400);
      expect(Object.values(faultsIn(body))).toEqual(['not_allowed_here']);
    });
  });
});
