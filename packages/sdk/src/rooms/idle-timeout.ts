import { TempshareError } from '../core/tempshare-error.ts';

/** Milliseconds without a byte after which a connection is taken for dead, when the caller does not say otherwise. */
export const SILENCE = 60_000;
/** The longest time that timers keep, in milliseconds: 24.8 days. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** The most milliseconds between two attempts when the service does not say how many. */
const LONGEST_PAUSE = 8_000;

/** How long one waits for a service that does not answer. */
export interface Patience {
  /** Milliseconds without a byte; default 60,000. `Infinity` means for ever. */
  timeout?: number | undefined;
  /** Attempts after the first; default 2. */
  maxRetries?: number | undefined;
}

/** The service has stopped answering in the middle of it. A TempshareError like any other to those outside. */
export class SilenceError extends TempshareError {}

/** The milliseconds that all attempts to get an answer's head may take together. */
export const untilHead = ({ timeout = SILENCE, maxRetries = 2 }: Patience): number =>
  (maxRetries + 1) * timeout + maxRetries * LONGEST_PAUSE;

/**
 * The work's result, or a failure if it takes longer than `ms`.
 *
 * @param drop lets go of what the work holds on to
 * @throws SilenceError
 */
export async function within<T>(ms: number, work: PromiseLike<T>, drop: () => void): Promise<T> {
  if (ms > LONGEST_TIMER) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SilenceError(`the service fell silent: no more bytes came within ${ms} ms`));
      drop();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
