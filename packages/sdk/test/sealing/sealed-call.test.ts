import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLinkKey, encodeLinkKey, open, deriveKeys, decodeLinkKey } from '../../src/envelope/index.ts';
import { openLink } from '../../src/links/index.ts';
import { Tempshare } from '../../src/index.ts';
import { createMock } from '@tempshare/testing';
import { secretCreated, stage } from '../sealing-stage.ts';

const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const server = setupServer(...mock.handlers);
const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }));
afterAll(() => server.close());

describe('what a sealed call was given may be used again at once', () => {
  it('the body and the link key: each link opens what was in them at its call', async () => {
    const linkKey = createLinkKey();
    const fragment = encodeLinkKey(linkKey);
    const body = { secret: '', encryption: undefined as 'server' | undefined };
    const calls = ['first', 'second', 'third'].map((secret) => {
      body.secret = secret;
      return client.secrets.create(body, { linkKey });
    });
    body.encryption = 'server';
    linkKey.fill(0);
    const links = (await Promise.all(calls)).map(({ secretUrl }) => secretUrl);
    for (const link of links) expect(link.split('#')[1]).toBe(fragment);
    const opened = await Promise.all(links.map((link) => openLink(link)));
    expect(opened).toEqual(['first', 'second', 'third'].map((secret) => ({ kind: 'secret', secret })));
  });

  it('the bytes of a file, and those of a link key', async () => {
    for (const bytes of [Buffer.from('sevens'), new TextEncoder().encode('sevens')]) {
      const linkKey = createLinkKey();
      const key = encodeLinkKey(linkKey);
      const call = client.transfers.create({ type: 'file', file: bytes }, { linkKey });
      bytes.fill(0);
      linkKey.fill(0);
      const { shareUrl } = await call;
      expect(shareUrl.endsWith(`#${key}`)).toBe(true);
      const opened = await openLink(shareUrl);
      expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
    }
  });

  it('the message and the file of a room, and the options', async () => {
    const { roomUrl } = await client.rooms.create({ name: 'Incident' });
    const message = { text: 'first', author: 'Kim' };
    const announced = { file: new Uint8Array([65]), fileName: 'a.txt' };
    const options = { headers: {}, password: undefined as string | undefined };
    const calls = [
      client.rooms.messages.create(roomUrl, message, options),
      client.rooms.files.create(roomUrl, announced, options),
    ];
    Object.assign(message, { text: 'second', author: 'Eve' });
    announced.file.fill(0);
    Object.assign(announced, { fileName: 'b.txt' });
    options.password = 'x';
    await Promise.all(calls);
    const room = await client.rooms.open(roomUrl);
    const found = [];
    for await (const { text, author, file } of room.messages())
      found.push(file ? `${file.fileName}: ${await file.text()}` : `${author}: ${text}`);
    expect(found.sort()).toEqual(['Kim: first', 'a.txt: A']);
  });
});

describe('what a room was given may be used again at once', () => {
  it.each(['e2e', 'server'] as const)('the message, the file, what is said of it: %s', async (encryption) => {
    const { roomUrl } = await client.rooms.create({ name: 'Incident', encryption });
    const opened = await openLink(roomUrl);
    if (opened.kind !== 'room') return expect.unreachable();
    for (const room of [await client.rooms.open(roomUrl), opened.room]) {
      const message = { text: 'first', author: 'Kim' };
      const bytes = new Uint8Array([65]);
      const about = { fileName: 'a.txt' };
      const options = { headers: {} as Record<string, string> };
      const calls = [room.post(message, options), room.send(bytes, about, options)];
      Object.assign(message, { text: 'second', author: 'Eve' });
      bytes.fill(0);
      about.fileName = 'b.txt';
      options.headers = { ' malformed': '' };
      await Promise.all(calls);
    }
    const found = [];
    for await (const { text, author, file } of opened.room.messages())
      found.push(file ? `${file.fileName}: ${await file.text()}` : `${author}: ${text}`);
    expect(found.sort()).toEqual(['Kim: first', 'Kim: first', 'a.txt: A', 'a.txt: A']);
  });
});

describe('what cannot be read at the moment of the call', () => {
  const moved = new ArrayBuffer(8);
  structuredClone(moved, { transfer: [moved] });
  const failing = {
    type: 'file' as const,
    get file(): Blob {
      throw new RangeError('of the getter');
    },
  };
  it.each<[string, object]>([
    ['bytes that were transferred', { type: 'file', file: moved }],
    ['a getter that throws', failing],
    ['a listener that is no function', { type: 'file', file: { on: 5 } }],
  ])('fails the call, and not the caller: %s', async (_, body) => {
    const { client, seen } = await stage([secretCreated]);
    const call = client.transfers.create(body as never);
    await expect(call).rejects.toMatchObject({ name: 'TempshareError', message: /nothing was sent$/ });
    expect(seen).toEqual([]);
  });

  it('fails what a room is sent, too', async () => {
    const { roomUrl } = await client.rooms.create({ name: 'Incident' });
    const call = (await client.rooms.open(roomUrl)).send(moved);
    await expect(call).rejects.toMatchObject({ name: 'TempshareError', message: /nothing was sent$/ });
  });
});

describe('the Response of a sealed call', () => {
  it('holds the whole link, its key included', async () => {
    const { client, seen } = await stage([secretCreated]);
    const response = await client.secrets.create({ secret: 'hunter2' }).asResponse();
    expect(response.status).toBe(201);
    // That of the service is the length of its own body.
    expect(response.headers.get('content-length')).toBeNull();
    const { secretUrl } = (await response.json()) as { secretUrl: string };
    const keys = await deriveKeys(decodeLinkKey(secretUrl));
    const { secret } = JSON.parse(seen[0]!.body) as { secret: string };
    expect(await open(secret, keys, 'secret')).toBe('hunter2');
    const { data, response: again } = await client.secrets.create({ secret: 'x' }).withResponse();
    expect(await again.json()).toEqual(data);
    expect(data.secretUrl).toContain('#');
  });
});
