import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { issueCapability, redeemCapability } from '../src/crypto/capability.ts';
import { linkId, sha256 } from '../src/crypto/tokens.ts';

const token = `u_${linkId()}`;
const key = randomBytes(32);
const issued = issueCapability(token, 'file 1 upload', key);

it('a token opens its key, in its context alone', () => {
  expect(redeemCapability(token, 'file 1 upload', issued.sealedKey)).toEqual(key);
  expect(() => redeemCapability(token, 'file 2 upload', issued.sealedKey)).toThrow();
  expect(() => redeemCapability(token, 'file 1 download', issued.sealedKey)).toThrow();
  expect(() => redeemCapability(`u_${linkId()}`, 'file 1 upload', issued.sealedKey)).toThrow();
});

it('what is stored finds the token, and opens nothing', () => {
  expect(issued.tokenHash).toEqual(sha256(token));
  const stored = issued.tokenHash.toString('base64url');
  expect(() => redeemCapability(stored, 'file 1 upload', issued.sealedKey)).toThrow();
});
