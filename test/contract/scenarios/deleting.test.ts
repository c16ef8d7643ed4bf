import { expect, it } from 'vitest';
import { put, upload } from '../../support/contract/files.ts';
import { follow } from '../../support/contract/follower.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const NOT_FOUND = { status: 404, code: 'not_found' };

contract((stage) => {
  it('a message that its owner deletes is in the room no more, and those who follow it see that', async () => {
    const { rooms } = await stage.owner();
    const { roomId } = await rooms.create({ name: 'x' });
    const guests = stage.recipient.public.rooms.messages;
    const kept = await guests.create(roomId, { text: 'kept' });
    const { id } = await guests.create(roomId, { text: 'spam' });
    const before = (await rooms.get(roomId)).limits;
    const present = await follow(stage, roomId);
    expect((await rooms.messages.delete(roomId, id)).success).toBe(true);
    const event = await present.next();
    expect(event).toMatchObject({ name: 'deleted', data: { messageId: id } });
    expect(event?.data).not.toHaveProperty('fileId');
    present.leave();
    expect((await guests.list(roomId)).messages.map((message) => message.id)).toEqual([kept.id]);
    const after = await rooms.get(roomId);
    expect([after.messageCount, after.limits.itemsLeft]).toEqual([1, before.itemsLeft + 1]);
    expect(after.limits.bytesLeft).toBeGreaterThan(before.bytesLeft);
    const missed = await follow(stage, roomId, { 'Last-Event-ID': kept.id });
    expect(await missed.next()).toEqual(event);
    missed.leave();
    for (const gone of [id, 'msg_nothing', 'nothing'])
      expect(await failureOf(rooms.messages.delete(roomId, gone))).toMatchObject(NOT_FOUND);
    const other = await stage.owner();
    expect(await failureOf(other.rooms.messages.delete(roomId, kept.id))).toMatchObject(NOT_FOUND);
    await rooms.delete(roomId);
    expect(await failureOf(rooms.messages.delete(roomId, kept.id))).toMatchObject(NOT_FOUND);
  });

  it('a message that is a file is deleted with it', async () => {
    const { rooms } = await stage.owner();
    const { roomId } = await rooms.create({ name: 'x' });
    const { uploadUrl, id: fileId } = await rooms.files.create(roomId, { fileName: 'trace.log' });
    const present = await follow(stage, roomId);
    await upload(stage, uploadUrl, 'x');
    const message = (await present.next())?.data;
    await rooms.messages.delete(roomId, message.id);
    expect(await present.next()).toMatchObject({
      name: 'deleted',
      data: { messageId: message.id, fileId },
    });
    present.leave();
    expect(await failureOf(rooms.files.delete(roomId, fileId))).toMatchObject(NOT_FOUND);
  });

  it('everything of one author in a room can be deleted, announced files included, and the rest stays', async () => {
    const { rooms } = await stage.owner();
    const { roomId } = await rooms.create({ name: 'x' });
    const guests = stage.recipient.public.rooms;
    const own = await rooms.messages.create(roomId, { text: 'mine' });
    for (const text of ['one', 'two', 'three']) await guests.messages.create(roomId, { text });
    const sent = await guests.files.create(roomId, { size: 1 });
    await upload(stage, sent.uploadUrl, 'x');
    const awaited = await guests.files.create(roomId, { size: 1 });

    const { messages } = await rooms.messages.list(roomId);
    const authors = new Set(messages.map(({ from, authorId }) => `${from} ${authorId}`));
    const [authorId] = messages.flatMap((message) => message.authorId ?? []) as [string];
    expect(authorId).toMatch(/^author_[0-9A-Za-z]{22}$/);
    expect(authors).toEqual(new Set([`guest ${authorId}`, 'owner undefined']));
    for (const seen of (await guests.messages.list(roomId)).messages)
      expect(seen).not.toHaveProperty('authorId');

    const present = await follow(stage, roomId);
    expect(await rooms.authors.delete(roomId, authorId)).toMatchObject({ success: true, deletedCount: 5 });
    const told = [await present.next(), await present.next(), await present.next(), await present.next()];
    present.leave();
    expect(new Set(told.map((event) => event?.data.messageId))).toEqual(
      new Set(messages.filter(({ from }) => from === 'guest').map(({ id }) => id)),
    );
    expect((await rooms.messages.list(roomId)).messages.map(({ id }) => id)).toEqual([own.id]);
    expect((await put(stage, awaited.uploadUrl, 'x')).status).toBe(404);
    const { limits } = await rooms.get(roomId);
    expect(limits.maxItems - limits.itemsLeft).toBe(1);
    for (const nobody of [authorId, 'author_nobody', 'nobody'])
      expect(await failureOf(rooms.authors.delete(roomId, nobody))).toMatchObject(NOT_FOUND);
    const other = await stage.owner();
    expect(await failureOf(other.rooms.authors.delete(roomId, authorId))).toMatchObject(NOT_FOUND);
  });

  it('everything of one author in an inbox can be deleted, and the author is another one elsewhere', async () => {
    const { drops } = await stage.owner();
    const [{ dropId }, another] = [await drops.create({ label: 'x' }), await drops.create({ label: 'y' })];
    const leave = async (id: string, item: object) => stage.recipient.public.drops.items.create(id, item);
    await leave(dropId, { message: 'spam' });
    const { uploadUrl } = await leave(dropId, { file: { size: 1 } });
    await upload(stage, uploadUrl as string, 'x');
    const awaited = await leave(dropId, { files: [{ size: 2 }, { size: 2 }] });
    await leave(another.dropId, { message: 'kept' });

    const authorsOf = async (id: string) => [
      ...new Set((await drops.items.list(id)).items.map((item) => item.authorId)),
    ];
    const [[authorId], [elsewhere]] = [await authorsOf(dropId), await authorsOf(another.dropId)];
    expect(authorId).toMatch(/^author_[0-9A-Za-z]{22}$/);
    expect(elsewhere).not.toBe(authorId);
    expect(await failureOf(drops.authors.delete(dropId, elsewhere as string))).toMatchObject(NOT_FOUND);
    expect(await drops.authors.delete(dropId, authorId as string)).toMatchObject({
      success: true,
      deletedCount: 4,
    });
    expect((await drops.items.list(dropId)).items).toEqual([]);
    const { itemCount, limits } = await drops.get(dropId);
    expect([itemCount, limits.itemsLeft, limits.bytesLeft]).toEqual([0, limits.maxItems, limits.maxBytes]);
    expect((await put(stage, awaited.items[0]?.uploadUrl as string, 'xx')).status).toBe(404);
    expect((await drops.get(another.dropId)).itemCount).toBe(1);
    const other = await stage.owner();
    expect(await failureOf(other.drops.authors.delete(dropId, authorId as string))).toMatchObject(NOT_FOUND);
  });
});
