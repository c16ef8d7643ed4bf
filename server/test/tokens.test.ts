import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  generateApiKey,
  isLinkId,
  isWellFormedApiKey,
  linkId,
  deriveLinkId,
  parseShortCode,
  pinCode,
  shortCode,
} from '../src/crypto/tokens.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an API key', () => {
  it('has the published form', () => {
    expect(generateApiKey('live')).toMatch(/^svc_sk_live_[0-9A-Za-z]{38}$/);
    expect(generateApiKey('test')).toMatch(/^svc_sk_test_[0-9A-Za-z]{38}$/);
  });

  it('carries the CRC-32 of what stands before it, in base62', () => {
    // Computed with Python's zlib.crc32: 0xb01f8a32.
    expect(isWellFormedApiKey('svc_sk_test_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123453DyHI2')).toBe(true);
    expect(isWellFormedApiKey('svc_sk_test_ABCDEFGHIJKLMNOPQRSTUVWXYZ012345000000')).toBe(false);
  });

  it('is told from every edit of one character', () => {
    const key = generateApiKey('live');
    for (let at = 'svc_sk_live_'.length; at < key.length; at++) {
      for (const other of BASE62) {
        const edited = key.slice(0, at) + other + key.slice(at + 1);
        expect(isWellFormedApiKey(edited), edited).toBe(edited === key);
      }
    }
  });

  it.each([
    '',
    'svc_sk_live_',
    'svc_sk_prod_' + 'a'.repeat(38),
    ' ' + generateApiKey('live'),
    generateApiKey('live') + '\n',
  ])('is not %j', (text) => expect(isWellFormedApiKey(text)).toBe(false));
});

describe('ids and codes', () => {
  it('are of their alphabet and length, and all different', () => {
    const ids = Array.from({ length: 5000 }, linkId);
    expect(ids.every(isLinkId)).toBe(true);
    expect(new Set(ids).size).toBe(5000);
    expect(shortCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  });

  it.each([
    ['drawn', linkId],
    ['made from bytes', () => deriveLinkId(randomBytes(32))],
  ])('use every character of the alphabet alike when they are %s', (_how, make) => {
    const counts = new Map<string, number>();
    for (const character of Array.from({ length: 20_000 }, make).join('')) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (20_000 * 22) / 62;
    const chiSquared = [...counts.values()].reduce(
      (sum, count) => sum + (count - expected) ** 2 / expected,
      0,
    );
    // 61 degrees of freedom: beyond 130 in fewer than one of a million runs.
    expect(counts.size).toBe(62);
    expect(chiSquared).toBeLessThan(130);
  });

  it('made from bytes are the lowest 22 base62 digits of the number that these are, lowest first', () => {
    const digitsOf = (bytes: Buffer): string =>
      Array.from(
        { length: 22 },
        (_, i) => BASE62[Number((BigInt(`0x${bytes.toString('hex')}`) / 62n ** BigInt(i)) % 62n)],
      ).join('');
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((drawn) => Buffer.from(drawn));
    fc.assert(fc.property(bytes, (each) => deriveLinkId(each) === digitsOf(each)));
    for (const each of [Buffer.alloc(32), Buffer.alloc(32, 0xff)])
      expect(deriveLinkId(each)).toBe(digitsOf(each));
  });

  it('of a PIN are 8 digits, every digit alike', () => {
    const pins = Array.from({ length: 20_000 }, pinCode);
    expect(pins.every((pin) => /^[0-9]{8}$/.test(pin))).toBe(true);
    const counts = Array.from('0123456789', (digit) => pins.join('').split(digit).length - 1);
    const chiSquared = counts.reduce((sum, count) => sum + (count - 16_000) ** 2 / 16_000, 0);
    // 9 degrees of freedom: beyond 46 in fewer than one of a million runs.
    expect(chiSquared).toBeLessThan(46);
  });

  it('read a short code as people type it', () => {
    expect(parseShortCode('7kq2-')).toBeNull();
    expect(parseShortCode('ilo0il00')).toBe('11001100');
    expect(parseShortCode('abc')).toBeNull();
    expect(parseShortCode('abcdefgh9')).toBeNull();
    expect(parseShortCode('uuuu')).toBeNull();
  });
});
