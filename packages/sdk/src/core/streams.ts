/** A stream that fails with the signal's reason when it aborts, and then cancels its source. */
export function streamWithin(
  signal: AbortSignal,
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  // Nobody waits for the source: one that was cloned, by a middleware or a mock, ends only when every copy is cancelled.
  const cancel = (reason: unknown): void => void reader.cancel(reason).catch(() => undefined);
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
        stream.error(signal.aborted ? signal.reason : cause);
      }
    },
    cancel,
  });
}
