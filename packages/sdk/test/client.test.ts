import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APIConnectionError, APIError, APITimeoutError, Tempshare, TempshareError } from '../src/index.ts';
import { version } from '../src/internal/version.ts';
import { createTransfer, getTransfer, finishRequest } from './operations.ts';
import { hang, json, problem, reset, scriptedServer } from './scripted-server.ts';
import { failure } from './transport-setup.ts';

const apiKey = 'svc_sk_live_kR7vQ2mX9wLpT4sZ8nB1cD6fG3hJ5yAe';
const body = { type: 'text', text: 'the shared words' };

beforeEach(() => {
  for (const name of ['SERVICE_API_KEY', 'SERVICE_BASE_URL', 'SERVICE_LOG']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('the settings of a client', () => {
  it('come from the environment where they are not given', async () => {
    const { baseUrl, seen } = await scriptedServer(json(201, {}));
    vi.stubEnv('SERVICE_BASE_URL', `${baseUrl}/`);
    vi.stubEnv('SERVICE_API_KEY', apiKey);
    await new Tempshare().invoke(createTransfer, { body });
    expect(seen[0]).toMatchObject({
      url: '/api/v1/transfers',
      headers: { authorization: `Bearer ${apiKey}` },
    });
  });

  it('must hold the address, and the error names the option and the variable', () => {
    expect(() => new Tempshare({ apiKey })).toThrow(
      /baseUrl.+SERVICE_BASE_URL.+http:\/\/localhost:8080\/api\/v1/,
    );
  });

  it.each(['', 'localhost:8080', '/api/v1', 'ftp://a/b', 'http://u:p@a/', 'http://a/?x=1', 'http://a/#x'])(
    'cannot hold the address %j',
    (baseUrl) => {
      expect(() => new Tempshare({ apiKey, baseUrl })).toThrow(TempshareError);
    },
  );

  it.each([
    [`${apiKey}\n`, /visible ASCII/],
    [` ${apiKey}`, /svc_sk_/],
    ['svc_sk_live_żółć', /ASCII/],
    [`Bearer_${apiKey}`, /svc_sk_/],
    ['', /svc_sk_/],
    [5, /svc_sk_/],
  ])('cannot hold a key like %#, and the error does not show it', (bad, lesson) => {
    const make = () => new Tempshare({ apiKey: bad as string, baseUrl: 'http://localhost/api/v1' });
    expect(make).toThrow(lesson);
    expect(make).not.toThrow(/kR7vQ2|żółć/);
  });

  it('may leave out the key for a recipient; what needs one then sends nothing', async () => {
    const { baseUrl, seen } = await scriptedServer(json(200, { secret: 's' }));
    vi.stubEnv('SERVICE_API_KEY', apiKey);
    const recipient = new Tempshare({ apiKey: null, baseUrl }).withOptions({});
    expect(await recipient.invoke(finishRequest, { path: { id: 'a' }, body: {} })).toEqual({ secret: 's' });
    await expect(recipient.invoke(createTransfer, { body })).rejects.toThrow(
      'transfers.create needs an API key: pass { apiKey } or set the variable SERVICE_API_KEY; nothing was sent',
    );
    expect(seen).toHaveLength(1);
  });
});

describe('a call', () => {
  it('uses the fetch it is given, or the global one of that moment', async () => {
    const baseUrl = 'http://localhost:9/api/v1';
    const given = vi.fn<typeof fetch>(async () => Response.json({ from: 'given' }));
    const replaced = vi.fn<typeof fetch>(async () => Response.json({ from: 'global' }));
    const client = new Tempshare({ apiKey, baseUrl });
    vi.stubGlobal('fetch', replaced);
    expect(await client.invoke(createTransfer, { body })).toEqual({ from: 'global' });
    expect(await client.withOptions({ fetch: given }).invoke(createTransfer, { body })).toEqual({
      from: 'given',
    });
    expect(given.mock.calls[0]![0]).toBe(`${baseUrl}/transfers`);
  });

  it('checks the key that a function gives, and does not show it', async () => {
    const { baseUrl, seen } = await scriptedServer(json(200, {}));
    const client = new Tempshare({ apiKey: () => `${apiKey}\n`, baseUrl });
    const error = await failure(client.invoke(createTransfer, { body }), TempshareError);
    expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain('kR7vQ2');
    expect(seen).toHaveLength(0);
  });
});

describe('the key is nowhere to be seen', () => {
  const everything = (value: unknown) =>
    [
      inspect(value, { showHidden: true, depth: 9 }),
      inspect(value, { showHidden: true, depth: 9, customInspect: false, getters: true }),
      JSON.stringify(value),
      String(value),
      (value as Error).stack ?? '',
    ].join('\n');

  it('in a client, whatever prints it', () => {
    const client = new Tempshare({
      apiKey,
      baseUrl: 'http://localhost:8080/api/v1',
      defaultHeaders: { cookie: 'kR7vQ2' },
    });
    expect(everything({ client, list: [client] })).not.toContain('kR7vQ2');
    expect(inspect(client)).toBe("Tempshare { baseUrl: 'http://localhost:8080/api/v1' }");
    expect(
      everything(client.invoke(createTransfer, { path: {}, body }).catch(() => undefined)),
    ).not.toContain('kR7vQ2');
  });

  it('in any error', async () => {
    const { baseUrl } = await scriptedServer(
      problem(401, 'unauthorized'),
      problem(429, 'rate_limited', { 'retry-after': '99' }),
      reset,
      hang,
    );
    const client = new Tempshare({ apiKey, baseUrl, maxRetries: 0 });
    for (const kind of [APIError, APIError, APIConnectionError, APITimeoutError]) {
      const options = kind === APITimeoutError ? { timeout: 40 } : {};
      const error = await failure(client.invoke(createTransfer, { body }, options), kind);
      expect(everything(error)).not.toContain('kR7vQ2');
      expect(everything(error)).not.toContain('the shared words');
    }
  });

  it('in the log, nor bodies, ids, query values or fragments', async () => {
    const { baseUrl } = await scriptedServer(
      problem(503, 'unavailable', { 'retry-after': '0', 'set-cookie': 'session=hidden' }),
      json(200, { text: 'the shared words' }),
    );
    const lines: unknown[] = [];
    const write = (message: string, fields?: object) => void lines.push(message, fields);
    const logger = { error: write, warn: write, info: write, debug: write };
    const client = new Tempshare({ apiKey, baseUrl, logger, logLevel: 'debug' });
    const options = { headers: { cookie: 'hidden', 'x-api-token': 'hidden' } };
    await client.invoke(getTransfer, { path: { id: 'capability' }, query: { q: 'hidden' } }, options);
    const log = inspect(lines, { depth: 9 });
    expect(log).not.toMatch(/kR7vQ2|authorization|hidden|capability|shared words/i);
    expect(log).toMatch(/GET \/transfers\/\{id\}: sending/);
    expect(log).toMatch(/retry in \d+ ms/);
    expect(log).toMatch(/GET \/transfers\/\{id\}: 200/);
    expect(log).toMatch(/'x-request-id': 'req_1'/);
  });
});

it("the version is the package's", () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(version).toBe(manifest.version);
});
