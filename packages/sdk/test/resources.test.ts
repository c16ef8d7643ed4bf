import { describe, expect, expectTypeOf, it } from 'vitest';
import { operations } from '@tempshare/contract';
import { NotFoundError, Tempshare, TempshareError, type APIPromise } from '../src/index.ts';
import { halfBody, html, json, problem, scriptedServer, type Reply } from './scripted-server.ts';

async function setup(...replies: Reply[]) {
  const { baseUrl, seen } = await scriptedServer(...replies);
  return {
    client: new Tempshare({ apiKey: 'svc_sk_test_0123456789', baseUrl, maxRetries: 0, encryption: 'server' }),
    seen,
  };
}

const created = json(201, { success: true, id: 'abc', shareUrl: 'http://localhost/en/abc' });

describe('a resource method', () => {
  it('sends its body, and resolves with the typed response', async () => {
    const { client, seen } = await setup(created);
    const call = client.transfers.create({ type: 'text', text: 'hi' });
    expectTypeOf((await call).shareUrl).toEqualTypeOf<string>();
    expect(await call).toEqual({ success: true, id: 'abc', shareUrl: 'http://localhost/en/abc' });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/transfers',
      body: '{"type":"text","text":"hi"}',
    });
    expect(seen[0]!.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer svc_sk_test_0123456789',
      'content-type': 'application/json',
      'idempotency-key': expect.any(String),
    });
  });

  it('sends the key with an upload, which takes one, if there is one', async () => {
    const { client, seen } = await setup(json(200, { success: true }));
    for (const uploader of [client, client.withOptions({ apiKey: null })])
      await uploader.files.upload('u_token', new Blob(['bytes']));
    const keys = seen.map(({ headers }) => headers.authorization);
    expect(keys).toEqual(['Bearer svc_sk_test_0123456789', undefined]);
  });

  it('sends its query', async () => {
    const { client, seen } = await setup(
      json(200, { transfers: [], total: 0, totalIsExact: true, nextCursor: null }),
    );
    expect((await client.transfers.list({ limit: 5, status: 'active' })).total).toBe(0);
    await client.transfers.list();
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/v1/transfers?limit=5&status=active',
      '/api/v1/transfers',
    ]);
  });

  it('takes the options of its call, and retries within it', async () => {
    const { client, seen } = await setup(html(503), created);
    const options = { maxRetries: 1, idempotencyKey: 'order-17', headers: { 'Accept-Language': 'de' } };
    const call = client
      .withOptions({ maxRetryAfter: 0 })
      .transfers.create({ type: 'text', text: 'hi' }, options);
    const { attempts, requestId, response } = await call.withResponse();
    expect({ attempts, requestId, status: response.status }).toEqual({
      attempts: 2,
      requestId: 'req_1',
      status: 201,
    });
    expect(seen[1]!.headers).toMatchObject({
      'idempotency-key': 'order-17',
      'accept-language': 'de',
      'x-retry-count': '1',
    });
    expect(seen[1]!.body).toBe(seen[0]!.body);
  });

  it("throws this package's errors, untouched by the generated client", async () => {
    const { client } = await setup(problem(404, 'not_found'));
    const error: unknown = await client.transfers.get('abc').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 'not_found', operation: 'transfers.get', requestId: 'req_1' });
  });

  it.each(['', '.', '..', '%2e%2E'])('refuses the id %j before anything is sent', async (id) => {
    const { client, seen } = await setup(json(200, {}));
    for (const call of [
      () => client.transfers.get(id),
      () => client.transfers.delete(id),
      () => client.public.secrets.reveal(id, {}),
      () => client.requests.files.download('r', id),
      () => client.rooms.files.download(id, 'f'),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(TempshareError);
    }
    expect(seen).toHaveLength(0);
  });

  it('of a download resolves with the Response, its body a stream', async () => {
    const bytes = Buffer.alloc(200_000, 7);
    const file: Reply = (response) =>
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    const { client, seen } = await setup(file);
    const call = client.requests.files.download('r', 'f');
    expectTypeOf(call).toEqualTypeOf<APIPromise<Response>>();
    expect(Buffer.from(await (await call).arrayBuffer()).equals(bytes)).toBe(true);
    expect(seen[0]!.url).toBe('/api/v1/requests/r/files/f');
  });

  it('of an event stream resolves with the Response as soon as it begins', async () => {
    const events: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: message\ndata: {"n":1}\n\n');
    };
    const { client } = await setup(events);
    const response = await client.public.rooms.events('room', { timeout: Infinity });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('event: message\ndata: {"n":1}\n\n');
    await reader.cancel();
  });

  it('of an upload sends the bytes, again if they may not have arrived', async () => {
    const { client, seen } = await setup(halfBody, json(200, { success: true }));
    await client.files.upload('token', new Blob(['the bytes']), { maxRetries: 1 });
    expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'PUT /api/v1/public/uploads/token the bytes',
      'PUT /api/v1/public/uploads/token the bytes',
    ]);
    expect(seen[0]!.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
  });
});

it('every operation of the contract has a method', () => {
  const client = new Tempshare({ baseUrl: 'http://localhost/api/v1' });
  for (const id of Object.keys(operations)) {
    const method = id.split('.').reduce((at: unknown, name) => (at as Record<string, unknown>)[name], client);
    expect(method, id).toBeTypeOf('function');
  }
});
