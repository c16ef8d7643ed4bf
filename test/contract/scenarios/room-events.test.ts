import { describe, expect, it } from 'vitest';
import { follow } from '../../support/contract/follower.ts';
import { upload } from '../../support/contract/files.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

/** Events that followers of a room get as they happen. */
contract((stage) => {
  const room = async (more: object = {}) => {
    const owner = await stage.owner();
    const { rooms } = owner;
    const { roomId } = await rooms.create({ name: 'Incident 4711', ...more });
    return { owner, rooms, roomId };
  };
  const say = async (roomId: string, text: string, author?: string) =>
    stage.recipient.public.rooms.messages.create(roomId, { text, ...(author !== undefined && { author }) });

  describe('the events of a room', () => {
    it('bring every message to everyone who follows it, by the letter', async () => {
      const { rooms, roomId } = await room();
      const followers = [await follow(stage, roomId), await follow(stage, roomId)];
      const { id, createdAt } = await rooms.messages.create(roomId, { text: 'Line 1\nline 2 ☕' });
      const said = await say(roomId, 'x', 'Kim');
      for (const follower of followers) {
        expect((await follower.next())?.block).toBe(
          `id: ${id}\nevent: message\ndata: {"id":"${id}","kind":"text","from":"owner","text":"Line 1\\nline 2 ☕","createdAt":"${createdAt}"}`,
        );
        const message = { kind: 'text', from: 'guest', author: 'Kim', text: 'x', createdAt: said.createdAt };
        expect(await follower.next()).toMatchObject({ id: said.id, data: { id: said.id, ...message } });
        follower.leave();
      }
    });

    it('bring a file when its bytes are there', async () => {
      const { rooms, roomId } = await room();
      const follower = await follow(stage, roomId);
      const { id, uploadUrl } = await rooms.files.create(roomId, { fileName: 'trace.log' });
      await rooms.messages.create(roomId, { text: 'before the bytes' });
      await upload(stage, uploadUrl, 'bytes');
      expect((await follower.next())?.data.text).toBe('before the bytes');
      const event = await follower.next();
      expect(event?.data).toEqual((await rooms.messages.list(roomId)).messages[0]);
      expect(event?.data).toMatchObject({ kind: 'file', file: { id, fileName: 'trace.log', size: 5 } });
      follower.leave();
    });

    it('begin with the next message', async () => {
      const { roomId } = await room();
      await say(roomId, 'before');
      const follower = await follow(stage, roomId);
      await say(roomId, 'after');
      expect((await follower.next())?.data.text).toBe('after');
      follower.leave();
    });

    it('begin after Last-Event-ID with what was missed, in order', async () => {
      const { roomId } = await room();
      const first = await follow(stage, roomId);
      await say(roomId, '1');
      const last = (await first.next())?.id as string;
      first.leave();
      for (const text of ['2', '3', '4']) await say(roomId, text);
      const again = await follow(stage, roomId, { 'Last-Event-ID': last });
      await say(roomId, '5');
      for (const text of ['2', '3', '4', '5']) expect((await again.next())?.data.text).toBe(text);
      again.leave();
    });

    it('replay more than a page of messages, each once', async () => {
      const { rooms, roomId } = await room();
      const { id } = await say(roomId, 'the first');
      const texts = Array.from({ length: 120 }, (_, i) => String(i));
      await Promise.all(texts.map(async (text) => rooms.messages.create(roomId, { text })));
      const listed: (string | undefined)[] = [];
      for await (const { text } of rooms.messages.list(roomId)) listed.push(text);
      const follower = await follow(stage, roomId, { 'Last-Event-ID': id });
      const replayed: string[] = [];
      while (replayed.length < 120) replayed.push((await follower.next())?.data.text);
      expect([...replayed.toReversed(), 'the first']).toEqual(listed);
      expect(replayed.toSorted()).toEqual(texts.toSorted());
      await say(roomId, 'live');
      expect((await follower.next())?.data.text).toBe('live');
      follower.leave();
    });

    it('begin with the next message after a Last-Event-ID that is not of the room', async () => {
      const [{ roomId }, other] = [await room(), await room()];
      await say(roomId, 'before');
      const { id } = await say(other.roomId, 'elsewhere');
      for (const unknown of [id, 'msg_0000000000000000000000', 'x']) {
        const follower = await follow(stage, roomId, { 'Last-Event-ID': unknown });
        const text = `after ${unknown}`;
        await say(roomId, text);
        expect((await follower.next())?.data.text).toBe(text);
        follower.leave();
      }
      const tooLong = { headers: { 'Last-Event-ID': 'x'.repeat(65) } };
      expect((await failureOf(stage.recipient.public.rooms.events(roomId, tooLong))).status).toBe(400);
    });

    it('are of one room', async () => {
      const [{ roomId }, other] = [await room(), await room()];
      const follower = await follow(stage, roomId);
      await say(other.roomId, 'elsewhere');
      await other.rooms.delete(other.roomId);
      await say(roomId, 'here');
      expect((await follower.next())?.data.text).toBe('here');
      follower.leave();
    });

    it('arrive in the order of the list, whoever posts at once', async () => {
      const { roomId } = await room();
      const follower = await follow(stage, roomId);
      await Promise.all(Array.from({ length: 12 }, (_, i) => say(roomId, String(i))));
      const listed = (await stage.recipient.public.rooms.messages.list(roomId)).messages.toReversed();
      for (const message of listed) expect((await follower.next())?.data).toEqual(message);
      follower.leave();
    });

    it('end when the room is deleted, and coming back responds with 404', async () => {
      const { rooms, roomId } = await room();
      const followers = [await follow(stage, roomId), await follow(stage, roomId)];
      const { id } = await say(roomId, 'x');
      for (const follower of followers) expect((await follower.next())?.id).toBe(id);
      await rooms.delete(roomId);
      for (const follower of followers) {
        expect((await follower.next())?.block).toBe(
          `event: closed\ndata: {"roomId":"${roomId}","state":"deleted"}`,
        );
        expect(await follower.next()).toBeNull();
      }
      const headers = { 'Last-Event-ID': id };
      expect((await failureOf(stage.recipient.public.rooms.events(roomId, { headers }))).status).toBe(404);
    });

    /** Follows a room that soon expires: a little later where it has done so before somebody follows it. */
    async function followBriefly() {
      for (let seconds = 3; ; seconds *= 2) {
        const { roomId } = await room({ ttlHours: seconds / 3600 });
        const follower = await follow(stage, roomId).catch((error: { status?: number }) => {
          if (error.status !== 404) throw error;
        });
        if (follower) return { roomId, follower };
      }
    }

    it('end by themselves when the room expires', async () => {
      const { roomId, follower } = await followBriefly();
      expect(await follower.next()).toMatchObject({ name: 'closed', data: { roomId, state: 'expired' } });
      expect(await follower.next()).toBeNull();
    });
  });
});
