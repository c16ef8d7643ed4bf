import { isStream } from './tag.ts';

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

export interface Reading {
  /** 2 before the first read, 1 until the end has been read, then 0. */
  left: 0 | 1 | 2;
}

export function streamWithin(signal: AbortSignal, source: Bytes, reading: Reading): Bytes {
  const reader = source.getReader();
  reading.left = 2;
  // Nobody waits for the source: one that was cloned, by a middleware or a mock, ends only when every copy is cancelled.
  const cancel = (reason: unknown): void => void reader.cancel(reason).catch(() => undefined);
  // Not `within`, whose races would hold on to every chunk until the stream ends.
  const within: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    start(stream) {
      signal.addEventListener('abort', () => {
        stream.error(signal.reason);
        cancel(signal.reason);
      });
    },
    async pull(stream) {
      reading.left = 1;
      try {
        const { done, value } = await reader.read();
        if (!done) return stream.enqueue(value);
        reading.left = 0;
        stream.close();
      } catch (cause) {
        stream.error(signal.aborted ? signal.reason : cause);
      }
    },
    cancel,
  };
  // Pulled by its reader alone, so that `left` says whether there is one.
  return new ReadableStream(within, { highWaterMark: 0 });
}

/** A `fetch` that would send the text `[object ReadableStream]`, as node-fetch does, gets the bytes instead. */
export async function sendWith(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const { body, signal } = init;
  signal?.throwIfAborted(); // Middleware may send long after the attempt has ended.
  let isText: unknown;
  const value = () => {
    throw (isText = new Error());
  };
  if (isStream(body)) Object.defineProperty(body, 'toString', { value });
  try {
    return await send(url, init);
  } catch (error) {
    if (!isText) throw error;
    return send(url, { ...init, body: await new Response(body).arrayBuffer() });
  }
}

declare const ReadableStream: {
  new (source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>, strategy: QueuingStrategy): Bytes;
  from(iterable: AsyncIterable<Uint8Array<ArrayBuffer>>): Bytes;
};

/** @param whole whether to read all bytes first, as in React Native, whose responses have no `body` */
export async function withWebBody(response: Response, whole: boolean): Promise<Response> {
  const body = response.body as
    Bytes | null | (AsyncIterable<Uint8Array<ArrayBuffer>> & { getReader?: undefined });
  const isForeign = body ? !body.getReader && Symbol.asyncIterator in body : whole;
  if (!isForeign || [204, 205, 304].includes(response.status)) return response;
  return new Response(body ? ReadableStream.from(body) : await response.arrayBuffer(), response);
}
