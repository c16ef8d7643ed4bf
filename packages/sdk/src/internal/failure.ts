import { TempshareError } from '../core/tempshare-error.ts';

/** The status of a response that was not success. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof TempshareError ? (error as { status?: number }).status : undefined;

/** Whether a failure may be gone a moment later. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status === 429 || status >= 500;
  return error instanceof TempshareError && ['APIConnectionError', 'APITimeoutError'].includes(error.name);
}
