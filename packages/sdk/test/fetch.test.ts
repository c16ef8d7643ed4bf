import { operations } from '@tempshare/contract';
import createClient from 'openapi-fetch';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createFetchClient, type FetchClient, type paths } from '../src/fetch.ts';
import { table } from '../src/gen/operation-table.ts';
import { NotFoundError, Tempshare, TempshareError, type ErrorCode } from '../src/index.ts';
import { createInvoke } from '../src/core/invoke.ts';
import { resolveSettings, transportFor } from '../src/core/options.ts';
import { halfBody, html, json, problem, scriptedServer, toAll, type Reply } from './scripted-server.ts';

const apiKey = 'svc_sk_test_0123456789';

async function setup(...replies: Reply[]) {
  const server = await scriptedServer(...replies);
  return { ...server, client: createFetchClient({ apiKey, baseUrl: server.baseUrl, maxRetryAfter: 0 }) };
}

type Loose = (path: string, init?: object) => Promise<{ data: unknown; response: Response }>;
const loose = (client: FetchClient, method: string) => (client as unknown as Record<string, Loose>)[method]!;

/** Names, values and bodies with characters that serialisers treat differently. */
const query = { limit: 5, cursor: "a b+c&d=ü'", status: undefined };
const valueOf = (name: string) => `${name} ü/1'`;

describe('a path-style call', () => {
  it.each(Object.values(operations))('of $id sends what the resource client sends', async (operation) => {
    const bytes = operation.responseType !== 'application/json';
    const reply: Reply = bytes ? (response) => response.end('bytes') : json(operation.status, { ok: true });
    const { client, baseUrl, seen } = await setup(toAll(reply));
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const path = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
    const upload = operation.requestType === 'application/octet-stream';
    const [field] = table.find(({ id }) => id === operation.id)!.takes ?? [];
    const body =
      operation.requestType === null ? undefined : upload ? new Blob(['ü']) : { [field!]: ['ü', 1] };
    const listed = operation.id.endsWith('.list') ? { query } : {};
    const keyed = operation.idempotent || operation.readerKey;
    const options = { headers: { 'X-Tenant': 't' }, ...(keyed && { idempotencyKey: 'k' }) };

    const settings = resolveSettings({ apiKey, baseUrl });
    const invoke = createInvoke(transportFor(settings), baseUrl);
    const row = { ...operation, idempotent: keyed, response: bytes ? ('bytes' as const) : ('json' as const) };
    await invoke(row, { path, body, ...listed }, options);
    const { data } = await loose(client, operation.method)(operation.path, {
      params: { path, ...listed },
      ...(body !== undefined && { body }),
      ...options,
    });

    expect(seen[1]).toEqual(seen[0]);
    if (bytes) expect(await new Response(data as ReadableStream).text()).toBe('bytes');
    else expect(data).toEqual({ ok: true });
  });

  it('answers with typed data and the Response', async () => {
    const { client, seen } = await setup(json(201, { success: true, id: 'abc', shareUrl: 'u' }));
    const { data, response } = await client.POST('/transfers', { body: { type: 'text', text: 'hi' } });
    expectTypeOf(data.shareUrl).toEqualTypeOf<string>();
    expect([data.id, response.status, response.headers.get('x-request-id')]).toEqual(['abc', 201, 'req_1']);
    expect(seen[0]!.body).toBe('{"type":"text","text":"hi"}');
  });

  it('throws the errors of the package', async () => {
    const { client } = await setup(problem(404, 'not_found'));
    const call = client.GET('/transfers/{id}', { params: { path: { id: 'abc' } } });
    await expect(call).rejects.toBeInstanceOf(NotFoundError);
    await expect(call).rejects.toMatchObject({ code: 'not_found', operation: 'transfers.get' });
  });

  it('retries with one idempotency key, and takes the options of a call', async () => {
    const { client, seen } = await setup(html(503, { 'retry-after': '0' }), json(201, {}));
    const init = { body: { type: 'text', text: 'hi' }, timeout: 5_000, maxRetries: 1 } as const;
    await client.POST('/transfers', { ...init, headers: { 'User-Agent': 'mine' } });
    expect(seen).toHaveLength(2);
    expect(seen[1]!.headers['idempotency-key']).toBe(seen[0]!.headers['idempotency-key']);
    expect(seen[1]!.headers).toMatchObject({ 'user-agent': 'mine', 'x-retry-count': '1' });
    await expect(
      client.POST('/transfers', { ...init, signal: AbortSignal.abort('gone') }),
    ).rejects.toMatchObject({ cause: 'gone' });
    expect(seen).toHaveLength(2);
  });

  it('takes an idempotency key as the parameter that the specification names, too', async () => {
    const { client, seen } = await setup(json(201, {}));
    await client.POST('/transfers', {
      body: { type: 'text', text: 'hi' },
      params: { header: { 'Idempotency-Key': 'order-17' } },
    });
    expect(seen[0]!.headers['idempotency-key']).toBe('order-17');
  });

  it('asks for a lost reading again, under the same key', async () => {
    const { client, seen } = await setup(halfBody, json(200, { secret: 's' }));
    const params = { path: { id: 'abc' } };
    const { data } = await client.POST('/public/secrets/{id}/reveal', { params });
    expect(data).toEqual({ secret: 's' });
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('hands a download over as a stream, or as it is asked for', async () => {
    const { client } = await setup((response) => response.end('the bytes'));
    const params = { path: { token: 't' } };
    const streamed = await client.GET('/public/downloads/{token}', { params });
    expectTypeOf(streamed.data).toEqualTypeOf<ReadableStream<Uint8Array<ArrayBuffer>> | null>();
    expect(await new Response(streamed.data).text()).toBe('the bytes');
    const whole = await client.GET('/public/downloads/{token}', { params, parseAs: 'blob' });
    expectTypeOf(whole.data).toEqualTypeOf<Blob>();
    expect(await whole.data.text()).toBe('the bytes');
  });

  it.each(['', '.', '..', '%2e%2E', undefined])('with the id %j is not sent', async (id) => {
    const { client, seen } = await setup(json(200, {}));
    const params = { path: { id: id as string } };
    await expect(client.DELETE('/transfers/{id}', { params })).rejects.toBeInstanceOf(TempshareError);
    await expect(loose(client, 'DELETE')('/transfers/{id}')).rejects.toBeInstanceOf(TempshareError);
    expect(seen).toHaveLength(0);
  });

  it.each(['/nothing', 'toString', '/transfers/', '//elsewhere.example/'])(
    'of the path %j, which is no operation, is not sent',
    async (path) => {
      const { client, seen } = await setup(json(200, {}));
      await expect(loose(client, 'GET')(path)).rejects.toBeInstanceOf(TempshareError);
      expect(seen).toHaveLength(0);
    },
  );
});

it('a path-style client reads its settings as the resource client does', async () => {
  expect(() => createFetchClient({ apiKey, baseUrl: 'nowhere' })).toThrow(/SERVICE_BASE_URL/);
  const sealing = { apiKey, baseUrl: 'http://localhost/api/v1', encryption: 'e2e' } as object;
  expect(() => createFetchClient(sealing)).toThrow(/seals nothing/);
  expect(() => createFetchClient({ apiKey: 'x', baseUrl: 'http://localhost/api/v1' })).toThrow(/svc_sk_/);
});

it('the types by path go with openapi-fetch alone, too', async () => {
  const { baseUrl, seen } = await scriptedServer(json(201, { shareUrl: 'u' }), problem(404, 'not_found'));
  const client = createClient<paths>({ baseUrl });
  const params = { header: { 'Idempotency-Key': 'order-17' } };
  const { data } = await client.POST('/transfers', { params, body: { type: 'text', text: 'hi' } });
  expectTypeOf(data!.shareUrl).toEqualTypeOf<string>();
  expect([data!.shareUrl, seen[0]!.headers['idempotency-key']]).toEqual(['u', 'order-17']);
  const { error } = await client.GET('/transfers/{id}', { params: { path: { id: 'abc' } } });
  expectTypeOf(error!.code).toEqualTypeOf<ErrorCode>();
  expect(error!.code).toBe('not_found');
  // @ts-expect-error no such property
  expect(() => client.POST('/transfers', { body: { type: 'text', txet: 'x' } })).toBeTypeOf('function');
});

it('what the specification does not know is a type error', () => {
  const check = (client: FetchClient) => [
    // @ts-expect-error no such path
    client.GET('/transfer'),
    // @ts-expect-error no such method
    client.PUT('/transfers', {}),
    // @ts-expect-error a parameter is missing
    client.GET('/transfers/{id}'),
    // @ts-expect-error a parameter of another name
    client.GET('/transfers/{id}', { params: { path: { token: 'a' } } }),
    // @ts-expect-error a query value of another type
    client.GET('/transfers', { params: { query: { limit: 'x' } } }),
    // @ts-expect-error no such value
    client.POST('/transfers', { body: { type: 'nope' } }),
    // @ts-expect-error no such property
    client.POST('/transfers', { body: { type: 'text', txet: 'x' } }),
    // @ts-expect-error no body
    client.POST('/transfers'),
    // @ts-expect-error bytes are no JSON
    client.PUT('/public/uploads/{token}', { params: { path: { token: 't' } }, body: { bytes: 'x' } }),
    // @ts-expect-error an option of another type
    client.GET('/transfers', { timeout: '5' }),
    // @ts-expect-error no such option
    client.GET('/transfers', { tymeout: 5 }),
  ];
  expect(check).toBeTypeOf('function');
});

it('the resource client names each operation by the same method and path', async () => {
  const { baseUrl, seen } = await scriptedServer(toAll(json(200, { encryption: 'server' })));
  const client = new Tempshare({ apiKey, baseUrl, maxRetries: 0, encryption: 'server' });
  for (const operation of Object.values(operations)) {
    const path = operation.id.split('.');
    const method = path.pop()!;
    const resource = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], client);
    const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const body = operation.requestType === 'application/octet-stream' ? new Blob(['x']) : {};
    const methods = resource as Record<string, (...args: unknown[]) => Promise<unknown>>;
    await methods[method]!(...ids, ...(operation.requestType === null ? [] : [body]));
    const expected = operation.path.replaceAll(/\{(\w+)\}/g, '$1');
    expect(seen.at(-1)).toMatchObject({ method: operation.method, url: `/api/v1${expected}` });
    const sent = 'authorization' in seen.at(-1)!.headers;
    expect([operation.id, sent]).toEqual([operation.id, operation.auth !== 'none']);
    expect('idempotency-key' in seen.at(-1)!.headers, operation.id).toBe(
      operation.idempotent || operation.readerKey,
    );
  }
});
