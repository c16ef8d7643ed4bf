import type { RequestOptions } from '../core/operation.ts';
import type { LinkKey } from '../envelope/index.ts';

/** Options for a call that seals. */
export interface SealOptions extends RequestOptions {
  /**
   * 32 bytes to seal under, from `createLinkKey` of `@tempshare/sdk/envelope`; made up when left out. Kept together
   * with an `idempotencyKey` it lets another process repeat the call and get the same link.
   */
  linkKey?: LinkKey | undefined;
}

export interface RoomOptions {
  /** Password of a room that has one. */
  password?: string | undefined;
}
