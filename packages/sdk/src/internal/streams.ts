import { isStream } from './tag.ts';

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Progress of a request body that a `fetch` reads. */
export interface Reading {
  /** 2 before the first read, 1 until the end has been read, then 0. */
  left: 0 | 1 | 2;
}

/** Returns a stream that fails with the signal's reason when it aborts, and then cancels its source. */
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

/**
 * Sends a request whose body may be a stream. A `fetch` that would send a stream as the text `[object ReadableStream]`, as
 * node-fetch does, is stopped before it sends, and gets the bytes of the stream instead.
 */
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

/** Web streams of iterables, which the runtimes have that have such bodies. */
declare const ReadableStream: {
  new (source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>, strategy: QueuingStrategy): Bytes;
  from(iterable: AsyncIterable<Uint8Array<ArrayBuffer>>): Bytes;
};

/**
 * Returns a response whose body is a web stream: that of node-fetch, for example, is a stream of Node.js.
 *
 * @param whole whether to read all bytes first, as of a response of React Native, which has no `body`
 */
export async function withWebBody(response: Response, whole: boolean): Promise<Response> {
  const body = response.body as
    Bytes | null | (AsyncIterable<Uint8Array<ArrayBuffer>> & { getReader?: undefined });
  const isForeign = body ? !body.getReader && Symbol.asyncIterator in body : whole;
  if (!isForeign || [204, 205, 304].includes(response.status)) return response;
  return new Response(body ? ReadableStream.from(body) : await response.arrayBuffer(), response);
}
