import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createFileKey } from '../../src/envelope/index.ts';
import {
  APIConnectionError,
  APITimeoutError,
  APIUserAbortError,
  NotFoundError,
  RateLimitError,
  TempshareError,
} from '../../src/index.ts';
import { openedFile } from '../../src/files/download.ts';
import type { Progress } from '../../src/links/index.ts';
import { idleTimeout, type RequestOptions } from '../../src/core/operation.ts';
import type { TransportOptions } from '../../src/internal/transport.ts';
import { asTimePasses } from '../as-time-passes.ts';
import { getFile } from '../operations.ts';
import { problem, reset, type Reply } from '../scripted-server.ts';
import { sealedBytes } from '../sealing-stage.ts';
import { failure, setup } from '../transport-setup.ts';

const MIB = 1_048_576;
const content = new Uint8Array(2 * MIB + 4321).map((_, i) => (i * 31) ^ (i >> 8));

interface Serving {
  /** The bytes after which the connection is cut; left out: none. */
  cut?: number | undefined;
  etag?: string;
  headers?: Record<string, string>;
  /** Answers a range with everything, as a server may. */
  ignoreRange?: boolean;
  /** Sends at most so many bytes of the range that was asked for. */
  most?: number | undefined;
}

/** A server's answer with the bytes, or those that were asked for. */
const serve =
  (
    bytes: Uint8Array,
    { cut, etag = '"one"', headers = {}, ignoreRange, most = Infinity }: Serving = {},
  ): Reply =>
  (response, request) => {
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const ranged = asked !== undefined && !ignoreRange && (request.headers['if-range'] ?? etag) === etag;
    const from = ranged ? Number(asked) : 0;
    const to = ranged ? Math.min(bytes.length, from + most) : bytes.length;
    response.writeHead(ranged ? 206 : 200, {
      etag,
      'accept-ranges': 'bytes',
      'content-length': to - from,
      ...(ranged && { 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` }),
      ...headers,
    });
    if (cut === undefined) return void response.end(bytes.subarray(from, to));
    response.write(bytes.subarray(from, Math.min(to, from + cut)), () => request.socket.destroy());
  };

/** A file of which the bytes are answered so. */
async function file(replies: Reply[], settings: Partial<TransportOptions> = {}, key?: string) {
  const { invoke, ...server } = await setup(replies, settings);
  const get = (options: RequestOptions = {}) =>
    invoke<Response>(getFile, { path: { id: 'r', fileId: 'f' } }, options);
  const opened = openedFile({ key, name: 'a', size: content.length }, (signal) =>
    get({ signal, [idleTimeout]: true } as RequestOptions),
  );
  return { ...server, file: opened, get };
}
const isContent = (bytes: Uint8Array) => Buffer.from(bytes).equals(content);

describe('a download that breaks off', () => {
  it('goes on where it was, sealed or not, wherever it is cut and however it is answered', async () => {
    const key = createFileKey();
    const stored = await sealedBytes(content, key);
    const arbitraryReply = fc.oneof(
      { weight: 6, arbitrary: fc.nat(MIB + 40).map((cut): Serving => ({ cut })) },
      { weight: 2, arbitrary: fc.constantFrom(0, 1, 15, 16, 17, MIB + 15, MIB + 16).map((cut) => ({ cut })) },
      { weight: 1, arbitrary: fc.nat(2 * MIB).map((cut): Serving => ({ cut, ignoreRange: true })) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: MIB }).map((most): Serving => ({ most })) },
      { weight: 1, arbitrary: fc.constant('refused' as const) },
      { weight: 1, arbitrary: fc.constant('reset' as const) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryReply, { maxLength: 12 }),
        fc.boolean(),
        async (script, isSealed) => {
          const bytes = isSealed ? stored : content;
          const replies = script.map((one) =>
            one === 'refused'
              ? problem(503, 'service_unavailable')
              : one === 'reset'
                ? reset
                : serve(bytes, one),
          );
          const opened = await file(
            [...replies, serve(bytes)],
            { maxRetries: 20 },
            isSealed ? key : undefined,
          );
          expect(isContent(await opened.file.bytes())).toBe(true);
          for (const { headers } of opened.seen.slice(1))
            expect(headers['if-range']).toBe(headers.range === undefined ? undefined : '"one"');
        },
      ),
      { seed: 20261122, numRuns: 20 },
    );
  });

  it('fails when as many attempts in a row as are allowed have brought nothing, and tells how many there were', async () => {
    const nothing = serve(content, { cut: 0 });
    const { file: opened, seen } = await file([serve(content, { cut: 500 }), nothing]);
    const error = await failure(opened.bytes(), APIConnectionError);
    expect(seen).toHaveLength(3);
    expect(error).toMatchObject({ attempts: 3, message: expect.stringMatching(/, 3 attempts\)$/) });
    expect(seen.slice(1).map(({ headers }) => headers.range)).toEqual(['bytes=500-', 'bytes=500-']);
  });

  it('counts anew with each byte that comes, and waits before each attempt as any call does', async () => {
    const steps = Array.from({ length: 7 }, () => serve(content, { cut: 3000 }));
    const { file: opened, seen, pauses } = await file([...steps, serve(content)], { maxRetries: 1 });
    expect(isContent(await opened.bytes())).toBe(true);
    expect(seen.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, ...'1234567']);
    expect(pauses).toHaveLength(7);
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(375);
  });

  it('is not tried again with maxRetries 0', async () => {
    const { file: opened, seen } = await file([serve(content, { cut: 3000 })], { maxRetries: 0 });
    await failure(opened.bytes(), APIConnectionError);
    expect(seen).toHaveLength(1);
  });

  it('waits as long as it is told to, unless that is too long', async () => {
    const rateLimited = (seconds: string) => problem(429, 'rate_limited', { 'retry-after': seconds });
    const replies = [serve(content, { cut: 3000 }), rateLimited('7'), serve(content)];
    const { file: opened, pauses } = await file(replies);
    expect(isContent(await opened.bytes())).toBe(true);
    expect(pauses[1]).toBeGreaterThanOrEqual(7000);
    const other = await file([serve(content, { cut: 3000 }), rateLimited('61'), serve(content)]);
    expect(await failure(other.file.bytes(), RateLimitError)).toMatchObject({
      attempts: 2,
      retryAfterMs: 61_000,
    });
  });

  it.each([
    ['with another ETag', serve(content, { etag: '"two"' })],
    ['with another ETag to the range', serve(content, { headers: { etag: '"two"' } })],
    ['without one', serve(content, { headers: { etag: '' } })],
    [
      'with another range',
      serve(content, { headers: { 'content-range': `bytes 2999-9/${content.length}` } }),
    ],
    ['with a range of another size', serve(content, { headers: { 'content-range': 'bytes 3000-9/10' } })],
    ['with an encoding', serve(content, { headers: { 'content-encoding': 'x' } })],
  ])('is never put together with what comes %s', async (_, reply) => {
    const { file: opened, seen } = await file([serve(content, { cut: 3000 }), reply]);
    const error = await failure(opened.bytes(), TempshareError);
    expect(error.message).toContain(`broke off after 3000 of ${content.length} bytes`);
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['has no ETag', { headers: { etag: '' } }],
    ['has a weak one', { etag: 'W/"one"' }],
    ['takes no ranges', { headers: { 'accept-ranges': 'none' } }],
    ['is encoded', { headers: { 'content-encoding': 'identity' } }],
  ])('fails after one attempt if it %s', async (_, how) => {
    const { file: opened, seen } = await file([serve(content, { cut: 3000, ...how }), serve(content)]);
    await failure(opened.bytes(), APIConnectionError);
    expect(seen).toHaveLength(1);
  });

  it('lets go of a response that does not go on with it', async () => {
    const other: Reply = (response) => {
      response.writeHead(200, { etag: '"two"', 'accept-ranges': 'bytes', 'content-length': 1 << 30 });
      response.write(content);
    };
    const { file: opened, sockets } = await file([serve(content, { cut: 3000 }), other], {
      timeout: 600_000,
    });
    await failure(opened.bytes(), TempshareError);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('says so when its address has died meanwhile', async () => {
    const { file: opened } = await file([serve(content, { cut: 3000 }), problem(404, 'not_found')]);
    const error = await failure(opened.bytes(), NotFoundError);
    expect(error.message).toMatch(
      /^the download broke off after 3000 of \d+ bytes and cannot go on, since its address/,
    );
    expect(error).toMatchObject({ status: 404, attempts: 2 });
  });

  it('ends with the signal, in a pause as well as while bytes come', async () => {
    const stop = new AbortController();
    const sleep = vi.fn(async () => stop.abort(new Error('enough')));
    const { get, seen } = await file([serve(content, { cut: 3000 })], { sleep });
    const response = await get({ signal: stop.signal });
    const error = await failure(response.arrayBuffer(), APIUserAbortError);
    expect(error).toMatchObject({ cause: new Error('enough') });
    expect(seen).toHaveLength(1);
  });

  it('is left alone when its reader has gone', async () => {
    const sleep = vi.fn(
      (_: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
    );
    const { file: opened, seen } = await file([serve(content, { cut: 3000 })], { sleep });
    const reader = opened.stream().getReader();
    const reading = (async () => {
      while (!(await reader.read()).done);
    })();
    await expect.poll(() => sleep.mock.calls.length).toBe(1);
    await reader.cancel();
    await reading;
    expect(seen).toHaveLength(1);
  });

  it('goes on when it has been idle', async () => {
    const silent: Reply = (response) => {
      response.writeHead(200, { etag: '"one"', 'accept-ranges': 'bytes', 'content-length': content.length });
      response.write(content.subarray(0, 3000));
    };
    const { file: opened, seen, sockets } = await file([silent, serve(content)]);
    let loaded = 0;
    const bytes = await asTimePasses(
      () => opened.bytes((progress) => void (loaded = progress.loaded)),
      () => loaded === 3000 && seen.length === 1,
    );
    expect(isContent(bytes)).toBe(true);
    expect(seen[1]?.headers.range).toBe('bytes=3000-');
    const lost = await file([silent], { timeout: 60, maxRetries: 0 });
    expect(await failure(lost.file.bytes(), APITimeoutError)).toMatchObject({ attempts: 1 });
    await expect.poll(() => sockets.size).toBeLessThanOrEqual(1);
  });
});

describe('the bytes of a response', () => {
  it('go on, too, with the key and the attempts of their call', async () => {
    const { get, seen } = await file([serve(content, { cut: 3000 }), serve(content)]);
    const response = await get();
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(isContent(new Uint8Array(await response.arrayBuffer()))).toBe(true);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      seen[0]?.headers.authorization,
      seen[0]?.headers.authorization,
    ]);
    expect(seen[0]?.headers.authorization).toMatch(/^Bearer svc_sk_/);
  });

  it('are the business of who asks for a range', async () => {
    const { get, seen } = await file([serve(content, { cut: 3000 })]);
    const response = await get({ headers: { Range: 'bytes=10-' } });
    expect(response.status).toBe(206);
    await failure(response.arrayBuffer(), APIConnectionError);
    expect(seen).toHaveLength(1);
  });
});

describe('progress', () => {
  it.each(['bytes', 'text', 'blob'] as const)(
    'of %s is told as of an upload, over all attempts',
    async (how) => {
      for (const as of [
        (tell: (p: Progress) => void) => tell,
        (onProgress: (p: Progress) => void) => ({ onProgress }),
      ]) {
        const { file: opened } = await file([serve(content, { cut: 3000 }), serve(content)]);
        const seen: Progress[] = [];
        await opened[how](as((progress) => seen.push(progress)));
        expect(seen.at(-1)).toEqual({ loaded: content.length, total: content.length });
        expect(seen.map(({ loaded }) => loaded)).toEqual(
          seen.map(({ loaded }) => loaded).sort((a, b) => a - b),
        );
        expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([content.length]));
      }
    },
  );

  it('is told to functions only', async () => {
    const { file: opened, seen } = await file([serve(content)]);
    await failure(opened.bytes({ onProgress: 'x' as never }), TempshareError);
    expect(seen).toHaveLength(0);
  });
});
