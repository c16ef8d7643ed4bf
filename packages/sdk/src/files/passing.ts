import { APIConnectionError, InternalServerError, RateLimitError } from '../errors.ts';

/** Whether a failure may be gone a moment later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof APIConnectionError ||
  error instanceof RateLimitError ||
  error instanceof InternalServerError;
