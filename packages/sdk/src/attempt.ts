import { APIConnectionError, APITimeoutError, APIUserAbortError, type CallFacts } from './errors.ts';

/** The life of one attempt: it ends at its timeout or with the caller's signal, and stays open until its body is read. */
export interface Attempt {
  /** Aborted with the error to throw. */
  readonly signal: AbortSignal;
  /** The work's result, or the attempt's end if that comes first, even when the work ignores its signal. */
  within<T>(work: Promise<T>): Promise<T>;
  close(): void;
}

const longestTimer = 2 ** 31 - 1;

export function openAttempt(caller: AbortSignal, timeout: number, facts: CallFacts): Attempt {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  ended.catch(() => undefined);
  const onAbort = () => controller.abort(new APIUserAbortError(facts, caller.reason));
  const onTimeout = () => controller.abort(new APITimeoutError(facts, timeout));
  caller.addEventListener('abort', onAbort, { once: true });
  const timer = timeout > longestTimer ? undefined : setTimeout(onTimeout, timeout);
  return {
    signal,
    within: (work) => Promise.race([work, ended]),
    close() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onAbort);
    },
  };
}

/** The answer with a body that closes the attempt when it ends, and fails with this package's errors. */
export function streamWithin(attempt: Attempt, response: Response, facts: CallFacts): Response {
  if (response.body === null) {
    attempt.close();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(stream) {
      try {
        const { done, value } = await attempt.within(reader.read());
        if (!done) return stream.enqueue(value);
        attempt.close();
        stream.close();
      } catch (cause) {
        attempt.close();
        stream.error(attempt.signal.aborted ? attempt.signal.reason : new APIConnectionError(facts, cause));
      }
    },
    cancel(reason) {
      attempt.close();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}

/** Resolves after `ms`, or at once when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
