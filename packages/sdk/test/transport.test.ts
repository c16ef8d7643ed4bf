import { describe, expect, it, vi } from 'vitest';
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
  TempshareError,
  type OperationInfo,
  type Outcome,
  type RequestOptions,
} from '../src/index.ts';
import { createBoundFetch, createInvoke } from '../src/invoke.ts';
import { createTransport, type TransportOptions } from '../src/transport.ts';
import {
  createTransfer,
  deleteTransfer,
  getFile,
  getTransfer,
  listTransfers,
  revealSecret,
} from './operations.ts';
import {
  closedPort,
  halfBody,
  hang,
  html,
  json,
  problem,
  reset,
  scriptedServer,
  stalledBody,
  type Answer,
} from './scripted-server.ts';

const key = 'svc_sk_test_0123456789abcdef';
const created = json(201, { success: true, id: 'abc' });

/** A server with a script, and a client whose pauses are recorded instead of slept. */
async function setup(answers: Answer[], settings: Partial<TransportOptions> = {}) {
  const server = await scriptedServer(...answers);
  const pauses: number[] = [];
  const transport = createTransport({
    baseUrl: server.baseUrl,
    apiKey: () => key,
    timeout: 5_000,
    maxRetries: 2,
    maxRetryAfter: 60_000,
    fetch: globalThis.fetch,
    log: () => undefined,
    sleep: async (ms) => void pauses.push(ms),
    ...settings,
  });
  const invoke = createInvoke(transport, server.baseUrl);
  return {
    ...server,
    pauses,
    boundFetch: createBoundFetch(transport),
    invoke,
    create: (options?: RequestOptions) =>
      invoke<{ id: string }>(createTransfer, { body: { type: 'text', text: 'hi' } }, options),
    get: (options?: RequestOptions) => invoke(getTransfer, { path: { id: 'abc' } }, options),
    reveal: (options?: RequestOptions) => invoke(revealSecret, { path: { id: 'abc' }, body: {} }, options),
  };
}

async function failure<E extends Error>(
  call: PromiseLike<unknown>,
  kind: abstract new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await call.then(
    () => expect.unreachable('the call succeeded'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(kind);
  return error as E;
}

describe('a request', () => {
  it('carries the key, the JSON body and a fresh idempotency key', async () => {
    const { create, seen } = await setup([created]);
    expect(await create()).toEqual({ success: true, id: 'abc' });
    await create();
    const [first, second] = seen;
    expect(first).toMatchObject({
      method: 'POST',
      url: '/api/v1/transfers',
      body: '{"type":"text","text":"hi"}',
    });
    expect(first!.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
      'user-agent': expect.stringMatching(/^tempshare-sdk\/\d+\.\d+\.\d+ Node\.js\/\d+/),
    });
    expect(first!.headers).not.toHaveProperty('x-retry-count');
    expect(second!.headers['idempotency-key']).not.toBe(first!.headers['idempotency-key']);
  });

  it('has its query serialised, without what is undefined', async () => {
    const { invoke, seen } = await setup([json(200, { transfers: [], total: 0 })]);
    const since = new Date(0);
    await invoke(listTransfers, {
      query: { limit: 5, status: 'active', cursor: undefined, tag: ['a b', 'c&d'], since },
    });
    expect(seen[0]!.url).toBe(
      '/api/v1/transfers?limit=5&status=active&tag=a+b&tag=c%26d&since=1970-01-01T00%3A00%3A00.000Z',
    );
  });

  it('carries no key when the operation needs none', async () => {
    const { reveal, seen } = await setup([json(200, {})]);
    await reveal();
    expect(seen[0]!.headers).not.toHaveProperty('authorization');
    expect(seen[0]!.headers).not.toHaveProperty('idempotency-key');
  });

  it('asks a key function again before each attempt', async () => {
    const keys = ['svc_sk_test_old', 'svc_sk_test_new'];
    const { get, seen } = await setup([problem(503, 'unavailable'), json(200, {})], {
      apiKey: async () => keys.shift()!,
    });
    await get();
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer svc_sk_test_old',
      'Bearer svc_sk_test_new',
    ]);
  });

  it('passes on what a key function throws, and does not try again', async () => {
    const vault = new Error('the vault is sealed');
    const { get, seen } = await setup([json(200, {})], { apiKey: () => Promise.reject(vault) });
    await expect(get()).rejects.toBe(vault);
    expect(seen).toHaveLength(0);
  });

  it('carries bytes as they are', async () => {
    const upload: OperationInfo = {
      id: 'files.upload',
      method: 'PUT',
      path: '/uploads/{token}',
      auth: 'none',
      idempotent: false,
    };
    const { invoke, seen } = await setup([html(503), json(200, {})]);
    for (const body of [new Blob(['bytes']), Buffer.from('bytes')])
      await invoke(upload, { path: { token: 't' }, body });
    expect(seen.map(({ body }) => body)).toEqual(['bytes', 'bytes', 'bytes']);
    expect(seen[1]!.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '5',
    });
  });

  it('takes headers from the call before those of the client, and null removes', async () => {
    const { create, seen } = await setup([created], { defaultHeaders: { 'X-Tenant': 'a', 'X-Trace': 't' } });
    await create({ headers: { 'x-tenant': 'b', 'X-TRACE': null, 'User-Agent': null, Accept: 'text/plain' } });
    expect(seen[0]!.headers).toMatchObject({ 'x-tenant': 'b', accept: 'text/plain' });
    expect(seen[0]!.headers).not.toHaveProperty('x-trace');
    expect(seen[0]!.headers['user-agent']).not.toMatch('tempshare');
  });

  it('with a malformed idempotency key, or one the operation does not take, is not sent', async () => {
    const { create, reveal, seen } = await setup([created]);
    await failure(create({ idempotencyKey: 'a\nb' }), TempshareError);
    await failure(create({ idempotencyKey: '' }), TempshareError);
    await failure(reveal({ idempotencyKey: 'k1' }), TempshareError);
    expect(seen).toHaveLength(0);
  });

  it.each(['', '.', '..', '%2e', '%2E%2e', '.%2e', '%252e%252E', '\ud800', undefined])(
    'with the id %j is not sent',
    async (id) => {
      const { invoke, seen } = await setup([json(200, {})]);
      const error = await failure(invoke(deleteTransfer, { path: { id: id as string } }), TempshareError);
      expect(error.message).toMatch(/transfers\.delete needs a "id"/);
      expect(seen).toHaveLength(0);
    },
  );

  it('keeps an odd id within its path segment', async () => {
    const { invoke, seen } = await setup([json(200, {})]);
    await invoke(getTransfer, { path: { id: '../a?b#c/…' } });
    expect(seen[0]!.url).toBe('/api/v1/transfers/..%2Fa%3Fb%23c%2F%E2%80%A6');
  });

  it.each([
    [getTransfer, '/transfers/..'],
    [getTransfer, '/transfers/%2e%2E'],
    [getTransfer, '/transfers/'],
    [getTransfer, '/transfers/a/b'],
    [deleteTransfer, '/../v2/transfers/a'],
  ])(
    'that a skin addresses outside its operation is not sent (%#)',
    async (operation: OperationInfo, path) => {
      const { boundFetch, baseUrl, seen } = await setup([json(200, {})]);
      await failure(boundFetch(operation)(baseUrl + path, { method: operation.method }), TempshareError);
      expect(seen).toHaveLength(0);
    },
  );

  it('to another origin is not sent', async () => {
    const { boundFetch } = await setup([json(200, {})]);
    const other = await scriptedServer(json(200, {}));
    await failure(boundFetch(listTransfers)(`${other.baseUrl}/transfers`), TempshareError);
    expect(other.seen).toHaveLength(0);
  });
});

describe('retries', () => {
  it.each([408, 425, 429, 500, 502, 503, 504])(
    'follow a %d, with one idempotency key over all attempts',
    async (status) => {
      const { create, seen, pauses } = await setup([html(status), html(status), created]);
      const { data, attempts, requestId, response } = await create().withResponse();
      expect({ data, attempts, requestId, status: response.status }).toEqual({
        data: { success: true, id: 'abc' },
        attempts: 3,
        requestId: 'req_1',
        status: 201,
      });
      expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(seen.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1', '2']);
      expect(new Set(seen.map(({ body }) => body))).toEqual(new Set(['{"type":"text","text":"hi"}']));
      expect(pauses).toHaveLength(2);
    },
  );

  it('wait 0.5 s, doubling up to 8 s, less at most a quarter', async () => {
    const { get, pauses } = await setup([html(500)]);
    await failure(get({ maxRetries: 7 }), InternalServerError);
    const full = [500, 1000, 2000, 4000, 8000, 8000, 8000];
    expect(pauses).toHaveLength(full.length);
    for (const [i, ms] of pauses.entries()) {
      expect(ms).toBeLessThanOrEqual(full[i]!);
      expect(ms).toBeGreaterThanOrEqual(full[i]! * 0.75);
    }
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 415, 422, 501])('do not follow a %d', async (status) => {
    const { create, seen } = await setup([problem(status, 'some_code')]);
    const error = await failure(create(), APIError);
    expect(error).toMatchObject({ status, code: 'some_code', attempts: 1 });
    expect(seen).toHaveLength(1);
  });

  it('are none with maxRetries 0, for the client or for one call', async () => {
    const one = await setup([html(500)], { maxRetries: 0 });
    await failure(one.get(), InternalServerError);
    const other = await setup([html(500)]);
    await failure(other.get({ maxRetries: 0 }), InternalServerError);
    expect([one.seen.length, other.seen.length]).toEqual([1, 1]);
  });

  it('follow a 409 that says when to come back: the first call is still running', async () => {
    const { create, pauses } = await setup([
      problem(409, 'idempotency_in_progress', { 'retry-after': '1' }),
      created,
    ]);
    expect((await create().withResponse()).attempts).toBe(2);
    expect(pauses[0]).toBeGreaterThanOrEqual(1000);
    const stuck = await setup([problem(409, 'idempotency_in_progress', { 'retry-after': '1' })]);
    expect(await failure(stuck.create(), ConflictError)).toMatchObject({ attempts: 3, retryAfterMs: 1000 });
  });

  it('go by x-should-retry where it is sent', async () => {
    const no = await setup([problem(500, 'internal_error', { 'x-should-retry': 'false' })]);
    await failure(no.get(), InternalServerError);
    const yes = await setup([problem(404, 'not_found', { 'x-should-retry': 'true' }), json(200, {})]);
    await yes.get();
    expect([no.seen.length, yes.seen.length]).toEqual([1, 2]);
  });

  it('recover from a reset connection', async () => {
    const { create, seen } = await setup([reset, reset, created]);
    await create();
    expect(seen).toHaveLength(3);
  });

  it('recover from an answer cut short', async () => {
    const { create, seen } = await setup([halfBody, created]);
    expect(await create()).toEqual({ success: true, id: 'abc' });
    expect(seen).toHaveLength(2);
  });

  it('give up with what the network said', async () => {
    const { get } = await setup([reset]);
    const error = await failure(get(), APIConnectionError);
    expect(error).toMatchObject({ attempts: 3, operation: 'transfers.get', idempotencyKey: undefined });
    expect(error.message).toMatch(
      /^no complete answer from the service \((ECONNRESET|UND_ERR_SOCKET)\) \(GET \/transfers\/\{id\}, 3 attempts\)$/,
    );
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  it('of a DELETE that had worked report the attempts beside the 404', async () => {
    const { invoke } = await setup([reset, problem(404, 'not_found')]);
    const error = await failure(invoke(deleteTransfer, { path: { id: 'abc' } }), NotFoundError);
    expect(error.attempts).toBe(2);
  });

  it('need an idempotency key for a POST: without one a failure is final', async () => {
    const { create, seen } = await setup([reset]);
    await failure(create({ headers: { 'Idempotency-Key': null } }), APIConnectionError);
    expect(seen).toHaveLength(1);
    expect(seen[0]!.headers).not.toHaveProperty('idempotency-key');
  });

  it('carry the idempotency key of the caller, and an error names it', async () => {
    const { create, seen } = await setup([html(502)]);
    const error = await failure(create({ idempotencyKey: 'order-17' }), InternalServerError);
    expect(error.idempotencyKey).toBe('order-17');
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'order-17',
      'order-17',
      'order-17',
    ]);
  });
});

describe('opening a one-time item', () => {
  it.each<[string, Answer]>([
    ['a reset', reset],
    ['an answer cut short', halfBody],
    ['a 500', problem(500, 'internal_error')],
    ['a 502', html(502)],
    ['a 504', html(504)],
    ['a 408', html(408)],
    ["a gateway's own 503", html(503)],
    ['a 500 that asks for a retry', problem(500, 'internal_error', { 'x-should-retry': 'true' })],
  ])('is not tried again after %s, since it may be burnt', async (_, answer) => {
    const { reveal, seen } = await setup([answer, json(200, {})]);
    await failure(reveal(), TempshareError);
    expect(seen).toHaveLength(1);
  });

  it('is not tried again after a timeout', async () => {
    const { reveal, seen } = await setup([hang]);
    await failure(reveal({ timeout: 40 }), APITimeoutError);
    expect(seen).toHaveLength(1);
  });

  it('is tried again after the 429 and 503 of the service, which consumed nothing', async () => {
    const { reveal, seen } = await setup([
      problem(429, 'rate_limited', { 'retry-after': '1' }),
      problem(503, 'unavailable', { 'retry-after': '1' }),
      json(200, { secret: 's' }),
    ]);
    expect(await reveal()).toEqual({ secret: 's' });
    expect(seen).toHaveLength(3);
  });

  it('is tried again when no connection was made', async () => {
    const closed = await closedPort();
    const astray = (url: string) => () => globalThis.fetch(url, { method: 'POST', body: 'x' });
    const { reveal, seen, pauses } = await setup([json(200, {})], {
      fetch: vi
        .fn(globalThis.fetch)
        .mockImplementationOnce(astray(`http://localhost:${closed}/`))
        .mockImplementationOnce(astray('http://nowhere.invalid/')),
    });
    await reveal();
    expect([seen.length, pauses.length]).toEqual([1, 2]);
  });
});

describe('Retry-After', () => {
  it('in seconds is waited for, never less and at most 50 ms more', async () => {
    const { get, pauses } = await setup([
      problem(429, 'rate_limited', { 'retry-after': '7' }),
      json(200, {}),
    ]);
    await get();
    expect(pauses[0]).toBeGreaterThanOrEqual(7000);
    expect(pauses[0]).toBeLessThanOrEqual(7050);
  });

  it("as a date is measured by the server's own clock", async () => {
    const server = Date.parse('Fri, 01 Jan 2027 00:00:00 GMT');
    const headers = {
      date: new Date(server).toUTCString(),
      'retry-after': new Date(server + 9000).toUTCString(),
    };
    const { get, pauses } = await setup([problem(503, 'unavailable', headers), json(200, {})]);
    await get();
    expect(pauses[0]).toBeGreaterThanOrEqual(9000);
    expect(pauses[0]).toBeLessThanOrEqual(9050);
  });

  it('above the limit fails at once and says how long', async () => {
    const { get, seen } = await setup([problem(429, 'rate_limited', { 'retry-after': '61' })]);
    const error = await failure(get(), RateLimitError);
    expect(error.retryAfterMs).toBe(61_000);
    expect(seen).toHaveLength(1);
  });

  it('that makes no sense gives way to the usual pause', async () => {
    const { get, pauses } = await setup([
      html(503, { 'retry-after': '-5' }),
      html(503, { 'retry-after': 'soon' }),
      json(200, {}),
    ]);
    await get();
    expect(pauses[0]).toBeLessThanOrEqual(500);
    expect(pauses[1]).toBeLessThanOrEqual(1000);
  });
});

describe('the time limit', () => {
  it('is fresh for each attempt', async () => {
    const { get, seen } = await setup([hang]);
    const started = performance.now();
    const error = await failure(get({ timeout: 50 }), APITimeoutError);
    expect(error.message).toBe('no complete answer within 50 ms (GET /transfers/{id}, 3 attempts)');
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(seen).toHaveLength(3);
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);
  });

  it('covers the body', async () => {
    const { get } = await setup([stalledBody]);
    await failure(get({ timeout: 50, maxRetries: 0 }), APITimeoutError);
  });

  it('covers the body of a download', async () => {
    const { invoke } = await setup([stalledBody]);
    const response = await invoke<Response>(getFile, { path: { id: 'r', fileId: 'f' } }, { timeout: 50 });
    await failure(response.text(), APITimeoutError);
  });

  it('holds for a fetch that does not listen to its signal', async () => {
    const { get } = await setup([], { fetch: () => new Promise(() => undefined) });
    await failure(get({ timeout: 20, maxRetries: 0 }), APITimeoutError);
  });

  it('may be Infinity', async () => {
    const { get } = await setup([json(200, { ok: true })]);
    expect(await get({ timeout: Infinity })).toEqual({ ok: true });
  });

  it.each([{ timeout: 0 }, { timeout: NaN }, { maxRetries: -1 }, { maxRetries: 1.5 }])(
    'refuses %j',
    async (options) => {
      const { get, seen } = await setup([json(200, {})]);
      await failure(get(options), TempshareError);
      expect(seen).toHaveLength(0);
    },
  );
});

describe("the caller's signal", () => {
  it('that is aborted already sends nothing', async () => {
    const { get, seen } = await setup([json(200, {})]);
    const error = await failure(get({ signal: AbortSignal.abort('because') }), APIUserAbortError);
    expect(error.cause).toBe('because');
    expect(seen).toHaveLength(0);
  });

  it('ends a call in flight, and the reason is the cause', async () => {
    const { get, seen } = await setup([hang]);
    const controller = new AbortController();
    const call = get({ signal: controller.signal });
    await vi.waitUntil(() => seen.length === 1);
    const reason = new Error('the user left');
    controller.abort(reason);
    const error = await failure(call, APIUserAbortError);
    expect(error.cause).toBe(reason);
    expect(seen).toHaveLength(1);
  });

  it('ends a call between attempts', async () => {
    const controller = new AbortController();
    const { get, seen } = await setup([problem(429, 'rate_limited', { 'retry-after': '30' })], {
      sleep: undefined,
    });
    const call = get({ signal: controller.signal });
    await vi.waitUntil(() => seen.length === 1);
    setTimeout(() => controller.abort(), 20);
    const error = await failure(call, APIUserAbortError);
    expect(error.attempts).toBe(1);
    expect(seen).toHaveLength(1);
  });

  it('ends a download', async () => {
    const { invoke } = await setup([stalledBody]);
    const controller = new AbortController();
    const response = await invoke<Response>(
      getFile,
      { path: { id: 'r', fileId: 'f' } },
      { signal: controller.signal },
    );
    const text = response.text();
    controller.abort();
    await failure(text, APIUserAbortError);
  });

  it('is honoured on the Request of a skin', async () => {
    const { boundFetch, baseUrl, seen } = await setup([hang]);
    const controller = new AbortController();
    const call = boundFetch(listTransfers)(`${baseUrl}/transfers`, { signal: controller.signal });
    await vi.waitUntil(() => seen.length === 1);
    controller.abort();
    await failure(call, APIUserAbortError);
  });

  it('may be shared by many calls without a warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    const { get } = await setup([json(200, {})]);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => get({ signal })));
    expect(warned).not.toHaveBeenCalled();
  });
});

describe('an answer', () => {
  it.each([301, 302, 303, 307, 308])('that redirects (%d) is refused', async (status) => {
    const elsewhere = await scriptedServer(created);
    const location = `${elsewhere.baseUrl}/transfers?token=abc`;
    const { create, seen } = await setup([html(status, { location })]);
    const error = await failure(create(), APIError);
    expect(error).toMatchObject({ status, code: 'redirect_refused' });
    expect(error.message).toContain(new URL(location).origin);
    expect(error.message).not.toContain('token');
    expect([seen.length, elsewhere.seen.length]).toEqual([1, 0]);
  });

  it('from a proxy becomes an error by its status alone, without its body', async () => {
    const { get } = await setup([html(502)], { maxRetries: 0 });
    const error = await failure(get(), InternalServerError);
    expect(error).toMatchObject({
      status: 502,
      code: 'unknown_error',
      title: undefined,
      requestId: undefined,
      errors: [],
    });
    expect(error.message).toBe(
      '502 unknown_error: the answer is not a problem document of the service (text/html) (GET /transfers/{id}, 1 attempt)',
    );
  });

  it('that is JSON of another shape, or broken JSON, is an error too', async () => {
    const broken: Answer = (response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"a');
    for (const answer of [json(400, { message: 'no' }), json(400, null), json(400, 'x'), broken]) {
      const { get } = await setup([answer]);
      expect(await failure(get(), APIError)).toMatchObject({ status: 400, code: 'unknown_error' });
    }
  });

  it('of success that is not JSON is an error that does not quote it', async () => {
    const { get, seen } = await setup([html(200)]);
    const error = await failure(get(), APIError);
    expect(error).toMatchObject({ status: 200, code: 'unknown_error' });
    expect(error.message).toMatch(/\/api\/v1/);
    expect(error.message).not.toMatch(/nginx/);
    expect(seen).toHaveLength(1);
  });

  it('without a body is undefined', async () => {
    const { get } = await setup([(response) => response.writeHead(204).end()]);
    const { data, response } = await get().withResponse();
    expect([data, response.status]).toEqual([undefined, 204]);
  });

  it('can be had as it came, its body unread', async () => {
    const { create, seen } = await setup([created]);
    const call = create();
    const response = await call.asResponse();
    expect(await response.json()).toEqual({ success: true, id: 'abc' });
    expect(response.headers.get('x-request-id')).toBe('req_1');
    expect(await call).toEqual({ success: true, id: 'abc' });
    expect(seen).toHaveLength(1);
  });

  it('of bytes is handed over as a stream', async () => {
    const bytes = Buffer.alloc(300_000, 7);
    const { invoke } = await setup([
      (response) => response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes),
    ]);
    const response = await invoke<Response>(getFile, { path: { id: 'r', fileId: 'f' } });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('of bytes that is cut short fails while it is read', async () => {
    const { invoke } = await setup([halfBody]);
    const response = await invoke<Response>(getFile, { path: { id: 'r', fileId: 'f' } });
    await failure(response.text(), APIConnectionError);
  });
});

describe('a skin over the same transport', () => {
  it('gets a fetch for one call, retries and the outcome included', async () => {
    const { boundFetch, baseUrl, seen } = await setup([html(500), created]);
    const outcome: Outcome = { attempts: 0 };
    const headers = { 'content-type': 'application/json' };
    const request = new Request(`${baseUrl}/transfers`, {
      method: 'POST',
      body: '{"type":"text"}',
      headers,
      redirect: 'follow',
    });
    const response = await boundFetch(createTransfer, { idempotencyKey: 'k' }, outcome)(request);
    expect(await response.json()).toEqual({ success: true, id: 'abc' });
    expect(outcome).toMatchObject({ attempts: 2, requestId: 'req_1' });
    expect(seen.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
      ['{"type":"text"}', 'k'],
      ['{"type":"text"}', 'k'],
    ]);
  });
});
