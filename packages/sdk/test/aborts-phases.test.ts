import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APIUserAbortError } from '../src/index.ts';
import { sleep } from '../src/core/attempt.ts';
import { paginate } from '../src/core/pagination.ts';
import type { TransportOptions } from '../src/core/transport.ts';
import { getFile, listTransfers } from './operations.ts';
import { hang, json, problem, stalledBody, trickle, type Reply } from './scripted-server.ts';
import { failure, setup } from './transport-setup.ts';

const unhandled = vi.fn();
beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
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
    expect(error.cause).toBe('because');
    expect(seen.length).toBeLessThanOrEqual(1);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
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

describe('an abort after the end', () => {
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
  it('carries no listener after 100 calls, however they ended', async () => {
    const { signal } = new AbortController();
    const { get, invoke } = await setup([
      json(200, {}),
      problem(404, 'not_found'),
      problem(500, 'internal_error'),
    ]);
    const download = async () => {
      const response = await invoke<Response>(getFile, { path: { id: 'r', fileId: 'f' } }, { signal });
      await response.text();
    };
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? get({ signal, maxRetries: 1 }) : download())),
      );
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('is let go when a download is not read to its end', async () => {
    const { signal } = new AbortController();
    const { invoke } = await setup([trickle(200, 'application/octet-stream')]);
    const response = await invoke<Response>(getFile, { path: { id: 'r', fileId: 'f' } }, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await response.body!.cancel();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
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
