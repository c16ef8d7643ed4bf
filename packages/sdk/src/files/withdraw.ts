import { TempshareError } from '../core/tempshare-error.ts';
import type { Announced } from './upload.ts';

/**
 * Cleans up behind a failed upload. An announcement whose bytes cannot have arrived is taken back, which a caller who
 * aborts does not wait for; the id of one that may still be there is the `announcedId` of the error.
 *
 * @param unclear whether the bytes may have arrived
 * @returns the error, to be thrown
 */
export async function leave(
  error: unknown,
  { id, withdraw }: Announced,
  unclear: boolean,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  note(error, id);
  if (unclear || !withdraw) return error;
  const withdrawn = Promise.resolve(withdraw()).then(
    () => note(error, undefined),
    () => undefined,
  );
  await unlessAborted(signal, withdrawn);
  return error;
}

/** Waits for the work, or for the signal if that aborts before. */
async function unlessAborted(signal: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { signal: over.signal });
  });
  await Promise.race([work, aborted]);
  over.abort();
}

/** Not enumerable, and so not printed. */
function note(error: unknown, id: string | undefined): void {
  if (error instanceof TempshareError)
    Object.defineProperty(error, 'announcedId', { value: id, configurable: true, writable: true });
}
