import { describe, expect, it, vi } from 'vitest';
import { APIConnectionError, APITimeoutError, TempshareError } from '../../src/index.ts';
import { hang, json } from '../scripted-server.ts';
import { failure, setup } from '../transport-setup.ts';

describe('the time limit', () => {
  it('is fresh for each attempt', async () => {
    const fetch = vi.fn(globalThis.fetch);
    const { get } = await setup([hang], { fetch });
    const started = performance.now();
    const error = await failure(get({ timeout: 50 }), APITimeoutError);
    expect(error.message).toBe('no complete response within 50 ms (GET /transfers/{id}, 3 attempts)');
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);
  });

  it('is told with a stack that leads to the caller', async () => {
    const { get } = await setup([hang]);
    let stack: unknown;
    try {
      await get({ timeout: 20, maxRetries: 0 });
    } catch (error) {
      stack = (error as Error).stack;
    }
    expect(stack).toMatch(/^APITimeoutError: no complete response within 20 ms/);
    expect(stack).toContain('attempt.test.ts');
  });

  it('holds for a fetch that does not listen to its signal', async () => {
    const { get } = await setup([], { fetch: () => new Promise(() => undefined) });
    await failure(get({ timeout: 20, maxRetries: 0 }), APITimeoutError);
  });

  it('holds for a body that does not end and does not listen to the signal', async () => {
    const body = new ReadableStream(
      { pull: (controller) => controller.enqueue(new Uint8Array([0x20])) },
      { highWaterMark: 0 },
    );
    const hanging = body.pipeThrough(new TransformStream({ transform: () => new Promise(() => undefined) }));
    const response = new Response(hanging, { headers: { 'content-type': 'application/json' } });
    const { get } = await setup([], { fetch: async () => response });
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
