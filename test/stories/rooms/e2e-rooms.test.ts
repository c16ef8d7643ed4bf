import { Tempshare } from '@tempshare/sdk';
import { createLinkKey, deriveKeys, encodeLinkKey, seal } from '@tempshare/sdk/envelope';
import {
  openLink,
  type OpenedLink,
  type OpenedMessage,
  type Room,
  type RoomEvent,
} from '@tempshare/sdk/open';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sentAsItIs } from '../../support/contract/rooms.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';

let servers: Servers;
let owner: Tempshare;
beforeAll(async () => {
  servers = await startServers();
  owner = new Tempshare({ baseUrl: servers.bases[0], apiKey: servers.apiKey });
});
afterAll(() => servers.stop());

type Of<K extends OpenedLink['kind']> = Extract<OpenedLink, { kind: K }>;

/** Opens a link over the other server than the one that made it. */
async function enter<K extends OpenedLink['kind']>(link: string, kind: K, password?: string): Promise<Of<K>> {
  const opened = await openLink(link, { baseUrl: servers.bases[1], password });
  if (opened.kind !== kind) throw new Error(`expected ${kind}, not ${opened.kind}`);
  return opened as Of<K>;
}
const guestOf = async (link: string, password?: string): Promise<Room> =>
  (await enter(link, 'room', password)).room;

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const listed = (room: Room): Promise<OpenedMessage[]> => all(room.messages());

describe('a room', () => {
  it('is one conversation of its owner and guests, which the service cannot read', async () => {
    const { roomUrl, encryption } = await owner.rooms.create({ name: 'Incident 4711' });
    expect(encryption).toBe('e2e');
    const guest = await guestOf(roomUrl);
    expect(guest).toMatchObject({ name: 'Incident 4711', encryption: 'e2e' });
    await guest.post({ text: 'It is on its way. 🚚', author: 'Kim' });
    await owner.rooms.messages.create(roomUrl, { text: 'Please attach the trace.' });
    const about = { fileName: 'trace.log', mediaType: 'text/plain', author: 'Kim' };
    await guest.send(new TextEncoder().encode('line 1\n'), about);
    await owner.rooms.files.create(roomUrl, { file: new File(['line 2\n'], 'more.log') });

    const mine = await owner.rooms.open(roomUrl);
    for (const room of [mine, guest]) {
      const messages = (await listed(room)).reverse();
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

  it('with a password takes in nobody without it, and nothing that was sealed without it', async () => {
    const { roomUrl } = await owner.rooms.create({ name: 'Guarded', password: 'open sesame' });
    for (const without of [
      () => guestOf(roomUrl),
      () => owner.rooms.open(roomUrl),
      () => owner.rooms.messages.create(roomUrl, { text: 'lost' }),
      () => owner.rooms.files.create(roomUrl, { file: new Blob(['lost']) }),
    ])
      await expect(without()).rejects.toMatchObject({ code: 'password_required' });
    const password = 'open sesame';
    await owner.rooms.messages.create(roomUrl, { text: 'found' }, { password });
    expect(await listed(await guestOf(roomUrl, password))).toMatchObject([{ text: 'found' }]);
    await expect(guestOf(roomUrl, 'another')).rejects.toMatchObject({ code: 'invalid_password' });
  });

  it('shows what was sealed with another key as damaged, and everything else', async () => {
    const { roomId, roomUrl } = await owner.rooms.create({ name: 'Mixed' });
    const other = roomUrl.replace(/#.*/, `#${encodeLinkKey(createLinkKey())}`);
    await owner.rooms.messages.create(roomUrl, { text: 'first' });
    const wrong = owner.rooms.messages.create(other, { text: 'of another key' });
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_key' });
    const text = await seal('of another key', await deriveKeys(createLinkKey()), { kind: 'message' });
    await sentAsItIs(owner).post(roomId, { text });
    await owner.rooms.messages.create(roomUrl, { text: 'last' });
    const messages = await listed(await guestOf(roomUrl));
    expect(messages).toMatchObject([{ text: 'last' }, { damaged: true }, { text: 'first' }]);
    expect(messages[1]).not.toHaveProperty('text');
    await expect(guestOf(other)).rejects.toMatchObject({ code: 'wrong_key' });
    await expect(owner.rooms.messages.create(roomId, { text: 'x' })).rejects.toMatchObject({
      code: 'missing_key',
    });
  });

  it('repeats a message with its idempotency key as one', async () => {
    const { roomUrl } = await owner.rooms.create({ name: 'Once' });
    const options = { idempotencyKey: 'message-1' };
    const message = { text: 'only once', author: 'Kim' };
    const first = await owner.rooms.messages.create(roomUrl, message, options);
    expect(await owner.rooms.messages.create(roomUrl, message, options)).toEqual(first);
    expect(await listed(await guestOf(roomUrl))).toMatchObject([message]);
  });

  it("that was made with encryption: 'server' is entered by its plain link", async () => {
    const encryption = 'server';
    const { roomId, roomUrl } = await owner.rooms.create({ name: 'Plain', encryption });
    expect(roomUrl).not.toContain('#');
    await owner.rooms.messages.create(roomId, { text: 'hello', encryption });
    await owner.rooms.files.create(roomId, { file: new File(['a'], 'a.txt'), encryption });
    expect(await listed(await guestOf(roomUrl))).toMatchObject([
      { file: { fileName: 'a.txt', size: 1 } },
      { text: 'hello' },
    ]);
  });
});

describe('the events of a room', () => {
  it('come to guest and owner as they happen, opened, until it is closed', async () => {
    const { roomId, roomUrl } = await owner.rooms.create({ name: 'Live' });
    const guest = await guestOf(roomUrl);
    const mine = await owner.rooms.open(roomUrl);
    await guest.post({ text: 'before' });
    const [before] = await listed(guest);
    const followers = [guest.events({ after: before!.id }), mine.events({ after: before!.id })];
    const seen = followers.map((): RoomEvent[] => []);
    const ended = followers.map(async (events, i) => {
      for await (const event of events) seen[i]!.push(event);
    });
    await mine.post({ text: 'from the owner' });
    await guest.send(new Blob(['bytes']), { fileName: 'a.txt' });
    const texts = (events: RoomEvent[]) =>
      events.map((event) =>
        event.type === 'message' ? (event.message.text ?? event.message.file?.fileName) : event.state,
      );
    const partly = guest.events({ after: before!.id })[Symbol.asyncIterator]();
    await partly.next();
    expect(await partly.next()).toMatchObject({ value: { message: { file: { fileName: 'a.txt' } } } });
    await partly.return!();
    // Whoever has not read yet what a deleted room held reads it no more.
    await vi.waitUntil(() => seen.every(({ length }) => length === 2), { timeout: 30_000 });
    await owner.rooms.delete(roomId);
    await Promise.all(ended);
    for (const events of seen) expect(texts(events)).toEqual(['from the owner', 'a.txt', 'deleted']);
  });

  it('begin with what comes once they are followed, in an empty room, too', async () => {
    const { roomId, roomUrl } = await owner.rooms.create({ name: 'Empty' });
    const guest = await guestOf(roomUrl);
    const stop = new AbortController();
    const events = guest.events({ signal: stop.signal })[Symbol.asyncIterator]();
    const state = { arrived: false };
    const first = events.next().finally(() => (state.arrived = true));
    while (!state.arrived) await guest.post({ text: 'hello' });
    expect(await first).toMatchObject({ value: { type: 'message', message: { text: 'hello' } } });
    for (let i = 0; i < 2; i += 1) await guest.post({ text: 'more' });
    for (let text: string | undefined; text !== 'more';) {
      const { value } = (await events.next()) as IteratorYieldResult<RoomEvent>;
      if (value.type === 'message') ({ text } = value.message);
    }
    expect(await events.next()).toMatchObject({ value: { message: { text: 'more' } } });
    const second = events.next();
    stop.abort();
    await expect(second).rejects.toMatchObject({ name: 'APIUserAbortError' });
    await owner.rooms.delete(roomId);
  });
});

describe('what was not sealed by its sender', () => {
  it('a request takes files of every kind of source from whoever knows its PIN, until it is finished', async () => {
    const { requestId, requestUrl, pin } = await owner.requests.create({ title: 'Your papers' });
    const request = await enter(requestUrl, 'request');
    expect(request).toMatchObject({ title: 'Your papers', state: 'open' });
    const bytes = new TextEncoder().encode('some bytes');
    const sources = [bytes, bytes.buffer, new Blob([bytes]), new Blob([bytes]).stream(), Buffer.from(bytes)];
    for (const [i, file] of sources.entries()) await request.send(file, { pin, fileName: `${i}.txt` });
    const wrong = { pin: String((Number(pin) + 1) % 10 ** 8).padStart(8, '0') };
    await expect(request.send(bytes, wrong)).rejects.toMatchObject({ code: 'invalid_pin' });
    await request.finish({ pin });
    const { files } = await owner.requests.get(requestId);
    expect(files).toHaveLength(5);
    for (const { id } of files)
      expect(await (await owner.requests.files.download(requestId, id)).text()).toBe('some bytes');
  });

  it('a drop takes messages and files, and gives nothing', async () => {
    const { dropId, dropUrl } = await owner.drops.create({ label: 'Tips' });
    const drop = await enter(dropUrl, 'drop');
    expect(drop.label).toBe('Tips');
    await drop.leave({ message: 'look here', file: new File(['picture'], 'p.png', { type: 'image/png' }) });
    await drop.leave({ message: 'and nothing else' });
    const items = await all(owner.drops.items.list(dropId));
    expect(items).toHaveLength(2);
    const withFile = items.find(({ file }) => file)!;
    expect(withFile).toMatchObject({
      message: 'look here',
      file: { fileName: 'p.png', mediaType: 'image/png' },
    });
    expect(await (await owner.drops.items.download(dropId, withFile.id)).text()).toBe('picture');
  });

  it('a debug share is opened by its link', async () => {
    const { shareUrl } = await owner.debugShares.create({ logs: 'password=hunter2 at 10:00' });
    const opened = await enter(shareUrl, 'debug');
    expect(opened.logs).toContain('at 10:00');
    expect(opened.logs).not.toContain('hunter2');
  });
});
