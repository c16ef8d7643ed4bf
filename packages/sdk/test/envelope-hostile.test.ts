import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLinkKey, deriveKeys, open, readHeader, seal } from '../src/envelope/index.ts';
import { codeOf, vectors } from './envelope-vectors.ts';

const keys = await deriveKeys(createLinkKey());
const lockedKeys = await deriveKeys(createLinkKey(), { password: 'hunter2', iterations: 100_000 });
const good = await seal('hunter2', keys, { kind: 'text' });
const header = { alg: 'dir', enc: 'A256GCM', typ: 'tempshare-text' };
const withHeader = (text: string) =>
  `${Buffer.from(text).toString('base64url')}${good.slice(good.indexOf('.'))}`;

const nested = '['.repeat(100_000) + ']'.repeat(100_000);

afterEach(() => void vi.restoreAllMocks());

/** Fails the test if anything is derived, imported, hashed or decrypted meanwhile. */
async function withoutCryptography<T>(attempt: () => Promise<T>): Promise<T> {
  const names = ['deriveBits', 'deriveKey', 'importKey', 'decrypt', 'encrypt', 'sign', 'digest'] as const;
  const spies = names.map((name) => vi.spyOn(crypto.subtle, name));
  const result = await attempt();
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  return result;
}

async function expectUnsupported(theHeader: string): Promise<void> {
  const hostile = withHeader(theHeader);
  for (const attempt of [() => readHeader(hostile), () => open(hostile, keys, 'text')])
    expect(await withoutCryptography(() => codeOf(attempt))).toBe('unsupported_envelope');
}

const rounds = [0, 99_999, 1_000_001, 2 ** 32 + 220_000, 1e308, -220_000, 220_000.5];

describe('a hostile header is refused before anything is computed:', () => {
  it.each([...rounds, '220000', null, true, [220_000], {}])('p2c %j', async (p2c) => {
    const hostile = withHeader(JSON.stringify({ ...header, p2c }));
    for (const attempt of [() => readHeader(hostile), () => open(hostile, lockedKeys, 'text')]) {
      expect(await withoutCryptography(() => codeOf(attempt))).toBe('iterations_out_of_range');
    }
  });

  it.each([
    { ...header, zip: 'DEF' },
    { ...header, crit: ['p2c'] },
    { ...header, jku: 'https://evil.example' },
    { ...header, p2s: 'AAAA', p2c: 220_000 },
    { ...header, alg: 'PBES2-HS512+A256KW', p2s: 'AAAA', p2c: 2 ** 31 },
    { ...header, alg: 'none' },
    { ...header, alg: ['dir'] },
    { ...header, enc: 'A256CBC-HS512' },
    { ...header, typ: ['tempshare-text'] },
    { ...header, typ: 'tempshare-constructor' },
    { enc: 'A256GCM', typ: 'tempshare-text' },
  ])('%j', (members) => expectUnsupported(JSON.stringify(members)));

  it.each([
    ['__proto__ as a member', JSON.stringify(header).replace('{', '{"__proto__":{"p2c":1},')],
    ['a member twice', JSON.stringify(header).replace('{', '{"alg":"none",')],
    ['white space', JSON.stringify(header, null, 1)],
    ['no digits and white space', JSON.stringify({ ...header, p2c: 220_000 }).replace('220000', ' 22e4 ')],
    ['a byte order mark', `\ufeff${JSON.stringify(header)}`],
    ['brackets in brackets in another member', JSON.stringify(header).replace('}', `,"a":${nested}}`)],
    ['brackets in brackets as alg', JSON.stringify(header).replace('"dir"', nested)],
    ['a control character', '\u0000'],
  ])('%s', (_, text) => expectUnsupported(text));

  it.each(vectors.refusedTexts.filter(({ error }) => error !== 'decryption_failed'))(
    'the published $name',
    async ({ sealed, kind, keys: name, error }) => {
      const theKeys = name === 'no password' ? keys : lockedKeys;
      expect(await withoutCryptography(() => codeOf(() => open(sealed, theKeys, kind)))).toBe(error);
    },
  );

  it('the rounds of an item without a password, and none of one with', async () => {
    const locked = await seal('a', lockedKeys, { kind: 'text' });
    for (const attempt of [() => open(locked, keys, 'text'), () => open(good, lockedKeys, 'text')])
      expect(await withoutCryptography(() => codeOf(attempt))).toBe('unsupported_envelope');
  });
});

describe('the rounds that a service tells', () => {
  it.each([...rounds, NaN, Infinity, '220000', null])(
    'are refused before anything is derived: %s',
    async (iterations) => {
      const derive = () => deriveKeys(createLinkKey(), { password: 'a', iterations: iterations as number });
      expect(await withoutCryptography(() => codeOf(derive))).toBe('iterations_out_of_range');
    },
  );

  it.each([100_000, 1_000_000])('may be %i', async (iterations) => {
    expect((await deriveKeys(createLinkKey(), { password: 'a', iterations })).iterations).toBe(iterations);
  });

  it('are 220,000 by default, and stand in the header', async () => {
    const byDefault = await deriveKeys(createLinkKey(), { password: 'a' });
    expect(readHeader(await seal('a', byDefault, { kind: 'url' }))).toEqual({
      kind: 'url',
      iterations: 220_000,
    });
    expect(readHeader(good)).toEqual({ kind: 'text', iterations: undefined });
  });
});
