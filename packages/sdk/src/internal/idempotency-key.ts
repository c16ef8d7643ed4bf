import type { RequestOptions } from '../core/operation.ts';

/** 144 random bits in 24 characters: more than can be guessed, since whoever has the key of a reading can read, too. */
export const newIdempotencyKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));

/** Options with one key for all that is sent for a call, be it under one session or the next. */
export const underOneKey = (options: RequestOptions = {}): RequestOptions => ({
  ...options,
  idempotencyKey: options.idempotencyKey ?? newIdempotencyKey(),
});
