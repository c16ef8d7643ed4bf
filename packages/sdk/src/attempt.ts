import { APIConnectionError, APITimeoutError, APIUserAbortError, type CallFacts } from './errors.ts';
import { examined } from './retry.ts';

/** The life of one attempt: it ends at its timeout or with the caller's signal, and stays open until its body is read. */
export interface Attempt {
  /** Aborted with the error to throw. */
  readonly signal: AbortSignal;
  /** The work's result, or the attempt's end if that comes first, even when the work ignores its signal. */
  within<T>(work: T | PromiseLike<T>): Promise<T>;
  /** Lets go of the timer and of the caller's signal. */
  close: () => void;
  /** Closes, and drops whatever is still under way, such as a body that nobody reads. */
  drop(failure: unknown): void;
}

/** The longest time that timers keep, in milliseconds: 24.8 days. */
export const longestTimer = 2 ** 31 - 1;

export function openAttempt(caller: AbortSignal | undefined, timeout: number, facts: CallFacts): Attempt {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  ended.catch(() => undefined);
  const onAbort = () => controller.abort(new APIUserAbortError(facts, caller?.reason));
  const onTimeout = () => controller.abort(new APITimeoutError(facts, timeout));
  caller?.addEventListener('abort', onAbort);
  const timer = timeout > longestTimer ? undefined : setTimeout(onTimeout, timeout);
  const close = () => {
    clearTimeout(timer);
    caller?.removeEventListener('abort', onAbort);
  };
  return {
    signal,
    within: (work) => Promise.race([work, ended]),
    close,
    drop(failure) {
      close();
      controller.abort(failure);
    },
  };
}

/** The answer with a body that closes the attempt when it ends, and fails with this package's errors. */
export function answerWithin({ signal, close }: Attempt, response: Response, facts: CallFacts): Response {
  if (!response.body) {
    close();
    return response;
  }
  const body = streamWithin(signal, response.body, close, async (cause) => {
    await examined(cause, facts);
    return new APIConnectionError(facts, cause);
  });
  return new Response(body, response);
}

/** A stream that fails with the signal's reason when it aborts, and then cancels its source. */
export function streamWithin(
  signal: AbortSignal,
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  settle = () => {},
  failureOf: (cause: unknown) => unknown = (cause) => cause,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  const cancel = (reason: unknown) => {
    settle();
    return reader.cancel(reason);
  };
  // Not `within`, whose races would hold on to every chunk until the stream ends.
  return new ReadableStream({
    start(stream) {
      signal.addEventListener('abort', () => {
        stream.error(signal.reason);
        cancel(signal.reason).catch(() => undefined);
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

/** Resolves after `ms`, or at once when the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, signal?.aborted ? 0 : ms);
    signal?.addEventListener('abort', done);
  });
}
