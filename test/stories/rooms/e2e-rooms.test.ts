import { Tempshare } from '@tempshare/sdk';
import { openLink, type OpenedLink, type Room, type RoomEvent } from '@tempshare/sdk/open';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedServers } from '../../support/server/servers.ts';

let owner: Tempshare;
let otherBase: string;
beforeAll(async () => {
  const { bases, apiKey } = await sharedServers();
  owner = new Tempshare({ baseUrl: bases[0], apiKey });
  otherBase = bases[1];
});

/** Opens a link over the other server than the one that made it. */
async function enter<K extends OpenedLink['kind']>(link: string, kind: K, password?: string) {
  const opened = await openLink(link, { baseUrl: otherBase, password });
  if (opened.kind !== kind) throw new Error(`expected ${kind}, not ${opened.kind}`);
  return opened as Extract<OpenedLink, { kind: K }>;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a room', () => {
  it('is one conversation of its owner and guests, who need its password', async () => {
    const password = 'open sesame';
    const { roomUrl, encryption } = await owner.rooms.create({ name: 'Incident 4711', password });
    expect(encryption).toBe('e2e');
    await expect(enter(roomUrl, 'room', 'another')).rejects.toMatchObject({ code: 'invalid_password' });
    const { room: guest } = await enter(roomUrl, 'room', password);
    expect(guest).toMatchObject({ name: 'Incident 4711', encryption: 'e2e' });
    await guest.post({ text: 'It is on its way. 🚚', author: 'Kim' });
    await owner.rooms.messages.create(roomUrl, { text: 'Please attach the trace.' }, { password });
    const about = { fileName: 'trace.log', mediaType: 'text/plain', author: 'Kim' };
    await guest.send(new TextEncoder().encode('line 1\n'), about);
    await owner.rooms.files.create(roomUrl, { file: new File(['line 2\n'], 'more.log') }, { password });

    for (const room of [await owner.rooms.open(roomUrl, { password }), guest]) {
      const messages = (await all(room.messages())).reverse();
      expect(messages).toMatchObject([
        { from: 'guest', text: 'It is on its way. 🚚', author: 'Kim' },
        { from: 'owner', text: 'Please attach the trace.' },
        { from: 'guest', author: 'Kim', file: { fileName: 'trace.log', mediaType: 'text/plain', size: 7 } },
        { from: 'owner', file: { fileName: 'more.log', size: 7 } },
      ]);
      expect(await messages[2]!.file!.text()).toBe('line 1\n');
      expect(await messages[3]!.file!.text()).toBe('line 2\n');
    }
  });

  it('sends its events, opened, to guest and owner as they happen, until it is closed', async () => {
    const { roomId, roomUrl } = await owner.rooms.create({ name: 'Live' });
    const { room: guest } = await enter(roomUrl, 'room');
    const mine = await owner.rooms.open(roomUrl);
    await guest.post({ text: 'before' });
    const [before] = await all(guest.messages());
    const follow = async (room: Room, events: RoomEvent[]) => {
      for await (const event of room.events({ after: before!.id })) events.push(event);
    };
    const seen: RoomEvent[][] = [[], []];
    const ended = [follow(guest, seen[0]!), follow(mine, seen[1]!)];
    await mine.post({ text: 'from the owner' });
    await guest.send(new Blob(['bytes']), { fileName: 'a.txt' });
    // A follower who has not read the messages of a deleted room does not get them any more.
    await vi.waitUntil(() => seen.every(({ length }) => length === 2), { timeout: 30_000 });
    await owner.rooms.delete(roomId);
    await Promise.all(ended);
    const texts = (event: RoomEvent) =>
      event.type === 'message' ? (event.message.text ?? event.message.file?.fileName) : event.state;
    for (const events of seen) expect(events.map(texts)).toEqual(['from the owner', 'a.txt', 'deleted']);
  });
});

it('requests, inboxes and debug shares are opened by their links', async () => {
  const { requestId, requestUrl, pin } = await owner.requests.create({ title: 'Your papers' });
  const request = await enter(requestUrl, 'request');
  expect(request).toMatchObject({ title: 'Your papers', state: 'open' });
  await request.send(new Blob(['some bytes']), { pin, fileName: 'a.txt' });
  await request.finish({ pin });
  const [file] = (await owner.requests.get(requestId)).files;
  expect(await (await owner.requests.files.download(requestId, file!.id)).text()).toBe('some bytes');

  const { dropId, dropUrl } = await owner.drops.create({ label: 'Tips' });
  const drop = await enter(dropUrl, 'drop');
  expect(drop.label).toBe('Tips');
  await drop.leave({ message: 'look here', file: new File(['picture'], 'p.png', { type: 'image/png' }) });
  const [item] = await all(owner.drops.items.list(dropId));
  expect(item).toMatchObject({
    message: 'look here',
    file: { fileName: 'p.png', mediaType: 'image/png' },
  });
  expect(await (await owner.drops.items.download(dropId, item!.id)).text()).toBe('picture');

  const { shareUrl } = await owner.debugShares.create({ logs: 'password=hunter2 at 10:00' });
  const { logs } = await enter(shareUrl, 'debug');
  expect(logs).toContain('at 10:00');
  expect(logs).not.toContain('hunter2');
});
