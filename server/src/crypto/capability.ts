import { hkdfSync } from 'node:crypto';
import { open, seal } from './keyring.ts';
import { sha256 } from './tokens.ts';

/** A token that grants one permission and carries a key, sealed under it. A stolen database grants and opens nothing. */
interface Capability {
  token: string;
  tokenHash: Buffer;
  sealedKey: Buffer;
}

/** Creates a capability from a token of at least 128 random bits, bound to `context`. */
export function issueCapability(token: string, context: string, key: Buffer): Capability {
  return { token, tokenHash: sha256(token), sealedKey: seal(tokenKey(token), context, key) };
}

export function redeemCapability(token: string, context: string, sealedKey: Buffer): Buffer {
  return open(tokenKey(token), context, sealedKey);
}

const tokenKey = (token: string): Buffer =>
  Buffer.from(hkdfSync('sha256', token, '', 'tempshare capability', 32));
