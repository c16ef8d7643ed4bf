import { hkdfSync } from 'node:crypto';
import { open, seal } from './keyring.ts';
import { sha256 } from './tokens.ts';

/**
 * A token that permits one thing to whoever has it, and carries a key: the server keeps its hash, and the key sealed
 * under it, so that a stolen database permits and opens nothing.
 */
export interface Capability {
  token: string;
  tokenHash: Buffer;
  sealedKey: Buffer;
}

/** Lets a token of at least 128 random bits carry `key`, bound to `context`. */
export function issueCapability(token: string, context: string, key: Buffer): Capability {
  return { token, tokenHash: sha256(token), sealedKey: seal(tokenKey(token), context, key) };
}

/** The key that a token carries. */
export function redeemCapability(token: string, context: string, sealedKey: Buffer): Buffer {
  return open(tokenKey(token), context, sealedKey);
}

const tokenKey = (token: string): Buffer =>
  Buffer.from(hkdfSync('sha256', token, '', 'tempshare capability', 32));
