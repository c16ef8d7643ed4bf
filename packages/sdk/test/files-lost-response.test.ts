import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  NotFoundError,
  Tempshare,
  TempshareError,
  type ClientOptions,
  type Middleware,
  type Progress,
} from '../src/index.ts';
import { openLink } from '../src/links/index.ts';
import { skipPauses } from './as-time-passes.ts';
import { createMock, type Mock } from '@tempshare/testing';

skipPauses();

const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const server = setupServer(...mock.handlers);
const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
const file = new File(['sevens'], 'a.txt');
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
afterEach(() => mock.reset());

type MockFailure = Parameters<Mock['fail']>[1];

const uploads = () =>
  mock.requests.filter(({ operation }) => operation === 'files.upload').map(({ outcome }) => outcome);

describe('an upload whose response is lost has used its URL up', () => {
  it.each(['e2e', 'server'] as const)('and the %s transfer is found to be there', async (encryption) => {
    mock.fail('files.upload', 'lost_response');
    const { shareUrl } = await client.transfers.create({ type: 'file', file, encryption });
    const opened = await mock.open(shareUrl);
    expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
    expect(uploads()).toEqual(['lost_response', 404]);
  });

  it('and the file is found in the room, by its owner and by guests', async () => {
    const { roomUrl } = await client.rooms.create({ name: 'Incident' });
    const opened = await openLink(roomUrl);
    if (opened.kind !== 'room') return expect.unreachable();
    const mine = await client.rooms.open(roomUrl);
    for (const send of [
      () => client.rooms.files.create(roomUrl, { file }),
      () => mine.send(file),
      () => opened.room.send(file),
    ]) {
      mock.fail('files.upload', 'lost_response');
      await send();
    }
    const texts = [];
    for await (const message of opened.room.messages()) texts.push(await message.file?.text());
    expect(texts).toEqual(['sevens', 'sevens', 'sevens']);
  });

  it('and a sender of a request, who cannot look, is told so', async () => {
    const { requestId, requestUrl, pin } = await client.requests.create({ title: 'Papers' });
    const opened = await openLink(requestUrl);
    if (opened.kind !== 'request') return expect.unreachable();
    mock.fail('files.upload', 'lost_response');
    const error = await opened.send(file, { pin }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TempshareError);
    expect((error as Error).message).toMatch(/most likely arrived; ask before the file is sent again$/);
    expect((error as Error).cause).toBeInstanceOf(NotFoundError);
    expect((await client.requests.get(requestId)).files).toHaveLength(1);
  });

  it('but a URL that is gone for another reason is not taken for it', async () => {
    mock.fail('files.upload', 'network');
    mock.fail('files.upload', 'not_found');
    const call = client.transfers.create({ type: 'file', file });
    await expect(call).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('bytes that arrive although the upload is answered with 404', () => {
  const retrying: Middleware = async (request, next) => {
    const copy = request.clone();
    return next(request).catch(() => next(copy));
  };
  /** Loses the first response to an upload. */
  const losing = (otherwise: () => Promise<Response>): typeof fetch => {
    let lost = false;
    return async (url, init) => {
      if (init?.method !== 'PUT' || lost) return fetch(url, init);
      lost = true;
      await (await fetch(url, init)).text();
      return otherwise();
    };
  };
  const settings: [string, () => ClientOptions][] = [
    [
      'middleware that sends them twice',
      () => ({ middleware: [retrying], fetch: losing(() => Promise.reject(new TypeError('hang up'))) }),
    ],
    [
      'a proxy that sends them twice',
      () => ({ fetch: losing(async () => Response.json({ code: 'not_found' }, { status: 404 })) }),
    ],
  ];

  it.for(settings)('are found by their sender behind %s', async ([, options]) => {
    const { baseUrl, apiKey } = mock;
    const sender = () => new Tempshare({ baseUrl, apiKey, ...options() });
    const { shareUrl } = await sender().transfers.create({ type: 'file', file });
    const opened = await mock.open(shareUrl);
    expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
    const { roomUrl } = await client.rooms.create({ name: 'Incident' });
    expect(await sender().rooms.files.create(roomUrl, { file })).toHaveProperty('id');
  });
});

describe('a call that is repeated under a key that its options do not name', () => {
  const keys: [string, { headers?: Record<string, string> }, ClientOptions][] = [
    ['its headers', { headers: { 'Idempotency-Key': 'order-4711' } }, {}],
    ["the client's headers", {}, { defaultHeaders: { 'idempotency-key': 'order-4711' } }],
    [
      'middleware',
      {},
      {
        middleware: [
          (request, next) => {
            if (request.method === 'POST') request.headers.set('idempotency-key', 'order-4711');
            return next(request);
          },
        ],
      },
    ],
  ];

  it.for(keys)(
    'gives the same link again, and its file stays, with a key of %s',
    async ([, given, options]) => {
      const { baseUrl, apiKey } = mock;
      const sender = new Tempshare({ baseUrl, apiKey, ...options });
      const share = () => sender.transfers.create({ type: 'file', file, encryption: 'server' }, given);
      const { shareUrl } = await share();
      expect((await share()).shareUrl).toBe(shareUrl);
      const opened = await mock.open(shareUrl);
      expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
    },
  );
});

describe('whether the bytes of a repeated call have arrived', () => {
  const body = { type: 'file', file, encryption: 'server' } as const;
  const options = { idempotencyKey: 'order-4711', maxRetries: 0 };

  it.for<[string, MockFailure, object]>([
    ['over the rate limit', 'rate_limited', { status: 429 }],
    ['while the service is away', 'service_unavailable', { status: 503 }],
    ['without a network', 'network', { name: 'APIConnectionError' }],
  ])('is not taken for a no when nobody can look: %s', async ([, failure, cause]) => {
    const { baseUrl, apiKey } = mock;
    const sender = new Tempshare({ baseUrl, apiKey, maxRetries: 0 });
    const { id } = await sender.transfers.create(body, options);
    mock.fail('public.transfers.get', failure);
    await expect(sender.transfers.create(body, options)).rejects.toMatchObject({
      name: 'TempshareError',
      message: expect.stringMatching(/could not be looked up: repeat the call with the same idempotencyKey/),
      announcedId: id,
      cause,
    });
  });

  it('is left open by an owner of a room who cannot look', async () => {
    const { baseUrl, apiKey } = mock;
    const sender = new Tempshare({ baseUrl, apiKey, maxRetries: 0 });
    const { roomId } = await sender.rooms.create({ name: 'Incident', encryption: 'server' });
    const create = () => sender.rooms.files.create(roomId, { file, encryption: 'server' }, options);
    const { id } = await create();
    mock.fail('rooms.messages.list', 'rate_limited');
    await expect(create()).rejects.toMatchObject({ message: /could not be looked up/, announcedId: id });
  });

  it('is left open by a caller that aborts meanwhile', async () => {
    const controller = new AbortController();
    const { baseUrl, apiKey } = mock;
    const sender = new Tempshare({
      baseUrl,
      apiKey,
      fetch: (url, init) => {
        if ((url as string).includes('/public/transfers/')) controller.abort('enough');
        return fetch(url, init);
      },
    });
    const { id } = await sender.transfers.create(body, options);
    const call = sender.transfers.create(body, { ...options, signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'enough', announcedId: id });
  });
});

describe('a call that is repeated under its idempotencyKey', () => {
  const options = { idempotencyKey: 'order-4711' };
  const body = { type: 'file', file, encryption: 'server' } as const;

  it('gives the same link again when the file has arrived', async () => {
    const { shareUrl } = await client.transfers.create(body, options);
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => seen.push(progress);
    const again = await client.transfers.create(body, { ...options, onProgress });
    expect(again.shareUrl).toBe(shareUrl);
    expect(seen.at(-1)).toEqual({ loaded: 6, total: 6 });
    const opened = await openLink(shareUrl);
    expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
    expect(uploads()).toEqual([200, 404]);
  });

  it('gives the same file of a room again when it has arrived', async () => {
    const { roomId } = await client.rooms.create({ name: 'Incident', encryption: 'server' });
    const create = () => client.rooms.files.create(roomId, { file, encryption: 'server' }, options);
    expect((await create()).id).toBe((await create()).id);
    expect((await client.rooms.messages.list(roomId)).messages).toHaveLength(1);
  });

  it('sends the bytes that the first call did not bring', async () => {
    mock.fail('files.upload', 'validation_failed');
    await expect(client.transfers.create(body, options)).rejects.toMatchObject({ status: 400 });
    const { shareUrl } = await client.transfers.create(body, options);
    const opened = await openLink(shareUrl);
    expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
  });

  it('fails, and says why, when the URL serves no more and the file is not there', async () => {
    mock.fail('files.upload', 'validation_failed');
    await expect(client.transfers.create(body, options)).rejects.toMatchObject({ status: 400 });
    mock.advance(2 * 3_600_000);
    const error = await client.transfers.create(body, options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TempshareError);
    expect((error as Error).message).toMatch(/share the file under a new key$/);
    expect((error as Error).cause).toBeInstanceOf(NotFoundError);
  });
});
