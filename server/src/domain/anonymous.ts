import type { OperationInfo } from '@tempshare/contract';
import type { Admission } from './admission.ts';
import type { Principal } from './principal.ts';

/** Limits of senders without an account. */
export interface AnonymousLimits {
  /** Items that one network may create in a minute. */
  createsPerMinute: number;
  /** Bytes of one item, before it is sealed. */
  itemBytes: number;
  /** Bytes of all their items together. */
  totalBytes: number;
  /** Longest lifetime, in seconds. */
  longestSeconds: number;
}

/** Admits people who send from a page of the server without an account. */
export interface AnonymousSenders {
  readonly limits: AnonymousLimits;
  /** Counts a call of a network, and returns whose the items are that it creates. */
  admit(network: string): Promise<{ principal: Principal; admission: Admission }>;
  /** @throws ServiceProblem unless it is an operation that they may call. */
  authorize(operation: OperationInfo): void;
  /** @throws ServiceProblem unless the body creates something end-to-end encrypted within the limits. */
  check(body: unknown, now: Date): void;
}

/**
 * Their items belong to this many keys, and a network always to the same of them: one that uses up its share leaves the others
 * theirs.
 */
export const ANONYMOUS_SHARES = 8;

/** The account of these keys, which has no people. */
export const ANONYMOUS_ACCOUNT = 'acc_anonymous0000000000000';

/** Has the form of the ids of keys. The quota in the database goes by its first characters. */
export const anonymousKeyId = (share: number): string => `key_anonymous${String(share).padStart(13, '0')}`;

export const isAnonymousKey = (keyId: string): boolean => /^key_anonymous0{12}\d$/.test(keyId);

/** A page makes such a token for itself. It permits nothing that anybody may not do, and guards what is stored for a repetition. */
export const isAnonymousToken = (text: string): boolean => /^svc_sk_anonymous_[\w-]{43}$/.test(text);
