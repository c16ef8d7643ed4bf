import type { RequestOptions } from '../core/operation.ts';

/** 144 random bits in 24 characters: more than can be guessed, since whoever has the key of a reading can read, too. */
export const newIdempotencyKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));

export const underOneKey = (options: RequestOptions = {}): RequestOptions => ({
  ...options,
  idempotencyKey: options.idempotencyKey ?? newIdempotencyKey(),
});
