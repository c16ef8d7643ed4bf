import { Tempshare } from '@tempshare/sdk';
import { createMock } from '@tempshare/testing';
import { getResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const mock = createMock({ baseUrl: 'http://share.example/api/v1' });

/** Asks the mock itself: MSW in between would read ahead, as a network does. */
const ask: typeof fetch = async (input, init) =>
  (await getResponse(mock.handlers, new Request(input, init))) as Response;
const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: ask });

/** The download URL of a file that opens once, after it was opened. */
async function opened(size: number): Promise<string> {
  const file = new Blob([new Uint8Array(size)]);
  const { id } = await client.transfers.create({ type: 'file', file, oneTime: true, encryption: 'server' });
  return (await client.public.transfers.open(id)).downloadUrl as string;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Lets time pass until a reader has waited for another one. */
async function passWait<Result>(waiting: Promise<Result>): Promise<Result> {
  const state = { isOver: false };
  void waiting.catch(() => undefined).finally(() => (state.isOver = true));
  while (!state.isOver) {
    vi.runOnlyPendingTimers();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return waiting;
}

const bytesOf = async (response: Response): Promise<number> => (await response.arrayBuffer()).byteLength;

describe.each([0, 300_000])('the end of a file of %i bytes that opens once', (size) => {
  const end: RequestInit = size > 0 ? { headers: { range: 'bytes=-1' } } : {};

  it('is refused to a second reader while a first one is sent it, who loses nothing', async () => {
    const url = await opened(size);
    const first = await ask(url, end);
    const second = await passWait(ask(url, end));
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await second.json()).toMatchObject({ code: 'rate_limited' });
    expect(await bytesOf(first)).toBe(Math.min(1, size));
    expect((await ask(url, end)).status).toBe(404);
  });

  it('is gone for a second reader who has waited until the first one had it', async () => {
    const url = await opened(size);
    const first = await ask(url, end);
    const second = ask(url, end);
    await bytesOf(first);
    expect((await second).status).toBe(404);
  });

  it('goes to a second reader when the first one leaves', async () => {
    const url = await opened(size);
    const first = await ask(url, end);
    const second = ask(url);
    await first.body?.cancel();
    expect(await bytesOf(await second)).toBe(size);
  });
});

it('a second reader who comes to the end while a first one is sent it meets a broken connection', async () => {
  const url = await opened(300_000);
  const first = await ask(url, { headers: { range: 'bytes=-1' } });
  const second = await ask(url);
  expect(second.status).toBe(200);
  await expect(passWait(second.arrayBuffer())).rejects.toThrow(TypeError);
  expect(await bytesOf(first)).toBe(1);
});

it('a file that opens often is sent to as many readers as ask for it', async () => {
  const file = new Blob(['twice']);
  const { id } = await client.transfers.create({ type: 'file', file, encryption: 'server' });
  const url = (await client.public.transfers.open(id)).downloadUrl as string;
  const both = [await ask(url), await ask(url)];
  expect(await Promise.all(both.map(bytesOf))).toEqual([5, 5]);
});
