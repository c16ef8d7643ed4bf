import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { createMock } from '@tempshare/testing';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { failureOf } from '../support/contract/stage.ts';

const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => mock.reset());
afterAll(() => server.close());
const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, maxRetries: 0 });

describe('the requests that a mock shows', () => {
  it('are what the program sent, without its key', async () => {
    const { id } = await client.transfers.create({ type: 'text', text: 'x', expiration: '1h' });
    await client.transfers.list({ status: 'active', limit: 5 });
    await client.transfers.get(id);
    const [created, listed, got] = mock.requests;
    expect(created).toMatchObject({ operation: 'transfers.create', params: {}, query: {}, outcome: 201 });
    expect(created?.body).toMatchObject({ type: 'text', encryption: 'e2e', expiration: '1h' });
    expect(created?.headers['idempotency-key']).toBeTruthy();
    expect(listed).toMatchObject({ query: { status: 'active', limit: '5' }, body: undefined });
    expect(got).toMatchObject({ operation: 'transfers.get', params: { id }, outcome: 200 });
    expect(JSON.stringify(mock.requests)).not.toContain(mock.apiKey);
  });

  it('are typed by their operation', async () => {
    await client.secrets.create({ secret: 'x', expiration: '1h' });
    for (const request of mock.requests) {
      if (request.operation !== 'secrets.create') expect.fail(request.operation);
      expectTypeOf(request.body.secret).toEqualTypeOf<string>();
      expect(request.body.secret).not.toBe('x');
    }
    const [opened] = mock.requests.filter(({ operation }) => operation === 'public.transfers.open');
    expect(opened).toBe(undefined);
    type Revealed = Extract<(typeof mock.requests)[number], { operation: 'public.secrets.reveal' }>;
    expectTypeOf<Revealed['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<undefined>().toExtend<Revealed['body']>();
  });

  it('are there also when they were refused, and forgotten with everything', async () => {
    const key = { Authorization: `Bearer ${mock.apiKey}`, 'Content-Type': 'application/json' };
    for (const body of ['{"secret":5}', '{', ''])
      await fetch(`${mock.baseUrl}/secrets`, { method: 'POST', headers: key, body });
    expect(mock.requests.map(({ body, outcome }) => [body, outcome])).toEqual([
      [{ secret: 5 }, 400],
      ['{', 400],
      [undefined, 400],
    ]);
    await failureOf(client.withOptions({ apiKey: 'svc_sk_test_wrong' }).key.get());
    expect(mock.requests.at(-1)?.outcome).toBe(401);
    expect((await fetch(`${mock.baseUrl}/public/secrets/%zz`)).status).toBe(400);
    expect(mock.requests.at(-1)).toMatchObject({ params: { id: '%zz' }, outcome: 400 });
    expect((await fetch(`${mock.baseUrl}/nothing`)).status).toBe(404);
    expect(mock.requests).toHaveLength(5);
    mock.reset();
    expect(mock.requests).toEqual([]);
  });
});

describe('what a program has shared', () => {
  const bytes = Uint8Array.from({ length: 150_000 }, (_, i) => i % 251);
  const file = new File([bytes], 'plan.pdf', { type: 'application/pdf' });

  it('opens in the mock, sealed or not, and the program’s requests stay as they were', async () => {
    for (const encryption of ['e2e', 'server'] as const) {
      const sharer = client.withOptions({ encryption });
      const secret = await sharer.secrets.create({ secret: 'hunter2', password: 'azalea' });
      const url = await sharer.transfers.create({ type: 'url', targetUrl: 'https://example.com/x' });
      const sent = await sharer.transfers.create({ type: 'file', file, oneTime: true });
      const requests = mock.requests.length;
      mock.limit({ anonymous: 0 });
      mock.fail('*', 'network', { times: Infinity });

      expect(await failureOf(mock.open(secret.secretUrl))).toMatchObject({ code: 'password_required' });
      expect(await mock.open(secret.secretUrl, { password: 'azalea' })).toEqual({
        kind: 'secret',
        secret: 'hunter2',
      });
      expect(await failureOf(mock.open(secret.secretUrl))).toMatchObject({ status: 404 });
      expect(await mock.open(url.shareUrl)).toMatchObject({ targetUrl: 'https://example.com/x' });
      const opened = await mock.open(sent.shareUrl);
      if (opened.kind !== 'file') expect.fail(opened.kind);
      expect(opened.file).toMatchObject({
        fileName: 'plan.pdf',
        mediaType: 'application/pdf',
        size: 150_000,
      });
      expect(Buffer.from(await opened.file.bytes()).equals(bytes)).toBe(true);
      expect(await failureOf(opened.file.bytes())).toMatchObject({ status: 404 });
      expect(mock.requests).toHaveLength(requests);
      mock.recover();
    }
  });

  it('can be a room, which the test enters as a guest', async () => {
    const { roomUrl, roomId } = await client.rooms.create({ name: 'Incident', password: 'azalea' });
    await client.rooms.messages.create(roomUrl, { text: 'Hello' }, { password: 'azalea' });
    const opened = await mock.open(roomUrl, { password: 'azalea' });
    if (opened.kind !== 'room') expect.fail(opened.kind);
    await opened.room.post({ text: 'Hello back', author: 'Test' });
    await opened.room.send(file);
    const mine = await client.rooms.open(roomUrl, { password: 'azalea' });
    const seen = [];
    for await (const { from, text, author, file } of mine.messages())
      seen.unshift({ from, text: text ?? file?.fileName, author });
    expect(seen).toEqual([
      { from: 'owner', text: 'Hello', author: undefined },
      { from: 'guest', text: 'Hello back', author: 'Test' },
      { from: 'guest', text: 'plan.pdf', author: undefined },
    ]);
    expect(JSON.stringify(await client.rooms.messages.list(roomId))).not.toContain('Hello');
  });

  it('can be a room whose stream breaks off, and is followed from where it was', async () => {
    const { roomId, roomUrl } = await client.rooms.create({ name: 'Incident' });
    const opened = await openLink(roomUrl);
    if (opened.kind !== 'room') expect.fail(opened.kind);
    mock.fail('public.rooms.events', 'cut_off');
    const events: unknown[] = [];
    const following = (async () => {
      for await (const event of opened.room.events())
        events.push(event.type === 'message' ? event.message.text : event.state);
    })();
    const connections = () => mock.requests.filter(({ operation }) => operation === 'public.rooms.events');
    await expect.poll(() => connections().map(({ outcome }) => outcome)).toEqual(['cut_off', 200]);
    await client.rooms.messages.create(roomUrl, { text: 'Hello' });
    await expect.poll(() => events).toEqual(['Hello']);
    await client.rooms.delete(roomId);
    await following;
    expect(events).toEqual(['Hello', 'deleted']);
  });

  it('can be a request for files or an inbox, which the test fills', async () => {
    const { requestId, requestUrl, pin } = await client.requests.create({ title: 'Papers' });
    const request = await mock.open(requestUrl);
    if (request.kind !== 'request') expect.fail(request.kind);
    await request.send(file, { pin });
    await request.finish({ pin });
    expect((await client.requests.get(requestId)).files).toMatchObject([{ fileName: 'plan.pdf' }]);
    expect(mock.events.map(({ type }) => type)).toEqual(['request.created', 'request.closed']);
    const { dropId, dropUrl } = await client.drops.create({ label: 'Box' });
    const drop = await mock.open(dropUrl);
    if (drop.kind !== 'drop') expect.fail(drop.kind);
    await drop.leave({ message: 'For you' });
    expect((await client.drops.items.list(dropId)).items).toMatchObject([{ message: 'For you' }]);
  });
});
