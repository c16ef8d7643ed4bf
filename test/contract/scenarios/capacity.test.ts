import { lifetimes, limits } from '@tempshare/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { follow } from '../../support/contract/follower.ts';
import { download, put, upload } from '../../support/contract/files.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const HOUR = 3_600_000;

/** Quotas that a few small items fill. */
const LITTLE = {
  drop: { items: 3, bytes: 100_000 },
  room: { items: 3, bytes: 100_000 },
  request: { items: 3, bytes: 100_000 },
  sessions: 2,
  key: 250_000,
  total: 400_000,
};

const QUOTA = { status: 409, code: 'quota_exceeded' };

contract(
  (stage) => {
    /** Items of one scenario would take room from the next one, so they are deleted. */
    const shared: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const end of shared.splice(0)) await end().catch(() => undefined);
    });

    /** Something to put texts and files into, and to take files out of. */
    const containers = {
      'a drop inbox': async () => {
        const owner = await stage.owner();
        const { dropId: id } = await owner.drops.create({ label: 'x' });
        shared.push(async () => owner.drops.delete(id));
        const items = stage.recipient.public.drops.items;
        return {
          owner,
          say: async (message: string) => items.create(id, { message }),
          announce: async (file: { size?: number }) => {
            const { uploadUrl, ...item } = await items.create(id, { file });
            return { ...item, uploadUrl: uploadUrl as string };
          },
          announceAll: async (files: { size?: number }[]) => (await items.create(id, { files })).items,
          limits: async () => (await owner.drops.get(id)).limits,
          count: async () => (await owner.drops.get(id)).itemCount,
          remove: async ({ announced }: { announced: string }) => owner.drops.items.delete(id, announced),
          removeAs: async (key: string, { announced }: { announced: string }) =>
            stage.send(`DELETE /drops/${id}/items/${announced}`, { key }),
          end: async () => owner.drops.delete(id),
        };
      },
      'a room': async () => {
        const owner = await stage.owner();
        const { roomId: id } = await owner.rooms.create({ name: 'x' });
        shared.push(async () => owner.rooms.delete(id));
        const guests = stage.recipient.public.rooms;
        return {
          owner,
          say: async (text: string) => guests.messages.create(id, { text }),
          announce: async (file: { size?: number }) => guests.files.create(id, file),
          begin: async () => guests.sessions.create(id),
          limits: async () => (await owner.rooms.get(id)).limits,
          count: async () => (await owner.rooms.get(id)).messageCount,
          remove: async ({ file }: { file: string }) => owner.rooms.files.delete(id, file),
          removeAs: async (key: string, { file }: { file: string }) =>
            stage.send(`DELETE /rooms/${id}/files/${file}`, { key }),
          end: async () => owner.rooms.delete(id),
        };
      },
      'an upload request': async () => {
        const owner = await stage.owner();
        const { requestId: id, pin } = await owner.requests.create({ title: 'x', expiration: '7d' });
        shared.push(async () => owner.requests.delete(id));
        return {
          owner,
          say: undefined,
          announce: async (file: { size?: number }) =>
            stage.recipient.public.requests.files.create(id, { pin, ...file }),
          announceAll: async (files: { size?: number }[]) =>
            (await stage.recipient.public.requests.files.create(id, { pin, files })).files,
          begin: async () => stage.recipient.public.requests.sessions.create(id, { pin }),
          limits: async () => (await owner.requests.get(id)).limits,
          count: async () => (await owner.requests.get(id)).fileCount,
          remove: async ({ file }: { file: string }) => owner.requests.files.delete(id, file),
          removeAs: async (key: string, { file }: { file: string }) =>
            stage.send(`DELETE /requests/${id}/files/${file}`, { key }),
          end: async () => owner.requests.delete(id),
        };
      },
    };

    describe.each(['a drop inbox', 'an upload request'] as const)('%s', (name) => {
      const open = containers[name];
      it('takes several files, or none of them', async () => {
        const container = await open();
        const announce = container.announceAll;
        for (const sizes of [
          [1, 1, 1, 1],
          [50_000, 50_001],
          [undefined, 100_000],
        ]) {
          const files = sizes.map((size) => (size === undefined ? {} : { size }));
          expect(await failureOf(announce(files))).toMatchObject(QUOTA);
          expect(await container.limits()).toMatchObject({ itemsLeft: 3, bytesLeft: 100_000 });
        }
        expect(await announce([{}, { size: 2000 }, {}])).toHaveLength(3);
        expect(await container.limits()).toMatchObject({ itemsLeft: 0, bytesLeft: 0 });
      });
    });

    describe.each(['a room', 'an upload request'] as const)('%s', (name) => {
      const open = containers[name];
      it('has so many sessions at a time, and says when one ends', async () => {
        const [{ begin }, other] = [await open(), await open()];
        const began = performance.now();
        await begin();
        await stage.advance(60_000);
        await begin();
        const error = await failureOf(begin());
        expect(error).toMatchObject(QUOTA);
        const { retryAfterMs } = error;
        expect(retryAfterMs).toBeLessThanOrEqual(1000 * lifetimes.session - 60_000);
        expect(retryAfterMs).toBeGreaterThan(1000 * lifetimes.session - 62_000 - (performance.now() - began));
        expect((await other.begin()).success).toBe(true);
        await stage.advance(retryAfterMs);
        expect((await begin()).success).toBe(true);
        expect(await failureOf(begin())).toMatchObject(QUOTA);
      });
    });

    describe.each(Object.entries(containers))('%s', (_, open) => {
      const send = async ({ announce }: Awaited<ReturnType<typeof open>>, bytes: string) => {
        const { id, uploadUrl } = await announce({ size: bytes.length });
        const file = await upload(stage, uploadUrl, bytes);
        return { announced: id, file: file.id };
      };

      it('says how much it takes, and how much more', async () => {
        const container = await open();
        const most = { maxItems: 3, maxBytes: 100_000 };
        expect(await container.limits()).toEqual({ ...most, itemsLeft: 3, bytesLeft: 100_000 });
        await send(container, 'x'.repeat(40_000));
        expect(await container.limits()).toEqual({ ...most, itemsLeft: 2, bytesLeft: 60_000 });
        await container.announce({ size: 10_000 });
        expect(await container.limits()).toEqual({ ...most, itemsLeft: 1, bytesLeft: 50_000 });
        await container.say?.('hello');
        const { itemsLeft, bytesLeft } = await container.limits();
        expect(itemsLeft).toBe(container.say ? 0 : 1);
        expect(50_000 - bytesLeft).toBe(container.say ? limits.itemBytes : 0);
      });

      it('takes no item and no byte more than it may', async () => {
        const container = await open();
        expect(await failureOf(container.announce({ size: 100_001 }))).toMatchObject(QUOTA);
        await container.announce({ size: 100_000 - 2 * limits.itemBytes });
        expect(await failureOf(container.announce({ size: 2 * limits.itemBytes + 1 }))).toMatchObject(QUOTA);
        await container.announce({ size: 1 });
        expect(await container.limits()).toMatchObject({ itemsLeft: 1, bytesLeft: limits.itemBytes });
        await container.announce({ size: 0 });
        const refused = [container.announce({ size: 0 }), container.say?.('x') ?? container.announce({})];
        for (const error of await Promise.all(refused.map(failureOf))) expect(error).toMatchObject(QUOTA);
      });

      it('keeps what is left for a file of unknown size, and gives back what that has not', async () => {
        const container = await open();
        await send(container, 'x'.repeat(40_000));
        const { uploadUrl } = await container.announce({});
        expect(await container.limits()).toMatchObject({ itemsLeft: 1, bytesLeft: 0 });
        const cut = await put(stage, uploadUrl, 'x'.repeat(60_001));
        expect([cut.status, cut.body.code]).toEqual([409, 'quota_exceeded']);
        await upload(stage, uploadUrl, 'x'.repeat(10_000));
        expect(await container.limits()).toMatchObject({ itemsLeft: 1, bytesLeft: 50_000 });
      });

      it('gives way for what was announced and never sent', async () => {
        const container = await open();
        for (let i = 0; i < 3; i++) await container.announce({ size: 30_000 });
        await stage.advance(2 * HOUR);
        expect(await container.limits()).toMatchObject({ itemsLeft: 3, bytesLeft: 100_000 });
        await send(container, 'x'.repeat(100_000));
      });

      it('lets its owner delete one thing, which makes room for another', async () => {
        const container = await open();
        const [first, second] = [await send(container, 'x'.repeat(60_000)), await send(container, 'y')];
        const before = (await container.owner.key.get()).quota.bytesUsed;
        const stranger = await stage.createKey();
        expect((await container.removeAs(stranger, first)).status).toBe(404);
        const scoped = await stage.createKey(['transfer:create', 'request:read']);
        expect((await container.removeAs(scoped, first)).status).toBe(403);
        expect(await container.remove(first)).toEqual({
          success: true,
          message: expect.stringMatching(/\S/),
        });
        expect(await failureOf(container.remove(first))).toMatchObject({ status: 404, code: 'not_found' });
        expect(await container.count()).toBe(1);
        expect(await container.limits()).toMatchObject({
          itemsLeft: 2,
          bytesLeft: 100_000 - limits.itemBytes,
        });
        expect((await container.owner.key.get()).quota.bytesUsed).toBe(before - 60_000);
        await send(container, 'x'.repeat(100_000 - limits.itemBytes));
        await container.remove(second);
        const gone = { announced: 'item_nothing', file: 'file_nothing' };
        expect(await failureOf(container.remove(gone))).toMatchObject({ status: 404, code: 'not_found' });
      });

      it('that is deleted gives its key back what it held', async () => {
        const container = await open();
        await send(container, 'x'.repeat(60_000));
        const { uploadUrl } = await container.announce({ size: 10_000 });
        expect((await container.owner.key.get()).quota.bytesUsed).toBe(60_000);
        await upload(stage, uploadUrl, 'x'.repeat(10_000));
        expect((await container.owner.key.get()).quota.bytesUsed).toBe(70_000);
        await container.end();
        expect((await container.owner.key.get()).quota.bytesUsed).toBe(0);
      });
    });

    describe('what is deleted one by one', () => {
      it('is in no list, and its file is nowhere', async () => {
        const key = await stage.createKey();
        const owner = stage.recipient.withOptions({ apiKey: key });
        const { dropId } = await owner.drops.create({ label: 'x' });
        const item = await stage.recipient.public.drops.items.create(dropId, { message: 'm', file: {} });
        expect(await failureOf(owner.drops.items.delete(dropId, item.id))).toMatchObject({ status: 404 });
        await upload(stage, item.uploadUrl as string, 'x');
        const kept = await stage.recipient.public.drops.items.create(dropId, { message: 'kept' });
        await owner.drops.items.delete(dropId, item.id);
        expect((await owner.drops.items.list(dropId)).items.map(({ id }) => id)).toEqual([kept.id]);
        expect((await download(stage, `/drops/${dropId}/items/${item.id}/content`, { key })).status).toBe(
          404,
        );
        await owner.drops.items.delete(dropId, kept.id);
        expect(await owner.drops.items.list(dropId)).toMatchObject({ items: [], total: 0 });
      });

      it('is a file of a request, after it was closed, too', async () => {
        const key = await stage.createKey();
        const owner = stage.recipient.withOptions({ apiKey: key });
        const { requestId, pin } = await owner.requests.create({ title: 'x' });
        const senders = stage.recipient.public.requests;
        const { id, uploadUrl } = await senders.files.create(requestId, { pin });
        expect(await failureOf(owner.requests.files.delete(requestId, id))).toMatchObject({ status: 404 });
        await upload(stage, uploadUrl, 'x');
        await senders.finish(requestId, { pin });
        expect((await owner.requests.get(requestId)).limits).toMatchObject({ itemsLeft: 0, bytesLeft: 0 });
        await owner.requests.files.delete(requestId, id);
        expect(await owner.requests.get(requestId)).toMatchObject({
          state: 'closed',
          fileCount: 0,
          files: [],
        });
        expect((await download(stage, `/requests/${requestId}/files/${id}`, { key })).status).toBe(404);
      });

      it('is a file of a room with its message; those who follow it are told, and those who come back', async () => {
        const owner = await stage.owner();
        const { rooms } = owner;
        const { roomId } = await rooms.create({ name: 'x' });
        const { uploadUrl, id: fileId } = await rooms.files.create(roomId, { fileName: 'trace.log' });
        const present = await follow(stage, roomId);
        await upload(stage, uploadUrl, 'x');
        const message = (await present.next())?.data;
        await rooms.messages.create(roomId, { text: 'after it' });
        await rooms.files.delete(roomId, fileId);
        await rooms.messages.create(roomId, { text: 'after that' });

        expect((await present.next())?.data.text).toBe('after it');
        const event = await present.next();
        expect(event).toMatchObject({ name: 'deleted', data: { messageId: message.id, fileId } });
        expect(event?.id).toMatch(/^msg_/);
        expect((await present.next())?.data.text).toBe('after that');
        present.leave();

        const { messages, total } = await rooms.messages.list(roomId);
        expect([messages.map(({ text }) => text), total]).toEqual([['after that', 'after it'], 2]);
        const missed = await follow(stage, roomId, { 'Last-Event-ID': message.id });
        expect((await missed.next())?.data.text).toBe('after it');
        expect(await missed.next()).toEqual(event);
        expect((await missed.next())?.data.text).toBe('after that');
        missed.leave();
        const later = await follow(stage, roomId, { 'Last-Event-ID': event?.id as string });
        expect((await later.next())?.data.text).toBe('after that');
        later.leave();
      });
    });

    describe('a key', () => {
      it('says how much it may hold, and takes no byte more', async () => {
        const owner = await stage.owner();
        const { transfers, secrets } = owner;
        expect((await owner.key.get()).quota).toEqual({
          maxBytes: 250_000,
          bytesUsed: 0,
          bytesLeft: 250_000,
        });
        const file = await transfers.create({ type: 'file', size: 150_000, encryption: 'server' });
        expect((await owner.key.get()).quota).toMatchObject({ bytesUsed: 150_000, bytesLeft: 100_000 });
        const text = 'x'.repeat(60_000);
        const shared = await transfers.create({ type: 'text', text, encryption: 'server' });
        const adding = [
          secrets.create({ secret: text, encryption: 'server' }),
          transfers.create({ type: 'text', text, encryption: 'server' }),
          transfers.create({ type: 'file', encryption: 'server' }),
          owner.debugShares.create({ logs: text }),
        ];
        for (const error of await Promise.all(adding.map(failureOf))) expect(error).toMatchObject(QUOTA);
        await transfers.delete(shared.id);
        const { secretId } = await secrets.create({ secret: text, encryption: 'server' });
        expect(await failureOf(transfers.create({ type: 'text', text, encryption: 'server' }))).toMatchObject(
          QUOTA,
        );
        await stage.recipient.public.secrets.reveal(secretId, {});
        await transfers.create({ type: 'text', text, encryption: 'server', expiration: '15m' });
        await stage.advance(HOUR / 4);
        expect((await owner.key.get()).quota.bytesUsed).toBe(150_000);
        await transfers.delete(file.id);
        expect((await owner.key.get()).quota).toEqual({
          maxBytes: 250_000,
          bytesUsed: 0,
          bytesLeft: 250_000,
        });
      });

      it('is kept from nothing by what strangers announce and do not send', async () => {
        const owner = await stage.owner();
        const inboxes = await Promise.all([1, 2, 3].map(async () => owner.drops.create({ label: 'x' })));
        const leave = async ({ dropId }: { dropId: string }) =>
          stage.recipient.public.drops.items.create(dropId, { file: { size: 100_000 } });
        const announced = [];
        for (const inbox of inboxes) announced.push(await leave(inbox));
        expect((await owner.key.get()).quota.bytesLeft).toBe(250_000);
        const text = 'x'.repeat(160_000);
        const { id } = await owner.transfers.create({ type: 'text', text, encryption: 'server' });
        const refused = await put(stage, announced[0]?.uploadUrl as string, 'x'.repeat(100_000));
        expect([refused.status, refused.body.code]).toEqual([409, 'quota_exceeded']);
        await owner.transfers.delete(id);
        await upload(stage, announced[0]?.uploadUrl as string, 'x'.repeat(100_000));
        expect((await owner.key.get()).quota.bytesUsed).toBe(100_000);
        for (const { dropId } of inboxes) await owner.drops.delete(dropId);
        expect((await owner.key.get()).quota.bytesUsed).toBe(0);
      });

      it('that holds all it may takes nothing from strangers either', async () => {
        const owner = await stage.owner();
        const { dropId } = await owner.drops.create({ label: 'x' });
        const { id } = await owner.transfers.create({ type: 'file', size: 249_000, encryption: 'server' });
        const leave = async () => stage.recipient.public.drops.items.create(dropId, { file: { size: 1001 } });
        expect(await failureOf(leave())).toMatchObject(QUOTA);
        await owner.transfers.delete(id);
        await leave();
        await owner.drops.delete(dropId);
      });

      it('has no room beyond that of all keys; what another deletes makes some', async () => {
        const owners = [await stage.owner(), await stage.owner()] as const;
        const used = (await owners[0].key.get()).quota.bytesUsed;
        expect(used).toBe(0);
        const made: string[] = [];
        let refused: unknown;
        for (let i = 0; refused === undefined && i < 10; i++) {
          const owner = owners[i % 2] as (typeof owners)[0];
          const sent = owner.transfers.create({ type: 'file', size: 60_000, encryption: 'server' });
          const keep = ({ id }: { id: string }): void => {
            made.push(id);
            shared.push(async () => owner.transfers.delete(id));
          };
          await sent.then(keep, (error: unknown) => void (refused = error));
        }
        expect(refused).toMatchObject({ status: 507, code: 'insufficient_storage' });
        const last = owners[made.length % 2] as (typeof owners)[0];
        await owners[0].transfers.delete(made[0] as string);
        const { id } = await last.transfers.create({ type: 'file', size: 60_000, encryption: 'server' });
        shared.push(async () => last.transfers.delete(id));
      });
    });
  },
  { capacity: LITTLE },
);
