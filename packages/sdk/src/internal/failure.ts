import { TempshareError } from '../core/tempshare-error.ts';

export const statusOf = (error: unknown): number | undefined =>
  error instanceof TempshareError ? (error as { status?: number }).status : undefined;

export function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status === 429 || status >= 500;
  return error instanceof TempshareError && ['APIConnectionError', 'APITimeoutError'].includes(error.name);
}
