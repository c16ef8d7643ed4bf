import { describe, expect, it } from 'vitest';
import { sendWith, streamWithin, withWebBody, type Reading } from '../../src/internal/streams.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const streamOf = (...parts: string[]) => new Response(parts.join('')).body!;

describe('the stream of an attempt', () => {
  it('says how far it was read', async () => {
    const reading: Reading = { left: 0 };
    const reader = streamWithin(new AbortController().signal, streamOf('ab'), reading).getReader();
    expect(reading.left).toBe(2);
    expect(await reader.read()).toEqual({ done: false, value: bytes('ab') });
    expect(reading.left).toBe(1);
    expect((await reader.read()).done).toBe(true);
    expect(reading.left).toBe(0);
  });

  it('fails with the reason of the signal, and cancels its source', async () => {
    const ended = Promise.withResolvers<unknown>();
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: ended.resolve });
    const controller = new AbortController();
    const read = streamWithin(controller.signal, source, { left: 0 }).getReader().read();
    controller.abort('because');
    await expect(read).rejects.toBe('because');
    expect(await ended.promise).toBe('because');
  });
});

it('a fetch that turns a stream into text is called again with its bytes', async () => {
  const sent: unknown[] = [];
  const textual = async (_: unknown, init?: RequestInit) => {
    // eslint-disable-next-line @typescript-eslint/no-base-to-string
    sent.push(init!.body instanceof ReadableStream ? String(init!.body) : init!.body);
    return new Response('ok');
  };
  const response = await sendWith(textual, 'https://share.example', { body: streamOf('ab') });
  expect(await response.text()).toBe('ok');
  expect(sent).toEqual([bytes('ab').buffer]);
});

describe('the body of a response', () => {
  it('becomes a web stream', async () => {
    const body = (async function* () {
      yield bytes('ab');
      yield bytes('c');
    })();
    const foreign = { body, status: 200, headers: new Headers() } as unknown as Response;
    const response = await withWebBody(foreign, false);
    expect(response.body).toBeInstanceOf(ReadableStream);
    expect(await response.text()).toBe('abc');
  });

  it('is read whole where there is none, unless the status has none', async () => {
    const bare = (status: number) =>
      ({ status, headers: new Headers(), arrayBuffer: async () => bytes('ab').buffer }) as Response;
    expect(await (await withWebBody(bare(200), true)).text()).toBe('ab');
    for (const response of [bare(204), bare(304)]) expect(await withWebBody(response, true)).toBe(response);
    const web = new Response('ab');
    expect(await withWebBody(web, true)).toBe(web);
  });
});
