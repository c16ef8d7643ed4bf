import { expect, it, vi } from 'vitest';
import { APIConnectionError, APITimeoutError, APIUserAbortError, NotFoundError } from '../src/index.ts';
import { html, scriptedServer } from './scripted-server.ts';
import { failure } from './transport-setup.ts';

vi.mock('../src/core/on-demand.ts', () => new Promise(() => undefined));

const never = () => new Promise<never>(() => undefined);
const reset = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));

async function clientWith(fetch: typeof globalThis.fetch, baseUrl = 'http://localhost/api/v1') {
  const { Tempshare } = await import('../src/index.ts');
  return new Tempshare({ baseUrl, fetch, maxRetries: 0, timeout: 50 });
}

it('a call whose service does not answer ends at its timeout while a part of the package is on its way', async () => {
  await failure((await clientWith(never)).openapi.get(), APITimeoutError);
});

it('a call whose connection fails ends at its timeout, too, and says that it failed', async () => {
  const error = await failure((await clientWith(reset)).openapi.get(), APIConnectionError);
  expect(error).not.toBeInstanceOf(APITimeoutError);
  expect(error.message).toContain('(ECONNRESET)');
});

it('a call whose connection fails ends with its signal', async () => {
  const stop = new AbortController();
  const fetch = () => {
    queueMicrotask(() => stop.abort());
    return reset();
  };
  const call = (await clientWith(fetch)).openapi.get({ signal: stop.signal, timeout: Infinity });
  await failure(call, APIUserAbortError);
});

it('an answer of somebody else keeps its status', async () => {
  const { baseUrl } = await scriptedServer(html(404));
  const client = await clientWith(globalThis.fetch, baseUrl);
  expect((await failure(client.openapi.get({ timeout: 500 }), NotFoundError)).code).toBe('unknown_error');
});
