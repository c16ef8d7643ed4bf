import { createHash, randomBytes } from 'node:crypto';
import { Tempshare } from '@tempshare/sdk';
import { openLink, peekLink, type OpenedLink, type OpenedRequest, type Room } from '@tempshare/sdk/open';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';

/** An application with the limits that servers have by default. */
let app: TestApp;
let owner: Tempshare;
beforeAll(async () => {
  app = await startApp({
    RATE_LIMIT_ANONYMOUS: '',
    RATE_LIMIT_SESSION: '',
    RATE_LIMIT_ADDRESS_SESSIONS: '',
    RATE_LIMIT_URL: '',
  });
  owner = new Tempshare({
    apiKey: app.apiKey,
    baseUrl: app.baseUrl,
    appUrl: app.url,
  });
});
afterAll(() => app.close());
/** Counts up to now are as good as a minute old. */
const aMinutePasses = () => app.database.query('DELETE FROM rate_limits');
beforeEach(aMinutePasses);

/** A fetch that sees every response: what was asked, its status, and the limit that it counted against. */
function watched() {
  const seen: { call: string; status: number; limit: string | undefined }[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await globalThis.fetch(input, init);
    const path = new URL(input as string).pathname.replace(/^\/api\/v1\/public/, '');
    const call = `${init?.method} ${path.replaceAll(/\/(?!sessions|messages)[\w-]{20,}/g, '/…')}`;
    const limit = /^"(\w+)"/.exec(response.headers.get('ratelimit-policy') ?? '')?.[1];
    seen.push({ call, status: response.status, limit });
    return response;
  };
  return {
    fetch,
    calls: () => seen.map(({ call, limit }) => `${call} (${limit})`),
    refused: () => seen.filter(({ status }) => status === 429),
    /** How many calls counted against the address. */
    anonymous: () => seen.filter(({ limit }) => limit === 'anonymous').length,
  };
}

const settings = ({ fetch }: { fetch: typeof globalThis.fetch }, more: object = {}) => ({
  fetch,
  maxRetries: 0,
  ...more,
});

async function enter(link: string, fetch: typeof globalThis.fetch): Promise<Room> {
  const opened = await openLink(link, { fetch, maxRetries: 0 });
  if (opened.kind !== 'room') throw new Error('expected a room');
  return opened.room;
}

async function openRequest(
  fetch: typeof globalThis.fetch,
): Promise<OpenedRequest & { id: string; pin: string }> {
  const { requestId, requestUrl, pin } = await owner.requests.create({ title: 'Papers' });
  const opened = await openLink(requestUrl, { fetch, maxRetries: 0 });
  if (opened.kind !== 'request') throw new Error('expected a request');
  return { ...opened, id: requestId, pin };
}

describe('what a person does costs', () => {
  it('two calls of the address for a link, whether it is looked at first or not', async () => {
    for (const encryption of ['server', 'e2e'] as const) {
      const { secretUrl } = await owner.secrets.create({ secret: 'x', encryption, password: 'azalea' });
      const { shareUrl } = await owner.transfers.create({ type: 'text', text: 'x', encryption });
      const secret = watched();
      const peeked = await peekLink(secretUrl, settings(secret));
      await peeked.open({ password: 'azalea' });
      expect(secret.calls()).toEqual(['GET /secrets/… (anonymous)', 'POST /secrets/…/reveal (anonymous)']);
      const text = watched();
      await openLink(shareUrl, settings(text));
      expect(text.calls()).toEqual(['GET /transfers/… (anonymous)', 'POST /transfers/…/open (anonymous)']);
    }
  });

  it('one more for a file, which counts for its own address', async () => {
    const { shareUrl } = await owner.transfers.create({ type: 'file', file: new Blob(['bytes']) });
    const file = watched();
    const opened: OpenedLink = await openLink(shareUrl, settings(file));
    if (opened.kind !== 'file') throw new Error('expected a file');
    expect(await opened.file.text()).toBe('bytes');
    expect(file.calls()).toEqual([
      'GET /transfers/… (anonymous)',
      'POST /transfers/…/open (anonymous)',
      'GET /downloads/… (url)',
    ]);
  });

  it('two to enter a room, and none from then on', async () => {
    const { roomUrl } = await owner.rooms.create({ name: 'Incident' });
    const guest = watched();
    const room = await enter(roomUrl, guest.fetch);
    await room.post({ text: 'Hello' });
    for await (const message of room.messages()) expect(message.text).toBe('Hello');
    await room.send(new Blob(['log']));
    expect(guest.calls()).toEqual([
      'GET /rooms/… (anonymous)',
      'POST /rooms/…/sessions (anonymous)',
      'GET /rooms/… (session)',
      'POST /rooms/…/messages (session)',
      'GET /rooms/…/messages (session)',
      'POST /rooms/…/files (session)',
      'PUT /uploads/… (url)',
    ]);
    const { roomUrl: open } = await owner.rooms.create({ name: 'Incident', encryption: 'server' });
    const other = watched();
    await (await enter(open, other.fetch)).post({ text: 'Hello' });
    expect(other.anonymous()).toBe(2);
  });

  it('two to send files, however many', async () => {
    const sender = watched();
    const request = await openRequest(sender.fetch);
    const file = { file: new Blob(['x']), fileName: 'a' };
    await request.sendAll([file, file], { pin: request.pin });
    await request.send(new Blob(['x']), { pin: request.pin });
    await request.finish({ pin: request.pin });
    expect(sender.calls().toSorted()).toEqual(
      [
        'GET /requests/… (anonymous)',
        'POST /requests/…/sessions (anonymous)',
        'POST /requests/…/files (session)',
        'POST /requests/…/files (session)',
        'POST /requests/…/finish (session)',
        'PUT /uploads/… (url)',
        'PUT /uploads/… (url)',
        'PUT /uploads/… (url)',
      ].toSorted(),
    );
  });

  it('two to leave files in an inbox, however many', async () => {
    const { dropUrl, dropId } = await owner.drops.create({ label: 'Applications' });
    const visitor = watched();
    const opened = await openLink(dropUrl, settings(visitor));
    if (opened.kind !== 'drop') throw new Error('expected an inbox');
    await opened.leaveAll([new Blob(['x']), new Blob(['y'])], { message: 'Here they are.' });
    expect(visitor.anonymous()).toBe(2);
    const { items } = await owner.drops.items.list(dropId);
    expect(items.map(({ message }) => message).toSorted()).toEqual(['Here they are.', undefined]);
  });
});

describe('behind one address', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  it('thirty files reach a request, announced together or one by one', async () => {
    const contents = Array.from({ length: 30 }, () => randomBytes(20_000));
    for (const together of [true, false]) {
      const sender = watched();
      const request = await openRequest(sender.fetch);
      const { id, pin } = request;
      const files = contents.map((bytes, i) => new File([bytes], `${i}.bin`));
      if (together) {
        const sent = await request.sendAll(files, { pin });
        expect(sent.map(({ error }) => error)).toEqual(files.map(() => undefined));
      } else for (const file of files) await request.send(file, { pin });
      expect(sender.refused()).toEqual([]);
      const arrived = (await owner.requests.get(id)).files;
      expect(arrived.map((file) => file.sha256).toSorted()).toEqual(contents.map(sha256).toSorted());
    }
  });

  it('twenty people of an office open twenty links within two minutes', async () => {
    const links = await Promise.all(
      Array.from({ length: 20 }, async (_, i) =>
        i % 2 === 0
          ? (await owner.secrets.create({ secret: `${i}` })).secretUrl
          : (await owner.transfers.create({ type: 'text', text: `${i}`, encryption: 'server' })).shareUrl,
      ),
    );
    const office = watched();
    for (const half of [links.slice(0, 10), links.slice(10)]) {
      const opened = await Promise.all(half.map((link) => openLink(link, settings(office))));
      expect(opened.map(({ kind }) => kind)).toEqual(half.map((_, i) => (i % 2 === 0 ? 'secret' : 'text')));
      await aMinutePasses();
    }
    expect(office.refused()).toEqual([]);
  });
});
