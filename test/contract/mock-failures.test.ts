import type { OpenApiOperation } from '@tempshare/contract/document';
import {
  APIConnectionError,
  APITimeoutError,
  APIUserAbortError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
  Tempshare,
} from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { createMock, type Failure } from '@tempshare/testing';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { contractCheck } from '../support/contract/check.ts';
import { document } from '../support/contract/schemas.ts';
import { failureOf } from '../support/contract/stage.ts';

const OPERATIONS = Object.values(document.paths).flatMap((item) =>
  Object.values(item).filter((each): each is OpenApiOperation => 'operationId' in Object(each)),
);
const mock = createMock({ baseUrl: 'http://share.example/api/v1' });
const check = contractCheck(mock.baseUrl);
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
afterEach(() => {
  mock.reset();
  expect(check.takeFaults()).toEqual([]);
});

const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: check.fetch });
const once = client.withOptions({ maxRetries: 0 });
const text = { type: 'text', text: 'x' } as const;
const outcomes = () => mock.requests.map(({ operation, outcome }) => [operation, outcome]);

describe('a failure with a code', () => {
  it('meets the next request, as the service would answer, and no other', async () => {
    mock.fail('secrets.create', 'service_unavailable', { retryAfter: 7 });
    await once.transfers.create(text);
    const error = (await failureOf(once.secrets.create({ secret: 'x' }))) as InternalServerError;
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ status: 503, code: 'service_unavailable', retryAfterMs: 7000 });
    expect(error.requestId).toBe(error.headers.get('x-request-id'));
    expect(error.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/);
    expect((await once.secrets.create({ secret: 'x' })).success).toBe(true);
  });

  it('is overcome by the client’s retries', async () => {
    mock.fail('secrets.create', 'internal_error', { times: 2 });
    const { attempts } = await client.secrets.create({ secret: 'x' }).withResponse();
    expect(attempts).toBe(3);
    expect(outcomes()).toEqual([500, 500, 201].map((status) => ['secrets.create', status]));
    expect(new Set(mock.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(mock.requests.map(({ headers }) => headers['x-retry-count'] ?? '0')).toEqual(['0', '1', '2']);
  });

  it('can be any that the contract has for the operation, each rendered by it', async () => {
    for (const { operationId, 'x-codes': codes } of OPERATIONS)
      for (const code of codes) {
        const planned = mock.fail(operationId as '*', code as 'internal_error');
        planned.cancel();
      }
    const creation = OPERATIONS.find(({ operationId }) => operationId === 'secrets.create')!;
    for (const code of creation['x-codes']) {
      mock.fail('secrets.create', code as 'internal_error');
      expect(await failureOf(once.secrets.create({ secret: 'x' }))).toMatchObject({ code });
    }
    for (const code of ['invalid_password', 'too_many_attempts', 'rate_limited'] as const) {
      mock.fail('public.transfers.open', code);
      expect(await failureOf(once.public.transfers.open('0'.repeat(22)))).toMatchObject({ code });
    }
  });

  it('is refused, by the compiler too, when the operation has no such code', () => {
    // @ts-expect-error a creation looks nothing up
    expect(() => mock.fail('secrets.create', 'not_found')).toThrow(
      /^secrets.create cannot fail with not_found,/,
    );
    // @ts-expect-error the owner gives no password
    expect(() => mock.fail('transfers.get', 'invalid_password')).toThrow(TypeError);
    // @ts-expect-error not every operation has it
    expect(() => mock.fail('*', 'insufficient_scope')).toThrow(TypeError);
    // @ts-expect-error no such operation
    expect(() => mock.fail('secrets.make', 'internal_error')).toThrow('there is no operation secrets.make');
    expect(() => mock.fail('key.get', 'network', { times: 0 })).toThrow(TypeError);
    expect(() => mock.fail('key.get', 'rate_limited', { retryAfter: 0.5 })).toThrow(TypeError);
    expectTypeOf<Failure<'secrets.create'>>()
      .extract<'idempotency_in_progress' | 'invalid_pin'>()
      .toEqualTypeOf<'idempotency_in_progress'>();
  });

  it('tells the faults of a bad request that the test names', async () => {
    const errors = [{ pointer: '/body/secret', code: 'max_length', detail: 'is too long' }];
    mock.fail('secrets.create', 'validation_failed', { errors, detail: 'Too long.' });
    expect(await failureOf(once.secrets.create({ secret: 'x' }))).toMatchObject({
      errors,
      detail: 'Too long.',
    });
  });

  it('meets whatever comes, when it is for any operation, and each in the order it was asked for', async () => {
    const planned = mock.fail('*', 'service_unavailable', { times: 2 });
    mock.fail('key.get', 'internal_error');
    expect(await failureOf(once.secrets.create({ secret: 'x' }))).toMatchObject({ status: 503 });
    expect(planned.remaining).toBe(1);
    expect(await failureOf(once.key.get())).toMatchObject({ status: 503 });
    expect(await failureOf(once.key.get())).toMatchObject({ status: 500 });
    expect((await once.key.get()).environment).toBe('test');
  });

  it('does not meet what is refused anyway', async () => {
    const planned = mock.fail('key.get', 'internal_error');
    expect(await failureOf(once.withOptions({ apiKey: 'svc_sk_test_wrong' }).key.get())).toMatchObject({
      status: 401,
    });
    expect(planned.remaining).toBe(1);
  });
});

describe('a failure on the way', () => {
  it('network: nothing has happened, as after an error', async () => {
    mock.fail('transfers.create', 'network');
    expect(await failureOf(once.transfers.create(text))).toBeInstanceOf(APIConnectionError);
    mock.fail('transfers.create', 'internal_error');
    expect(await failureOf(once.transfers.create(text))).toMatchObject({ status: 500 });
    expect(mock.events).toEqual([]);
    expect((await once.transfers.list()).total).toBe(0);
    expect(outcomes()[0]).toEqual(['transfers.create', 'network']);
  });

  it('lost_response: it was done, and the client’s retry finds it, once', async () => {
    mock.fail('transfers.create', 'lost_response');
    const { data, response, attempts } = await client.transfers.create(text).withResponse();
    expect(attempts).toBe(2);
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    expect((await client.transfers.list()).transfers.map(({ id }) => id)).toEqual([data.id]);
    expect(mock.events).toHaveLength(1);
    expect(await mock.open(data.shareUrl)).toMatchObject({ text: 'x' });
  });

  it.each(['lost_response', 'cut_off'] as const)(
    '%s to a recipient: its repetition gets the reading again, and nobody else',
    async (how) => {
      const { secretUrl } = await client.secrets.create({ secret: 'x' });
      mock.fail('public.secrets.reveal', how);
      expect(await openLink(secretUrl)).toMatchObject({ secret: 'x' });
      const reveals = mock.requests.filter(({ operation }) => operation === 'public.secrets.reveal');
      expect(reveals.map(({ outcome }) => outcome)).toEqual([how, 200]);
      expect(new Set(reveals.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(await failureOf(openLink(secretUrl))).toBeInstanceOf(NotFoundError);
    },
  );

  it('cut_off: it was done, and the response ends in the middle', async () => {
    mock.fail('transfers.create', 'cut_off');
    expect(await failureOf(once.transfers.create(text))).toBeInstanceOf(APIConnectionError);
    expect((await once.transfers.list()).total).toBe(1);
  });

  it('cut_off in a download: what came is not taken for the file', async () => {
    const file = new Blob(['x'.repeat(100_000)]);
    const { shareUrl } = await client.transfers.create({ type: 'file', file });
    mock.fail('files.download', 'cut_off', { times: Infinity });
    const opened = await openLink(shareUrl, { maxRetries: 0 });
    if (opened.kind !== 'file') expect.fail(opened.kind);
    await expect(opened.file.bytes()).rejects.toThrow();
    mock.recover();
    expect(await opened.file.bytes()).toHaveLength(100_000);
  });

  it('timeout: nothing has happened, and nothing comes until the caller gives up', async () => {
    mock.fail('transfers.create', 'timeout', { times: 2 });
    const hurried = once.withOptions({ timeout: 20 });
    expect(await failureOf(hurried.transfers.create(text))).toBeInstanceOf(APITimeoutError);
    // One that gives up at once may not even have arrived.
    const before = mock.requests.length;
    const controller = new AbortController();
    const call = failureOf(once.transfers.create(text, { signal: controller.signal }));
    await expect.poll(() => mock.requests.length).toBe(before + 1);
    controller.abort();
    expect(await call).toBeInstanceOf(APIUserAbortError);
    expect((await once.transfers.list()).total).toBe(0);
  });
});

describe('what was asked for ends', () => {
  it('with cancel, recover and reset, also for those who hang', async () => {
    for (const end of [
      (planned: { cancel(): void }) => planned.cancel(),
      () => mock.recover(),
      () => mock.reset(),
    ]) {
      const planned = mock.fail('key.get', 'internal_error', { times: Infinity });
      await failureOf(once.key.get());
      expect(planned.remaining).toBe(Infinity);
      end(planned);
      expect(planned.remaining).toBe(0);
      expect((await once.key.get()).environment).toBe('test');
    }
    mock.fail('key.get', 'timeout');
    const call = failureOf(once.key.get());
    await expect.poll(() => mock.requests.at(-1)?.outcome).toBe('timeout');
    mock.recover();
    expect(await call).toBeInstanceOf(APIConnectionError);
  });
});

describe('lowered limits', () => {
  it('hold from now on, for each key and for callers without one, until time passes', async () => {
    for (let i = 0; i < 5; i++) await once.key.get();
    mock.limit({ key: 2 });
    const { response } = await once.key.get().withResponse();
    expect(response.headers.get('ratelimit-policy')).toBe('"key";q=2;w=60');
    await once.key.get();
    const error = (await failureOf(once.key.get())) as RateLimitError;
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
    expect(error.retryAfterMs).toBeLessThanOrEqual(60_000);
    mock.advance(error.retryAfterMs ?? 0);
    await once.key.get();
    mock.limit({ key: 0 });
    expect(await failureOf(once.key.get())).toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000 });
    mock.limit({ anonymous: 0 });
    expect(await failureOf(once.public.secrets.get('0'.repeat(22)))).toMatchObject({ status: 429 });
    mock.recover();
    expect((await once.key.get()).rateLimit.limit).toBe(1_000_000);
  });

  it.each([NaN, -1, 0.5, Infinity, '5' as never])('are refused when they are %s', async (limit) => {
    const message = 'must be a whole number of requests, from 0';
    expect(() => mock.limit({ key: limit })).toThrow(message);
    expect(() => mock.limit({ anonymous: limit })).toThrow(TypeError);
    expect(() => createMock({ baseUrl: mock.baseUrl, limits: { key: limit } })).toThrow(message);
    expect((await once.key.get()).rateLimit.limit).toBe(1_000_000);
  });
});
