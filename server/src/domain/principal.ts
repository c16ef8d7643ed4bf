import type { Scope } from '@tempshare/contract';
import type { Environment } from '../crypto/tokens.ts';
import type { Admission } from './admission.ts';

/** Who is calling: a living API key. */
export interface Principal {
  keyId: string;
  /** The last four characters of the secret in use. */
  last4: string;
  accountId: string;
  environment: Environment;
  livemode: boolean;
  scopes: readonly Scope[];
  /** When the secret in use ends, if that is within 30 days. Null for tokens of pages. */
  endsAt: Date | null;
  rateLimit: number;
  /** Whether the caller is a page that acts for the key of a program. What it does is no use of the key. */
  borrowed: boolean;
  /** Whether it is somebody without an account, who has no key. */
  isAnonymous: boolean;
}

/** Whose something is that a principal makes. */
export const ownedBy = ({ accountId, keyId, livemode }: Principal) => ({ accountId, keyId, livemode });

/** Tells who calls by the text of an API key and counts the call; undefined when no living key has this text. */
export interface Authenticator {
  admit(apiKey: string): Promise<{ principal: Principal; admission: Admission } | undefined>;
}
