import { longestTimer } from '../internal/attempt.ts';
import { TempshareError } from '../core/tempshare-error.ts';

/** Milliseconds without a byte after which a connection is taken for dead, when the caller does not say otherwise. */
export const IDLE_TIMEOUT = 60_000;

const LONGEST_PAUSE = 8_000;

export interface HeadLimits {
  /** Milliseconds without a byte; default 60,000. `Infinity` means for ever. */
  timeout?: number | undefined;
  maxRetries?: number | undefined;
}

/** The service stopped sending in the middle of a response. To callers a TempshareError like any other. */
export class IdleTimeoutError extends TempshareError {}

export const headTimeout = ({ timeout = IDLE_TIMEOUT, maxRetries = 2 }: HeadLimits): number =>
  (maxRetries + 1) * timeout + maxRetries * LONGEST_PAUSE;

/** @throws IdleTimeoutError after `ms`; `cancel` then ends what the work holds on to */
export async function within<T>(ms: number, work: PromiseLike<T>, cancel: () => void): Promise<T> {
  if (ms > longestTimer) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new IdleTimeoutError(`the service stopped sending: no more bytes came within ${ms} ms`));
      cancel();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
