import { describe, expect, expectTypeOf, it } from 'vitest';
import { Tempshare, type APIPromise } from '../src/index.ts';
import { halfBody, json, scriptedServer, type Reply } from './scripted-server.ts';

async function setup(...replies: Reply[]) {
  const { baseUrl, seen } = await scriptedServer(...replies);
  return {
    client: new Tempshare({ apiKey: 'svc_sk_test_0123456789', baseUrl, maxRetries: 0, encryption: 'server' }),
    seen,
  };
}

describe('a resource method', () => {
  it('sends the key with an upload, which takes one, if there is one', async () => {
    const { client, seen } = await setup(json(200, { success: true }));
    for (const uploader of [client, client.withOptions({ apiKey: null })])
      await uploader.files.upload('u_token', new Blob(['bytes']));
    const keys = seen.map(({ headers }) => headers.authorization);
    expect(keys).toEqual(['Bearer svc_sk_test_0123456789', undefined]);
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
