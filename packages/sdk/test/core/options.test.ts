import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchClient } from '../../src/fetch.ts';
import { NotFoundError, Tempshare, TempshareError, type ClientOptions } from '../../src/index.ts';
import { openLink, peekLink, peekSecret } from '../../src/links/index.ts';
import { getTransfer } from '../operations.ts';
import { html, json, scriptedServer } from '../scripted-server.ts';

const apiKey = 'svc_sk_live_kR7vQ2mX9wLpT4sZ8nB1cD6fG3hJ5yAe';
const silent = () => ({ error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() });

beforeEach(() => {
  for (const name of ['SERVICE_API_KEY', 'SERVICE_BASE_URL', 'SERVICE_LOG']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('a client with other options', () => {
  it('keeps every setting that is not given, also one given as undefined', async () => {
    const { baseUrl, seen } = await scriptedServer(html(503));
    const logger = silent();
    const ran = vi.fn();
    const all: Required<Omit<ClientOptions, 'dangerouslyAllowBrowser'>> = {
      apiKey: () => apiKey,
      baseUrl,
      timeout: 5_000,
      maxRetries: 0,
      maxRetryAfter: 1,
      fetch: vi.fn((...call: Parameters<typeof fetch>) => fetch(...call)),
      middleware: [(request, next) => (ran(), next(request))],
      logger,
      logLevel: 'debug',
      defaultHeaders: { 'x-tenant': 'a' },
      encryption: 'server',
      appUrl: 'https://share.example',
    };
    const nothing = Object.fromEntries(Object.keys(all).map((name) => [name, undefined]));
    vi.stubEnv('SERVICE_API_KEY', 'svc_sk_live_other');
    const client = new Tempshare(all).withOptions({}).withOptions(nothing);
    await expect(client.transfers.create({ type: 'text', text: 'hi' })).rejects.toThrow(/1 attempt\)/);
    expect(seen).toHaveLength(1);
    expect(seen[0]!.headers).toMatchObject({ authorization: `Bearer ${apiKey}`, 'x-tenant': 'a' });
    expect(seen[0]!.body).toBe('{"type":"text","text":"hi"}');
    for (const called of [all.fetch, ran, logger.debug]) expect(called).toHaveBeenCalled();
  });

  it('leaves the first as it was', async () => {
    const { baseUrl, seen } = await scriptedServer(json(200, {}));
    const client = new Tempshare({ apiKey, baseUrl });
    client.withOptions({ apiKey: null, defaultHeaders: { 'x-tenant': 'b' } });
    await client.invoke(getTransfer, { path: { id: 'a' } });
    expect(seen[0]!.headers).toMatchObject({ authorization: `Bearer ${apiKey}` });
    expect(seen[0]!.headers).not.toHaveProperty('x-tenant');
  });
});

describe('settings that cannot work', () => {
  const baseUrl = 'http://localhost/api/v1';
  const refused: [string, unknown, RegExp][] = [
    ['a key alone', apiKey, /^unknown setting of a client: not shown here; known are apiKey, baseUrl,/],
    ['a list', [apiKey], /^unknown setting of a client: not shown here/],
    [
      'apikey',
      { apikey: apiKey },
      /^unknown setting of a client: "apikey" \(perhaps apiKey is meant\); known are apiKey/,
    ],
    ['baseURL', { baseURL: baseUrl }, /"baseURL" \(perhaps baseUrl is meant\)/],
    ['a key as a name', { [apiKey]: true }, /^unknown setting of a client: not shown here/],
    ['no time', { timeout: 0 }, /timeout must be milliseconds above 0/],
    ['a time as text', { timeout: '5' }, /timeout must be milliseconds above 0/],
    ['half a retry', { maxRetries: 0.5 }, /maxRetries must be a whole number from 0/],
    ['a longest wait that is null', { maxRetryAfter: null }, /maxRetryAfter must be milliseconds/],
    ['Headers', { defaultHeaders: new Headers({ 'x-tenant': 'a' }) }, /^headers must be an object: /],
    [
      'an address of pages that is none',
      { appUrl: 'share.example' },
      /^appUrl or the variable SERVICE_APP_URL is/,
    ],
    ['encryption none', { encryption: 'none' }, /encryption must be 'e2e' or 'server'/],
    ['a logger without a level', { logger: { ...console, debug: undefined } }, /logger must have/],
    ['a fetch that is an object', { fetch: {} }, /fetch must be a function/],
    ['a middleware that is a number', { middleware: [5] }, /middleware a list of functions/],
    ['a middleware that is no list', { middleware: fetch }, /middleware a list of functions/],
  ];

  beforeEach(() => {
    vi.stubEnv('SERVICE_API_KEY', 'svc_sk_live_other');
    vi.stubEnv('SERVICE_BASE_URL', baseUrl);
  });

  it.each(refused)('are refused when the client is made: %s', (_, settings, lesson) => {
    for (const make of [
      () => new Tempshare(settings as ClientOptions),
      () => new Tempshare().withOptions(settings as ClientOptions),
      () => createFetchClient(settings as ClientOptions),
    ]) {
      expect(make).toThrow(TempshareError);
      expect(make).toThrow(lesson);
      expect(make).not.toThrow(apiKey);
    }
  });

  it('are refused by openLink, too', async () => {
    const link = 'http://localhost/en/secret/4hTq8YwJx5QmN0aVt7LcPz';
    await expect(openLink(link, { passwort: 'azalea' } as object)).rejects.toThrow(
      'option of openLink: "passwort" (perhaps password is meant)',
    );
  });

  it('may hold unknown names without a value', () => {
    expect(new Tempshare({ apikey: undefined } as ClientOptions).baseUrl).toBe(baseUrl);
  });

  it('may be null, which says nothing', () => {
    const nothing = null as unknown as ClientOptions;
    expect(new Tempshare(nothing).withOptions(nothing).baseUrl).toBe(baseUrl);
    expect(() => createFetchClient(nothing)).not.toThrow();
  });

  it.each([openLink, peekLink, peekSecret])('may be null when a link is opened: %s', async (open) => {
    const { baseUrl, seen } = await scriptedServer(html(404));
    const link = new URL('/en/secret/4hTq8YwJx5QmN0aVt7LcPz', baseUrl);
    await expect(open(link, null as unknown as object)).rejects.toThrow(NotFoundError);
    expect(seen).toHaveLength(1);
  });
});

describe('the guard against keys in browsers', () => {
  const baseUrl = 'http://localhost/api/v1';
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

  it.each([
    ['a page', 'window', { document: {} }],
    ['a worker of a page', 'navigator', { userAgent: firefox }],
  ])('holds on %s, unless a key is meant', (_, name, value) => {
    vi.stubGlobal(name, value);
    expect(() => new Tempshare({ apiKey, baseUrl })).toThrow(/dangerouslyAllowBrowser/);
    expect(() => new Tempshare({ apiKey: () => apiKey, baseUrl })).toThrow(TempshareError);
    expect(new Tempshare({ baseUrl })).toBeInstanceOf(Tempshare);
    expect(new Tempshare({ apiKey, baseUrl, dangerouslyAllowBrowser: true })).toBeInstanceOf(Tempshare);
  });

  it.each(['Node.js/24', 'Deno/2.9.6', 'Bun/1.4.5', 'Cloudflare-Workers', undefined])(
    'lets a server through that calls itself %s',
    (userAgent) => {
      vi.stubGlobal('navigator', { userAgent });
      expect(new Tempshare({ apiKey, baseUrl })).toBeInstanceOf(Tempshare);
    },
  );
});
