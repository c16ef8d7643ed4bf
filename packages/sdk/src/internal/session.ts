import type { SessionCreated } from '../gen/types.gen.ts';
import { checkedResponse } from './checked-response.ts';
import { isPassing, statusOf } from './failure.ts';
import { ignore } from './ignore.ts';
import { onAbort } from './on-abort.ts';
import type { CallOptions, RequestOptions } from '../core/operation.ts';
import { TempshareError } from '../core/tempshare-error.ts';

const PAUSE = 60_000;

/**
 * Calls under a session, or without where there is none. @throws what the call or the start of the session fails
 * with
 */
export type UnderSession = <T>(
  call: (options: RequestOptions, hasSession: boolean) => PromiseLike<T>,
  options?: RequestOptions,
) => Promise<T>;

/** Starts a session with the first call that needs it, and another when it is over. */
export function lazySession(start: (options: CallOptions) => PromiseLike<SessionCreated>): UnderSession {
  let current: Promise<string | undefined> | undefined;
  let noneUntil = 0;
  // Others wait for it, too: it ends neither with the signal of the call that starts it nor never.
  const begin = ({ timeout, maxRetries, headers }: RequestOptions) => {
    const limit = timeout === Infinity ? undefined : timeout;
    const started = tokenOf(start({ timeout: limit, maxRetries, headers })).then((token) => {
      if (token === undefined) noneUntil = Date.now() + PAUSE;
      return token;
    });
    current = started;
    const forget = () => {
      if (current === started) current = undefined;
    };
    started.then((token) => token ?? forget(), forget);
    return started;
  };
  return async (call, options = {}) => {
    for (let renewed = false; ; renewed = true) {
      const none = options.signal?.aborted || Date.now() < noneUntil;
      const used = none ? undefined : (current ?? begin(options));
      const token = await unlessAborted(used, options.signal);
      if (token === undefined) return call(options, false);
      try {
        return await call({ ...options, headers: { ...options.headers, 'x-session-token': token } }, true);
      } catch (error) {
        if (renewed || !isOver(error)) throw error;
        // Another call may have started the next one already.
        if (current === used) current = undefined;
      }
    }
  };
}

async function tokenOf(started: PromiseLike<SessionCreated>): Promise<string | undefined> {
  try {
    return checkedResponse(await started, 'sessionToken').sessionToken;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 409 || (status !== 429 && isPassing(error))) return undefined;
    throw error;
  }
}

const isOver = (error: unknown): boolean =>
  error instanceof TempshareError && (error as { code?: unknown }).code === 'invalid_session';

async function unlessAborted<T>(
  work: Promise<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!work || !signal) return work;
  let removeListener = ignore;
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    removeListener = onAbort(signal, () => resolve(undefined));
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    removeListener();
  }
}
