import { describe, expect, it, vi } from 'vitest';
import { APIConnectionError, APIError, TempshareError } from '../src/index.ts';
import { failure, setup } from './transport-setup.ts';

describe('a fetch of the caller', () => {
  it('that throws at once fails as one that rejects does', async () => {
    const cause = new Error('proxy is down');
    const { create, pauses } = await setup([], {
      fetch: () => {
        throw cause;
      },
    });
    const error = await failure(create(), APIConnectionError);
    expect([error.cause, error.attempts, pauses.length]).toEqual([cause, 3, 2]);
  });

  it.for([['ECONNREFUSED', 3] as const, ['ECONNRESET', 1] as const])(
    'may throw an error whose causes go round in a circle: %s is looked into once',
    async ([code, attempts]) => {
      const [outer, inner] = [new Error('outer'), Object.assign(new Error('inner'), { code })];
      [outer.cause, inner.cause] = [inner, outer];
      const { finish } = await setup([], { fetch: () => Promise.reject(outer) });
      const error = await failure(finish(), APIConnectionError);
      expect([error.attempts, error.message]).toEqual([attempts, expect.stringContaining(`(${code})`)]);
    },
  );

  it.for([
    undefined,
    null,
    {},
    { status: 200, headers: {} },
    { ok: true, status: 200, json: async () => ({}) },
  ])(
    'that answers with %o, which is no Response, is at fault itself, and not called again',
    async (answer) => {
      const { get, pauses } = await setup([], { fetch: async () => answer as never });
      const error = await failure(get(), TempshareError);
      expect(error.message).toMatch(/^fetch must resolve with a Response/);
      expect(pauses).toHaveLength(0);
    },
  );

  it('may keep a copy of an endless response: whoever cancels theirs does not wait for it', async () => {
    const copies: Response[] = [];
    const fetch = async () => {
      const reply = new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
      copies.push(reply.clone());
      return reply;
    };
    const { download } = await setup([], { fetch });
    const response = await download();
    await response.body?.cancel();
    expect(copies[0]?.bodyUsed).toBe(false);
  });

  it('may answer with a Response class of its own', async () => {
    class ForeignResponse {
      readonly status: number;
      readonly statusText = 'Made Up';
      readonly headers = new Map([
        ['content-type', 'application/json'],
        ['x-request-id', 'req_9'],
      ]);
      readonly body = new Blob(['{"ok":true}']).stream();
      constructor(status: number) {
        this.status = status;
      }
      get ok() {
        return this.status < 300;
      }
      text = async () => '{"ok":true}';
    }
    const replies = [503, 200, 200, 404].map((status) => new ForeignResponse(status));
    const { get, download } = await setup([], { fetch: async () => replies.shift() as never });
    const { data, requestId, attempts, response } = await get().withResponse();
    expect({ data, requestId, attempts }).toEqual({ data: { ok: true }, requestId: 'req_9', attempts: 2 });
    expect(response).toBeInstanceOf(Response);
    expect(response.headers.get('x-request-id')).toBe('req_9');
    const file = await download();
    expect(await file.json()).toEqual({ ok: true });
    expect(await failure(get(), APIError)).toMatchObject({ status: 404 });
  });

  it('may change the headers it is given without changing those of the next attempt', async () => {
    const seen: (string | null)[] = [];
    const fetch = vi.fn(
      async (..._: Parameters<typeof globalThis.fetch>) => new Response(null, { status: 503 }),
    );
    fetch.mockImplementation(async (_, init) => {
      const headers = init!.headers as Headers;
      seen.push(headers.get('x-mine'));
      headers.set('x-mine', 'set');
      return new Response(null, { status: 503 });
    });
    const { get } = await setup([], { fetch });
    await failure(get(), APIError);
    expect(seen).toEqual([null, null, null]);
  });
});
