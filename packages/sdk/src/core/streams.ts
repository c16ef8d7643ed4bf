type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Progress of a request body that a `fetch` reads. */
export interface Reading {
  begun: boolean;
}

/** Returns a stream that fails with the signal's reason when it aborts, and then cancels its source. */
export function streamWithin(signal: AbortSignal, source: Bytes, reading: Reading): Bytes {
  const reader = source.getReader();
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
      reading.begun = true;
      try {
        const { done, value } = await reader.read();
        if (!done) return stream.enqueue(value);
        stream.close();
      } catch (cause) {
        stream.error(signal.aborted ? signal.reason : cause);
      }
    },
    cancel,
  };
  // Pulled by its reader alone, so that `begun` says whether there is one.
  return new ReadableStream(within, { highWaterMark: 0 });
}

/**
 * Sends a request whose body may be a stream. A `fetch` that would send a stream as the text `[object ReadableStream]`, as
 * node-fetch does, is stopped before it sends, and gets the bytes of the stream instead.
 */
export async function sendWith(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const { body } = init;
  if (!(body instanceof ReadableStream)) return send(url, init);
  let stringified = false;
  const toString = (): never => {
    stringified = true;
    throw new TypeError('a stream is not a text');
  };
  Object.defineProperty(body, 'toString', { value: toString });
  try {
    return await send(url, init);
  } catch (error) {
    if (!stringified) throw error;
    return send(url, { ...init, body: new Uint8Array(await new Response(body).arrayBuffer()) });
  }
}

/** Returns a response whose body is a stream of the web: that of node-fetch, for example, is one of Node.js. */
export function withWebBody(response: Response): Response {
  const body = response.body as
    Bytes | null | (AsyncIterable<Uint8Array<ArrayBuffer>> & { getReader?: undefined });
  if (!body || body.getReader || !(Symbol.asyncIterator in body)) return response;
  const iterator = body[Symbol.asyncIterator]();
  const web = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(stream) {
        const next = await iterator.next();
        if (next.done) stream.close();
        else stream.enqueue(new Uint8Array(next.value));
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 0 },
  );
  const { status } = response;
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : web, { status, headers: new Headers(response.headers) });
}
