import { describe, expect, it, vi } from 'vitest';
import { APIConnectionError, APITimeoutError, TempshareError, type Middleware } from '../../src/index.ts';
import { getTransfer, upload } from '../operations.ts';
import { hang, html, json, scriptedServer, type Reply } from '../scripted-server.ts';
import { created, failure, setup } from '../transport-setup.ts';

describe('middleware', () => {
  it('runs around each attempt, the first outermost, with its number', async () => {
    const order: string[] = [];
    const layer =
      (name: string): Middleware =>
      async (request, next, { operation, attempt }) => {
        order.push(`${name} ${operation.id} ${attempt} ${request.headers.get('x-retry-count')}`);
        const response = await next(request);
        order.push(`${name} ${response.status}`);
        return response;
      };
    const { get } = await setup([html(503), json(200, { ok: true })], {
      middleware: [layer('a'), layer('b')],
    });
    expect(await get()).toEqual({ ok: true });
    expect(order).toEqual([
      'a transfers.get 1 null',
      'b transfers.get 1 null',
      'b 503',
      'a 503',
      'a transfers.get 2 1',
      'b transfers.get 2 1',
      'b 200',
      'a 200',
    ]);
  });

  it('may change headers, for that attempt alone', async () => {
    let n = 0;
    const { create, seen } = await setup([html(503), created], {
      middleware: [
        (request, next) => {
          if (n++ === 0) request.headers.set('x-trace', 'first');
          return next(request);
        },
      ],
    });
    await create();
    expect(seen.map(({ headers }) => headers['x-trace'])).toEqual(['first', undefined]);
    expect(seen.map(({ body }) => body)).toEqual(Array(2).fill('{"type":"text","text":"hi"}'));
  });

  it('has the body sent where a request tells nothing of it, as in Firefox', async () => {
    const { create, seen } = await setup([created], { middleware: [(request, next) => next(request)] });
    vi.spyOn(Request.prototype, 'body', 'get').mockReturnValue(undefined as unknown as null);
    await create().finally(() => vi.restoreAllMocks());
    expect(seen.map(({ body }) => body)).toEqual(['{"type":"text","text":"hi"}']);
  });

  it('may send a request twice, and hand over either response', async () => {
    const { create, seen } = await setup([html(500), created], {
      middleware: [
        async (request, next) => {
          const again = request.clone();
          const first = await next(request);
          return first.ok ? first : next(again);
        },
      ],
    });
    expect((await create().withResponse()).attempts).toBe(1);
    expect(seen.map(({ body }) => body)).toEqual(Array(2).fill('{"type":"text","text":"hi"}'));
  });

  it('may answer by itself, and nothing is sent', async () => {
    const { get, seen } = await setup([json(200, {})], {
      middleware: [async () => Response.json({ from: 'cache' })],
    });
    expect(await get()).toEqual({ from: 'cache' });
    expect(seen).toHaveLength(0);
  });

  it('may read copies of bodies', async () => {
    const read: string[] = [];
    const { create } = await setup([created], {
      middleware: [
        async (request, next) => {
          read.push(await request.clone().text());
          const response = await next(request);
          read.push(await response.clone().text());
          return response;
        },
      ],
    });
    expect(await create()).toEqual({ success: true, id: 'abc' });
    expect(read).toEqual(['{"type":"text","text":"hi"}', '{"success":true,"id":"abc"}']);
  });

  it.each<[string, Middleware]>([
    ['reads the request', async (request, next) => (await request.text(), next(request))],
    [
      'reads the response',
      async (request, next) => {
        const response = await next(request);
        await response.text();
        return response;
      },
    ],
    ['returns nothing', async (request, next) => void (await next(request)) as never],
  ])('that %s itself is told to leave it, and the call is not made again', async (_, layer) => {
    const { create, seen } = await setup([created], { middleware: [layer] });
    const error = await failure(create(), TempshareError);
    expect(error.message).toMatch(/clone\(\)/);
    expect(error).not.toBeInstanceOf(APIConnectionError);
    expect(seen.length).toBeLessThanOrEqual(1);
  });

  it('ends the call with what it throws, at once or later', async () => {
    const mine = new Error('mine');
    const layers: Middleware[] = [
      () => {
        throw mine;
      },
      async (request, next) => {
        await next(request);
        throw mine;
      },
    ];
    for (const layer of layers) {
      const { create, seen, pauses } = await setup([created], { middleware: [layer] });
      await expect(create()).rejects.toBe(mine);
      expect([seen.length <= 1, pauses.length]).toEqual([true, 0]);
    }
  });

  it('has a connection error of its own tried again', async () => {
    let n = 0;
    const { get } = await setup([json(200, { ok: true })], {
      middleware: [
        async (request, next, { operation, attempt }) => {
          if (n++ === 0)
            throw new APIConnectionError({ operation, attempts: attempt, idempotencyKey: undefined });
          return next(request);
        },
      ],
    });
    expect((await get().withResponse()).attempts).toBe(2);
  });

  it('is bound by the time limit, also one that never ends', async () => {
    const { get } = await setup([], { middleware: [() => new Promise(() => undefined)] });
    await failure(get({ timeout: 20, maxRetries: 0 }), APITimeoutError);
  });

  it('that sends after the time limit sends nothing', async () => {
    const late = Promise.withResolvers<void>();
    const sent = vi.fn(async () => Response.json({}));
    const ended = vi.fn();
    const { get } = await setup([], {
      fetch: sent,
      middleware: [
        async (request, next) => {
          await late.promise;
          return next(new Request(request.url)).finally(ended);
        },
      ],
    });
    await failure(get({ timeout: 20, maxRetries: 0 }), APITimeoutError);
    late.resolve();
    await expect.poll(() => ended.mock.calls.length).toBe(1);
    expect(sent).not.toHaveBeenCalled();
  });

  it('that sends a request of its own is still bound by the time limit', async () => {
    const fetch = vi.fn(globalThis.fetch);
    const { get, sockets } = await setup([hang], {
      fetch,
      middleware: [(request, next) => next(new Request(request.url))],
    });
    await failure(get({ timeout: 40, maxRetries: 0 }), APITimeoutError);
    expect(fetch).toHaveBeenCalledOnce();
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('that sends a request of its own does not get redirects followed', async () => {
    const elsewhere = await scriptedServer(json(200, {}));
    const { get } = await setup([html(302, { location: elsewhere.baseUrl })], {
      middleware: [(request, next) => next(new Request(request.url, { headers: request.headers }))],
    });
    await expect(get()).rejects.toMatchObject({ code: 'redirect_refused' });
    expect(elsewhere.seen).toHaveLength(0);
  });

  it('passes streams on, both ways', async () => {
    const echo: Reply = (response) =>
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('the bytes');
    const passing: Middleware[] = [(request, next) => next(request), (request, next) => next(request)];
    const { download, invoke, seen } = await setup([html(503), json(200, {}), echo], { middleware: passing });
    const stream = vi.fn(() => new Blob(['streamed']).stream());
    await invoke(upload, { path: { token: 't' }, body: stream });
    const response = await download();
    expect(await response.text()).toBe('the bytes');
    expect(seen.slice(0, 2).map(({ body }) => body)).toEqual(['streamed', 'streamed']);
    expect(stream).toHaveBeenCalledTimes(2);
  });

  it('gives a custom fetch an address and an init, as without middleware', async () => {
    const fetch = vi.fn(async (..._: Parameters<typeof globalThis.fetch>) => Response.json({}));
    const { create, invoke, baseUrl } = await setup([], {
      fetch,
      middleware: [(request, next) => next(request)],
    });
    await create();
    await invoke(getTransfer, { path: { id: 'abc' } });
    expect(fetch.mock.calls.map(([input]) => input)).toEqual([
      `${baseUrl}/transfers`,
      `${baseUrl}/transfers/abc`,
    ]);
    expect(fetch.mock.calls[0]![1]).toMatchObject({ method: 'POST', redirect: 'manual' });
  });
});
