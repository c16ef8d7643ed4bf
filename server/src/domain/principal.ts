import type { Scope } from '@tempshare/contract';
import type { Environment } from '../crypto/tokens.ts';
import type { Admission } from './admission.ts';

/** Authenticated caller with a living API key. */
export interface Principal {
  keyId: string;
  last4: string;
  accountId: string;
  environment: Environment;
  livemode: boolean;
  scopes: readonly Scope[];
  /** End of the secret in use, if within 30 days. Null for tokens of pages. */
  endsAt: Date | null;
  rateLimit: number;
  /** True for a page that acts for a program's key. Its calls do not count as use of the key. */
  borrowed: boolean;
  /** True for a sender without an account. */
  isAnonymous: boolean;
}

export const ownedBy = ({ accountId, keyId, livemode }: Principal) => ({ accountId, keyId, livemode });

/** Authenticates an API key and counts the request; undefined if the key is unknown. */
export interface Authenticator {
  admit(apiKey: string): Promise<{ principal: Principal; admission: Admission } | undefined>;
}
