import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { createMock } from '@tempshare/testing';
import { build } from 'esbuild';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../support/contract/stage.ts';

const HOUR = 3_600_000;
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
const clientOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) =>
  new Tempshare({ baseUrl, apiKey, maxRetries: 0 });

describe('several mocks', () => {
  it('stand side by side, each with its own address, state and failures', async () => {
    const mocks = [
      'https://a.example/api/v1',
      'http://localhost:8181/api/v1',
      'https://a.example/b/api/v1/',
    ].map((baseUrl) => createMock({ baseUrl }));
    server.use(...mocks.flatMap(({ handlers }) => handlers));
    mocks[0]!.fail('key.get', 'internal_error');
    for (const [i, mock] of mocks.entries()) {
      const client = clientOf(mock);
      const { shareUrl } = await client.transfers.create({ type: 'text', text: `text ${i}` });
      expect(await openLink(shareUrl)).toMatchObject({ text: `text ${i}` });
      expect((await client.transfers.list()).total).toBe(1);
      if (i === 0) expect(await failureOf(client.key.get())).toMatchObject({ status: 500 });
      else await client.key.get();
      expect(mock.requests).toHaveLength(5);
    }
    expect(await failureOf(clientOf({ ...mocks[1]!, apiKey: mocks[0]!.apiKey }).key.get())).toMatchObject({
      status: 401,
    });
  });

  it('take an address that is not below /api/v1, where mock.open opens what was shared', async () => {
    const mock = createMock({ baseUrl: 'https://gateway.example/tempshare' });
    server.use(...mock.handlers);
    const file = new Blob(['bytes']);
    const { shareUrl } = await clientOf(mock).transfers.create({ type: 'file', file });
    const opened = await mock.open(shareUrl);
    if (opened.kind !== 'file') expect.fail(opened.kind);
    expect(await opened.file.text()).toBe('bytes');
  });
});

describe('a clock that stands', () => {
  const now = '2030-01-31T12:00:00.000Z';
  it('gives the same times on each run, and moves when it is told to', async () => {
    const mock = createMock({ baseUrl: 'http://share.example/api/v1', now });
    server.use(...mock.handlers);
    const client = clientOf(mock);
    const { createdAt, expiresAt, secretUrl } = await client.secrets.create({
      secret: 'x',
      expiration: '1h',
    });
    expect([createdAt, expiresAt]).toEqual([now, '2030-01-31T13:00:00.000Z']);
    mock.advance(HOUR - 1);
    await client.secrets.create({ secret: 'y' });
    expect((await mock.open(secretUrl)).kind).toBe('secret');
    expect(mock.events[0]?.createdAt).toBe('2030-01-31T12:59:59.999Z');
    mock.reset();
    expect((await client.secrets.create({ secret: 'x' })).createdAt).toBe(now);
  });

  it('lists what was made at one time in the order it was made, page by page', async () => {
    const mock = createMock({ baseUrl: 'http://share.example/api/v1', now: new Date(now) });
    server.use(...mock.handlers);
    const client = clientOf(mock);
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.unshift((await client.transfers.create({ type: 'text', text: 'x' })).id);
    const listed: string[] = [];
    for await (const { id } of client.transfers.list({ limit: 3 })) listed.push(id);
    expect(listed).toEqual(made);
  });

  it.each([NaN, -5, Infinity, '60000' as never])('does not move by %s', (ms) => {
    const mock = createMock({ baseUrl: 'http://share.example/api/v1', now });
    expect(() => mock.advance(ms)).toThrow('advance: milliseconds, from 0');
  });

  it.each([{}, undefined, { baseUrl: 'nope' }, { baseUrl: 'share.example:443/api/v1' }])(
    'is not made for %j, and says what it takes',
    (options) => {
      const make = () => createMock(options as never);
      expect(make).toThrow(TypeError);
      expect(make).toThrow('baseUrl must be an http or https address such as https://share.example/api/v1');
    },
  );
});

it.each([
  [{ drop: { items: -1 } }, 'capacity: drop.items must be a whole number, from 0'],
  [{ request: { bytes: 1.5 } }, 'capacity: request.bytes must be a whole number, from 0'],
  [{ sessions: NaN }, 'capacity: sessions must be a whole number, from 0'],
  [{ total: '5' as never }, 'capacity: total must be a whole number, from 0'],
])('a mock does not take as much as %j', (capacity, message) => {
  const make = () => createMock({ baseUrl: 'http://share.example/api/v1', capacity });
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

it('fake timers spare a test the waits of the client', async () => {
  const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
  server.use(...mock.handlers);
  mock.fail('secrets.create', 'service_unavailable', { times: 2, retryAfter: 30 });
  vi.useFakeTimers();
  try {
    const call = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey }).secrets.create(
      { secret: 'x' },
      { timeout: Infinity },
    );
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(5000);
        expect(mock.requests).toHaveLength(3);
      },
      { timeout: 60_000 },
    );
    expect((await call).success).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('the mock takes nothing from Node.js, so that it runs in a browser’s service worker, too', async () => {
  const entry = {
    contents: "export { createMock } from '@tempshare/testing';",
    resolveDir: import.meta.dirname,
  };
  const { errors, metafile } = await build({
    stdin: entry,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    external: ['msw'],
  });
  expect(errors).toEqual([]);
  const [output] = Object.values(metafile.outputs);
  expect(output?.imports.filter(({ external }) => external).map(({ path }) => path)).toEqual(['msw']);
});

describe('what a mock does not know', () => {
  const baseUrl = 'https://share.example/api/v1';
  const mock = createMock({ baseUrl });
  it.for<[string, () => unknown, string]>([
    ['an option', () => createMock({ baseUrl, key: 'x' } as never), 'createMock: unknown are key; known are'],
    ['a limit', () => createMock({ baseUrl, limits: { keys: 3 } as never }), 'limit: unknown are keys'],
    [
      'a capacity within',
      () => createMock({ baseUrl, capacity: { drop: { files: 3 } as never } }),
      'capacity of drop: unknown are files; known are items, bytes',
    ],
    [
      'an option of a failure',
      () => mock.fail('*', 'network', { time: 2 } as never),
      'fail: unknown are time',
    ],
    ['a time', () => createMock({ baseUrl, now: 'noon' }), 'now'],
    ['a scope', () => mock.createKey(['secret:make' as never]), 'scopes must be a list of transfer:create'],
    ['a scope alone', () => mock.createKey('secret:create' as never), 'scopes must be a list of'],
  ])('is refused: %s', ([, use, message]) => {
    expect(use).toThrow(TypeError);
    expect(use).toThrow(message);
  });
});
