import { expect } from 'vitest';
import type { RequestOptions } from '../src/index.ts';
import { createInvoke } from '../src/core/invoke.ts';
import { createTransport, type TransportOptions } from '../src/internal/transport.ts';
import { createTransfer, finishRequest, getFile, getTransfer } from './operations.ts';
import { json, scriptedServer, type Reply } from './scripted-server.ts';

export const key = 'svc_sk_test_0123456789abcdef';
export const created = json(201, { success: true, id: 'abc' });

/** A server with a script, and a client whose pauses are recorded instead of slept. */
export async function setup(replies: Reply[], settings: Partial<TransportOptions> = {}) {
  const server = await scriptedServer(...replies);
  const pauses: number[] = [];
  const transport = createTransport({
    apiKey: () => key,
    timeout: 5_000,
    maxRetries: 2,
    maxRetryAfter: 60_000,
    fetch: globalThis.fetch,
    log: () => undefined,
    sleep: async (ms) => void pauses.push(ms),
    ...settings,
  });
  const invoke = createInvoke(transport, server.baseUrl);
  return {
    ...server,
    pauses,
    invoke,
    create: (options?: RequestOptions) =>
      invoke<{ id: string }>(createTransfer, { body: { type: 'text', text: 'hi' } }, options),
    get: (options?: RequestOptions) => invoke(getTransfer, { path: { id: 'abc' } }, options),
    download: (options?: RequestOptions) =>
      invoke<Response>(getFile, { path: { id: 'r', fileId: 'f' } }, options),
    finish: (options?: RequestOptions) => invoke(finishRequest, { path: { id: 'abc' }, body: {} }, options),
  };
}

export async function failure<E extends Error>(
  call: PromiseLike<unknown>,
  kind: abstract new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await call.then(
    () => expect.unreachable('the call succeeded'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(kind);
  return error as E;
}
