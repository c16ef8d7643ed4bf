import type { Attempt } from './attempt.ts';

/** The answer with a body that closes the attempt when it ends. */
export function answerWithin(
  { signal, close }: Attempt,
  response: Response,
  failureOf: (cause: unknown) => unknown,
): Response {
  if (response.body) return new Response(streamWithin(signal, response.body, close, failureOf), response);
  close();
  return response;
}

/** A stream that fails with the signal's reason when it aborts, and then cancels its source. */
export function streamWithin(
  signal: AbortSignal,
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  settle = () => {},
  failureOf: (cause: unknown) => unknown = (cause) => cause,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  // Nobody waits for the source: one that was cloned, by a middleware or a mock, ends only when every copy is cancelled.
  const cancel = (reason: unknown) => {
    settle();
    reader.cancel(reason).catch(() => undefined);
  };
  // Not `within`, whose races would hold on to every chunk until the stream ends.
  return new ReadableStream({
    start(stream) {
      signal.addEventListener('abort', () => {
        stream.error(signal.reason);
        cancel(signal.reason);
      });
    },
    async pull(stream) {
      try {
        const { done, value } = await reader.read();
        if (!done) return stream.enqueue(value);
        stream.close();
      } catch (cause) {
        const failure = await failureOf(cause);
        stream.error(signal.aborted ? signal.reason : failure);
      }
      settle();
    },
    cancel,
  });
}
