import type { OperationInfo } from '@tempshare/contract';
import type { Admission } from './admission.ts';
import type { Principal } from './principal.ts';

export interface AnonymousLimits {
  createsPerMinute: number;
  /** Maximum size of an item before sealing. */
  itemBytes: number;
  /** Maximum size of all items. */
  totalBytes: number;
  longestSeconds: number;
}

export interface AnonymousSenders {
  readonly limits: AnonymousLimits;
  /** Counts a request of a network, and returns the principal of its items. */
  admit(network: string): Promise<{ principal: Principal; admission: Admission }>;
  /** @throws ServiceProblem unless the operation is allowed */
  authorize(operation: OperationInfo): void;
  /** @throws ServiceProblem unless the body creates something end-to-end encrypted within the limits */
  check(body: unknown, now: Date): void;
}

/** Number of keys for anonymous items. A network always uses the same one, and cannot exhaust the others. */
export const ANONYMOUS_SHARES = 8;

export const ANONYMOUS_ACCOUNT = 'acc_anonymous0000000000000';

/** Id in the format of API keys. The quota trigger recognizes the prefix. */
export const anonymousKeyId = (share: number): string => `key_anonymous${String(share).padStart(13, '0')}`;

export const isAnonymousKey = (keyId: string): boolean => /^key_anonymous0{12}\d$/.test(keyId);

/** Token that a page generates for replay protection. It grants nothing. */
export const isAnonymousToken = (text: string): boolean => /^svc_sk_anonymous_[\w-]{43}$/.test(text);
