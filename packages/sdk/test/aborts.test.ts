import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APIUserAbortError } from '../src/index.ts';
import { sleep } from '../src/internal/attempt.ts';
import { paginate } from '../src/core/pagination.ts';
import type { TransportOptions } from '../src/internal/transport.ts';
import { listTransfers } from './operations.ts';
import { hang, json, problem, stalledBody, trickle, type Reply } from './scripted-server.ts';
import { failure, setup } from './transport-setup.ts';

const unhandled = vi.fn();
beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  vi.restoreAllMocks();
  expect(unhandled).not.toHaveBeenCalled();
});

const never = () => new Promise<never>(() => undefined);

describe('an abort ends a call', () => {
  const phases: [string, Reply, (entered: () => void) => Partial<TransportOptions>][] = [
    ['the key is asked for', json(200, {}), (entered) => ({ apiKey: () => (entered(), never()) })],
    ['middleware runs', json(200, {}), (entered) => ({ middleware: [() => (entered(), never())] })],
    ['the request is under way', hang, (entered) => ({ fetch: (...call) => (entered(), fetch(...call)) })],
    [
      'the body arrives',
      stalledBody,
      (entered) => ({ fetch: async (...call) => fetch(...call).finally(entered) }),
    ],
    [
      'the error arrives',
      trickle(500, 'application/problem+json'),
      (entered) => ({ fetch: async (...call) => fetch(...call).finally(entered) }),
    ],
    [
      'it waits for the next attempt',
      problem(503, 'unavailable', { 'retry-after': '50' }),
      (entered) => ({ sleep: (ms, signal) => (entered(), sleep(ms, signal)) }),
    ],
  ];

  it.each(phases)('while %s', async (_, reply, settings) => {
    const entered = Promise.withResolvers<void>();
    const { get, seen } = await setup([reply], settings(entered.resolve));
    const controller = new AbortController();
    const call = get({ signal: controller.signal });
    await entered.promise;
    controller.abort('because');
    const error = await failure(call, APIUserAbortError);
    expect([error.cause, error.attempts]).toEqual(['because', 1]);
    expect(seen.length).toBeLessThanOrEqual(1);
    expect(getEventListeners(controller.signal, 'abort').length).toBeLessThanOrEqual(1);
  });

  it('while a signal that is aborted already would have to wait', async () => {
    await sleep(60_000, AbortSignal.abort());
  });

  it('of a list between two pages', async () => {
    const controller = new AbortController();
    const { invoke, seen } = await setup([json(200, { transfers: [1, 2], nextCursor: 'c1' })]);
    type List = { transfers: number[]; nextCursor: string | null };
    const list = paginate('transfers', undefined, (query?: { cursor?: string }) =>
      invoke<List>(listTransfers, { query }, { signal: controller.signal }),
    );
    const rows: number[] = [];
    const walk = async () => {
      for await (const row of list) {
        rows.push(row);
        if (row === 2) controller.abort();
      }
    };
    await failure(walk(), APIUserAbortError);
    expect([rows, seen.length]).toEqual([[1, 2], 1]);
  });
});

describe('an abort before the call or after it', () => {
  it('sends nothing if it came before', async () => {
    const { get, seen } = await setup([json(200, {})]);
    const error = await failure(get({ signal: AbortSignal.abort('because') }), APIUserAbortError);
    expect(error.cause).toBe('because');
    expect(seen).toHaveLength(0);
  });

  it('changes nothing for a JSON response', async () => {
    const controller = new AbortController();
    const { get } = await setup([json(200, { ok: true })]);
    const call = get({ signal: controller.signal });
    await call;
    controller.abort();
    expect(await (await call.asResponse()).json()).toEqual({ ok: true });
  });
});

describe('the signal of a caller', () => {
  it('carries one listener at most after 100 calls, however they ended, and causes no warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    const { signal } = new AbortController();
    const { get, download } = await setup([
      json(200, {}),
      problem(404, 'not_found'),
      problem(500, 'internal_error'),
    ]);
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) =>
          i % 2 ? get({ signal, maxRetries: 1 }) : download({ signal }).then((response) => response.text()),
        ),
      );
    }
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1);
    expect(warned).not.toHaveBeenCalled();
  });

  it('is let go when a download is not read to its end', async () => {
    const { signal } = new AbortController();
    const { download, sockets } = await setup([trickle(200, 'application/octet-stream')]);
    const response = await download({ signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await response.body!.cancel();
    await expect.poll(() => sockets.size).toBe(0);
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1);
  });

  it('ends a download', async () => {
    const { download } = await setup([stalledBody]);
    const controller = new AbortController();
    const text = (await download({ signal: controller.signal })).text();
    controller.abort();
    await failure(text, APIUserAbortError);
  });
});

describe('no rejection goes unhandled', () => {
  it('beside the one that the caller handles, of a call that fails or is aborted', async () => {
    const controller = new AbortController();
    const failing = await setup([problem(404, 'not_found')]);
    const hanging = await setup([hang]);
    const calls = [failing.get(), hanging.get({ signal: controller.signal })];
    const settled = Promise.allSettled(calls);
    await expect.poll(() => [failing.seen.length, hanging.seen.length]).toEqual([1, 1]);
    controller.abort();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await failure(calls[0]!.withResponse(), Error);
  });

  it('of a list that fails while it is walked', async () => {
    const { invoke } = await setup([problem(404, 'not_found')]);
    const walk = async () => {
      const list = paginate('transfers', undefined, () =>
        invoke<{ transfers: []; nextCursor: null }>(listTransfers, {}, { maxRetries: 0 }),
      );
      for await (const _ of list) expect.unreachable();
    };
    await failure(walk(), Error);
  });

  it('of middleware that does not wait for what it sent', async () => {
    const { get, seen } = await setup([problem(500, 'internal_error')], {
      middleware: [
        (request, next) => {
          void next(request.clone());
          throw new Error('mine');
        },
      ],
      fetch: async () => {
        throw new Error('no network');
      },
    });
    await expect(get()).rejects.toThrow('mine');
    expect(seen).toHaveLength(0);
  });
});
