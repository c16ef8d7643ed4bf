import { APITimeoutError, APIUserAbortError, type CallInfo } from '../core/errors.ts';
import { idleTimeout } from '../core/operation.ts';
import { onAbort } from './on-abort.ts';

/** The life of one attempt: it ends at its timeout or with the caller's signal, and stays open until its body is read. */
export interface Attempt {
  readonly info: CallInfo;
  /** From 1. */
  readonly count: number;
  /** In milliseconds since 1970. */
  readonly started: number;
  /** Aborted with the error to throw. */
  readonly signal: AbortSignal;
  /** The work's result, or the attempt's end if that comes first, even when the work ignores its signal. */
  within<T>(this: void, work: T | PromiseLike<T>): Promise<T>;
  close: () => void;
  /** Starts and stops an idle timeout; without one, they do nothing. */
  restart: () => void;
  rest: () => void;
  /** Closes, and aborts whatever is still under way, such as a body that nobody reads. */
  drop(failure: unknown): void;
}

/** The longest time that timers keep, in milliseconds: 24.8 days. */
export const longestTimer = 2 ** 31 - 1;

interface Waiting {
  signal?: AbortSignal | undefined;
  [idleTimeout]?: boolean;
}

export function openAttempt(
  info: CallInfo,
  timeout: number,
  { signal: caller, [idleTimeout]: idle }: Waiting,
): Attempt {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  ended.catch(() => undefined);
  const onTimeout = () => controller.abort(new APITimeoutError(info, timeout));
  const removeListener =
    caller && onAbort(caller, () => controller.abort(new APIUserAbortError(info, caller.reason)));
  const start = () => (timeout > longestTimer ? undefined : setTimeout(onTimeout, timeout));
  let timer = start();
  const rest = () => clearTimeout(timer);
  const close = () => {
    rest();
    removeListener?.();
  };
  const none = () => undefined;
  return {
    info,
    count: info.attempts,
    started: Date.now(),
    signal,
    within: (work) => Promise.race([work, ended]),
    close,
    rest: idle ? rest : none,
    restart: idle
      ? () => {
          rest();
          timer = start();
        }
      : none,
    drop(failure) {
      close();
      controller.abort(failure);
    },
  };
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeListener?.();
      resolve();
    };
    const timer = setTimeout(done, signal?.aborted ? 0 : ms);
    const removeListener = signal && onAbort(signal, done);
  });
}
