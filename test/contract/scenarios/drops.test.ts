import { limits } from '@tempshare/contract';
import { NotFoundError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { attachmentName, download, FILE_HEADERS, put, sha256, upload } from '../../support/contract/files.ts';
import { failureOf, faultsIn } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const HOUR = 3_600_000;
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

contract((stage) => {
  const open = async (label = 'Applications') => {
    const key = await stage.createKey();
    const { body } = await stage.send('POST /drops', { key, json: { label } });
    const call = (line: string) => stage.send(line.replace('{id}', body.dropId), { key });
    return { ...(body as { dropId: string; createdAt: string }), key, call };
  };
  type Opened = Awaited<ReturnType<typeof open>>;
  type Left = { message?: string; file?: { fileName?: string; mediaType?: string; size?: number } };
  /** Leaves an item; the clock moves on, so that the next one is newer. */
  const leave = async ({ dropId }: Opened, json: Left) => {
    const item = await stage.recipient.public.drops.items.create(dropId, json);
    await stage.advance(1000);
    return item;
  };
  const itemsOf = async (drop: Opened) => (await drop.call('GET /drops/{id}/items')).body;
  const contentOf = ({ dropId, key }: Opened, itemId: string) =>
    download(stage, `/drops/${dropId}/items/${itemId}/content`, { key });

  describe('a drop inbox', () => {
    it('is created with a link, for ever', async () => {
      const key = await stage.createKey();
      const { status, body } = await stage.send('POST /drops', { key, json: { label: 'Applications' } });
      const { dropId } = body;
      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        dropId: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
        dropUrl: `${stage.appUrl}/en/drop/${dropId}`,
        label: 'Applications',
        expiresAt: null,
        createdAt: timestamp,
      });
      await stage.advance(1000 * 24 * HOUR);
      expect((await stage.send(`GET /drops/${dropId}`, { key })).body).toMatchObject({
        dropId,
        label: 'Applications',
        state: 'open',
        itemCount: 0,
        expiresAt: null,
        livemode: false,
      });
      const { items: maxItems, bytes: maxBytes } = limits.capacity.drop;
      const shown = { maxItems, maxBytes, itemsLeft: limits.itemsLeftShown, bytesLeft: limits.fileBytes };
      const peeked = { dropId, label: 'Applications', limits: shown, expiresAt: null };
      expect(await stage.recipient.public.drops.get(dropId)).toEqual(peeked);
      expect((await stage.send('GET /events', { key })).body.total).toBe(0);
    });

    it('is listed with how much is in it', async () => {
      const owner = await stage.owner(undefined, 'live');
      const { dropId } = await owner.drops.create({ label: 'one' });
      await stage.recipient.public.drops.items.create(dropId, { message: 'hello' });
      const { drops } = await owner.drops.list();
      expect(drops).toMatchObject([{ dropId, label: 'one', itemCount: 1, state: 'open', livemode: true }]);
    });

    it('goes with all that is in it when its owner deletes it', async () => {
      const drop = await open();
      const { id, uploadUrl } = await leave(drop, { file: {} });
      await upload(stage, uploadUrl as string, 'x');
      const awaited = await leave(drop, { file: {} });
      const { status, body } = await drop.call('DELETE /drops/{id}');
      expect([status, body]).toEqual([200, { success: true, message: expect.stringMatching(/\S/) }]);
      for (const line of [
        'GET /drops/{id}',
        'GET /drops/{id}/items',
        `GET /drops/{id}/items/${id}/content`,
        'DELETE /drops/{id}',
      ])
        expect((await drop.call(line)).status).toBe(404);
      expect((await drop.call('GET /drops')).body).toEqual({
        drops: [],
        total: 0,
        totalIsExact: true,
        nextCursor: null,
      });
      const { drops } = stage.recipient.public;
      expect(await failureOf(drops.get(drop.dropId))).toBeInstanceOf(NotFoundError);
      const late = drops.items.create(drop.dropId, { message: 'late' });
      expect(await failureOf(late)).toBeInstanceOf(NotFoundError);
      expect((await put(stage, awaited.uploadUrl as string, 'late')).status).toBe(404);
    });
  });

  describe('an item in a drop inbox', () => {
    it('that is a message is there at once', async () => {
      const drop = await open();
      const left = await leave(drop, { message: 'Is the position\nstill open? ☕' });
      expect(left).toEqual({
        success: true,
        id: expect.stringMatching(/^item_[0-9A-Za-z]+$/),
        items: [{ id: left.id }],
        createdAt: timestamp,
      });
      const { items, total, nextCursor } = await itemsOf(drop);
      expect(items).toMatchObject([{ id: left.id, message: 'Is the position\nstill open? ☕' }]);
      expect(items[0]).not.toHaveProperty('file');
      expect([total, nextCursor]).toEqual([1, null]);
      expect((await contentOf(drop, left.id)).status).toBe(404);
    });

    it('that has a file is there once the bytes are', async () => {
      const drop = await open();
      const said = { fileName: 'application "final".pdf', mediaType: 'application/pdf', size: 5 };
      const { id, uploadUrl } = await leave(drop, { message: 'Attached.', file: said });
      expect(await itemsOf(drop)).toMatchObject({ items: [], total: 0 });
      expect((await drop.call('GET /drops/{id}')).body.itemCount).toBe(0);
      expect((await contentOf(drop, id)).status).toBe(404);

      const { id: fileId, createdAt } = await upload(stage, uploadUrl as string, 'bytes');
      const file = { id: fileId, ...said, sha256: sha256('bytes'), createdAt };
      expect(await itemsOf(drop)).toEqual({
        items: [
          {
            id,
            authorId: expect.stringMatching(/^author_/),
            message: 'Attached.',
            file,
            createdAt: timestamp,
          },
        ],
        total: 1,
        totalIsExact: true,
        nextCursor: null,
      });
      expect((await drop.call('GET /drops/{id}')).body.itemCount).toBe(1);
      for (let i = 0; i < 2; i++) {
        const { status, headers, bytes } = await contentOf(drop, id);
        expect([status, bytes.toString()]).toEqual([200, 'bytes']);
        expect(Object.fromEntries(headers)).toMatchObject({ ...FILE_HEADERS, 'content-length': '5' });
        expect(attachmentName(headers)).toEqual({ plain: 'application "final".pdf' });
      }
    });

    it('is listed by when it was announced, newest first', async () => {
      const drop = await open();
      const first = await leave(drop, { file: {} });
      const ids = [first.id];
      for (const message of ['two', 'three']) ids.unshift((await leave(drop, { message })).id);
      await upload(stage, first.uploadUrl as string, 'one');
      expect((await itemsOf(drop)).items).toMatchObject(ids.map((id) => ({ id })));
    });

    it('whose bytes nobody sends within the hour never comes', async () => {
      const drop = await open();
      const { uploadUrl } = await leave(drop, { message: 'Attached.', file: {} });
      await stage.advance(HOUR);
      expect((await put(stage, uploadUrl as string, 'x')).status).toBe(404);
      expect(await itemsOf(drop)).toMatchObject({ items: [], total: 0 });
    });

    it.each([
      [{}, { '/body': 'min_properties' }],
      [{ message: 'x'.repeat(limits.messageLength + 1) }, { '/body/message': 'max_length' }],
      [{ file: { fileName: 'a/b' } }, { '/body/file/fileName': 'pattern' }],
      [{ file: { sealedMetadata: 'a.b.c.d.e' } }, { '/body/file/sealedMetadata': 'unknown_property' }],
    ])('is refused as %j', async (json, faults) => {
      const drop = await open();
      const response = await stage.send(`POST /public/drops/${drop.dropId}/items`, { json });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(faultsIn(response.body)).toEqual(faults);
      expect((await itemsOf(drop)).total).toBe(0);
    });
  });
});
