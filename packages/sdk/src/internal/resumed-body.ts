import type { Attempt } from './attempt.ts';
import { eitherSignal } from './either-signal.ts';
import { TempshareError } from '../core/tempshare-error.ts';

export interface Received {
  attempt: Attempt;
  response: Response;
}

export interface Resumable {
  failureOf(this: void, cause?: unknown): unknown;
  /** Waits before another attempt, or throws the failure. */
  retry(
    this: void,
    failure: unknown,
    after: { attempt: Attempt; used: number; signal: AbortSignal | undefined },
  ): Promise<void>;
  /** Makes further attempts, after `used` in vain, until one has a response. */
  attempts(this: void, used: number, range: Record<string, string>): Promise<Received>;
  signal: AbortSignal | undefined;
}

/**
 * The response with a body that closes its attempt when it ends. Bytes that can be asked for in ranges go on where they
 * broke off (RFC 9110, 14), over as many attempts as it takes: those without a new byte are counted, as of any call.
 *
 * @param whole whether the call asked for everything
 */
export function resumedBody(first: Received, call: Resumable, whole: boolean): Response {
  const { response } = first;
  if (!response.body) {
    first.attempt.close();
    return response;
  }
  const file = whole ? fileOf(response) : undefined;
  return new Response(new ReadableStream(source(first, call, file)), response);
}

interface File {
  etag: string;
  size: number;
}

function fileOf({ status, headers }: Response): File | undefined {
  const [etag, length] = [headers.get('etag'), headers.get('content-length')];
  const ranged =
    status === 200 && headers.get('accept-ranges') === 'bytes' && !headers.has('content-encoding');
  return ranged && etag?.startsWith('"') && length ? { etag, size: Number(length) } : undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;

function source(first: Received, call: Resumable, file: File | undefined): UnderlyingDefaultSource<Bytes> {
  const { failureOf, retry, signal } = call;
  const left = new AbortController();
  const hasLeft = (): boolean => left.signal.aborted;
  let current = reading(first, failureOf);
  let received = 0;
  let skipped = 0;
  let used = first.attempt.count;

  const read = async (): Promise<Bytes | undefined> => {
    for (;;) {
      const piece = await current.read();
      if (!piece && file && received < file.size) throw failureOf();
      if (!piece) return undefined;
      const fresh = piece.subarray(Math.min(skipped, piece.length));
      skipped -= piece.length - fresh.length;
      if (fresh.length === 0) continue;
      received += fresh.length;
      used = 1;
      return fresh;
    }
  };
  const goOn = async (failure: unknown): Promise<void> => {
    const before = current.attempt;
    if (!file || hasLeft()) {
      before.drop(failure);
      throw failure;
    }
    await retry(failure, { attempt: before, used, signal: eitherSignal(left.signal, signal) });
    if (hasLeft()) throw failure;
    const next = await requestRest(call, { used, received }, file);
    used += next.attempt.count - before.count;
    current = reading(next, failureOf);
    if (hasLeft()) current.cancel(failure);
    try {
      skipped = startOf(next.response, received, file);
    } catch (error) {
      current.cancel(error);
      throw error;
    }
  };
  return {
    async pull(stream) {
      for (;;) {
        try {
          const piece = await read();
          if (piece) return stream.enqueue(piece);
          current.attempt.close();
          return stream.close();
        } catch (cause) {
          await goOn(current.attempt.signal.aborted ? current.attempt.signal.reason : cause);
        }
      }
    },
    cancel(reason) {
      left.abort();
      current.cancel(reason);
    },
  };
}

/** Reads the body of one attempt. */
function reading({ attempt, response }: Received, failureOf: Resumable['failureOf']) {
  const reader = response.body!.getReader();
  const cancel = (reason: unknown): void => {
    attempt.close();
    reader.cancel(reason).catch(() => undefined);
  };
  // Not `within`, whose races would hold on to every piece until the stream ends.
  attempt.signal.addEventListener('abort', () => cancel(attempt.signal.reason));
  return {
    attempt,
    cancel,
    async read() {
      attempt.restart();
      try {
        const { done, value } = await reader.read();
        attempt.signal.throwIfAborted();
        return done ? undefined : value;
      } catch (cause) {
        throw attempt.signal.aborted ? attempt.signal.reason : failureOf(cause);
      } finally {
        attempt.rest();
      }
    },
  };
}

/** @throws TempshareError for another file: the two are never joined */
function startOf({ status, headers }: Response, received: number, { etag, size }: File): number {
  if (headers.get('etag') === etag && !headers.has('content-encoding')) {
    if (status === 200) return received;
    const range = headers.get('content-range') ?? '';
    if (range.startsWith(`bytes ${received}-`) && range.endsWith(`/${size}`)) return 0;
  }
  throw new TempshareError(
    `the download broke off after ${received} of ${size} bytes and cannot go on: download the file again`,
  );
}

/** Requests the bytes from `received` on. */
async function requestRest(
  { attempts }: Resumable,
  { used, received }: { used: number; received: number },
  { etag, size }: File,
): Promise<Received> {
  try {
    return await attempts(used, { range: `bytes=${received}-`, 'if-range': etag });
  } catch (error) {
    if (error instanceof Error && [404, 416].includes((error as { status?: number }).status ?? 0))
      error.message = `the download broke off after ${received} of ${size} bytes and cannot go on, since its address or the file is gone: ${error.message}`;
    throw error;
  }
}
