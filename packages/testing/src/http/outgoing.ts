type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The body of a response with a stream. Of its pieces the first is there before the response is, so that what refuses it
 * is a problem; what fails later breaks the connection. Beyond that it reads ahead of nobody: what was not asked for has
 * not been sent.
 *
 * @param sent called at the end, with whether the reader has taken everything
 */
export async function outgoing(
  pieces: AsyncIterable<Uint8Array>,
  sent?: (taken: Promise<boolean>) => Promise<void>,
): Promise<ReadableStream<Bytes>> {
  const iterator = pieces[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | undefined = await iterator.next();
  const source: UnderlyingDefaultSource<Bytes> = {
    async pull(controller) {
      const next = first ?? (await iterator.next().catch(terminated));
      first = undefined;
      if (!next.done) return controller.enqueue(new Uint8Array(next.value));
      await sent?.(Promise.resolve(true));
      controller.close();
    },
    async cancel() {
      await sent?.(Promise.resolve(false));
      await iterator.return?.();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** Throws the error of a broken connection. */
function terminated(cause: unknown): never {
  throw new TypeError('terminated', { cause });
}
