import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLinkKey,
  deriveKeys,
  open,
  seal,
  type EnvelopeKeys,
  type SealedKind,
} from '../../src/envelope/index.ts';
import { kinds, linkKeys, wellFormed } from '../envelope-arbitraries.ts';
import { codeOf } from '../envelope-vectors.ts';

const keys = await deriveKeys(createLinkKey());
const otherKeys = await deriveKeys(createLinkKey());
const lockedKeys = await deriveKeys(createLinkKey(), { password: 'hunter2', iterations: 100_000 });
const kind: SealedKind = 'text';

describe('a sealed text', () => {
  it('opens to the text, whatever it is, under whatever key', async () => {
    const property = fc.asyncProperty(
      wellFormed,
      linkKeys,
      fc.constantFrom(...kinds),
      async (text, linkKey, any) => {
        const sealed = await seal(text, await deriveKeys(linkKey), { kind: any });
        expect(await open(sealed, await deriveKeys(linkKey), any)).toBe(text);
      },
    );
    await fc.assert(property, { numRuns: 100, examples: [['\ufeff\u0000🔑', new Uint8Array(32), 'secret']] });
  });

  it('opens to the text, whatever the password is', async () => {
    const password = wellFormed.filter((text) => text !== '' && !text.includes('\0'));
    const property = fc.asyncProperty(wellFormed, password, linkKeys, async (text, secret, linkKey) => {
      const options = { password: secret, iterations: 100_000 };
      const sealed = await seal(text, await deriveKeys(linkKey, options), { kind });
      expect(await open(sealed, await deriveKeys(linkKey, options), kind)).toBe(text);
      const wrong = await deriveKeys(linkKey, { ...options, password: `${secret}x` });
      expect(await codeOf(() => open(sealed, wrong, kind))).toBe('decryption_failed');
    });
    await fc.assert(property, { numRuns: 4, examples: [['a', '\u0001\ufeff', new Uint8Array(32)]] });
  });

  it.each([
    ['without a password', keys],
    ['with a password', lockedKeys],
  ])('does not open with any bit of it flipped, %s', async (_, theKeys) => {
    const sealed = await seal('The door code is 4711!', theKeys, { kind });
    for (let at = 0; at < sealed.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = String.fromCharCode(sealed.charCodeAt(at) ^ (1 << bit));
        const changed = sealed.slice(0, at) + flipped + sealed.slice(at + 1);
        expect(await codeOf(() => open(changed, theKeys, kind))).toMatch(
          /^(unsupported_envelope|decryption_failed|iterations_out_of_range)$/,
        );
      }
    }
  });

  it('does not open with parts of another one', async () => {
    const [one, two] = [await seal('one', keys, { kind }), await seal('two', keys, { kind })].map((text) =>
      text.split('.'),
    );
    for (const part of [2, 3, 4]) {
      const mixed = one!.with(part, two![part]!).join('.');
      expect(await codeOf(() => open(mixed, keys, kind))).toBe('decryption_failed');
    }
  });

  it('does not open when something else than it comes', async () => {
    const property = fc.asyncProperty(
      fc.oneof(fc.anything(), fc.string(), fc.base64String()),
      async (value) => {
        expect(await codeOf(() => open(value as string, keys, kind))).toBe('unsupported_envelope');
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('does not open under another key, or as another kind', async () => {
    const sealed = await seal('a', keys, { kind });
    expect(await codeOf(() => open(sealed, otherKeys, kind))).toBe('decryption_failed');
    for (const other of kinds.filter((name) => name !== kind)) {
      expect(await codeOf(() => open(sealed, keys, other))).toBe('unsupported_envelope');
    }
  });

  it.each(['a\udc00b', 'ok 🔑 \ud83d'])('is not made of half a surrogate pair: %j', async (text) => {
    expect(await codeOf(() => seal(text, keys, { kind }))).toBe('invalid_text');
  });

  it('has an IV of its own in each of 1,000 sealings', async () => {
    const ivs = new Set<string>();
    for (let n = 0; n < 1_000; n++) ivs.add((await seal('same', keys, { kind })).split('.')[2]!);
    expect(ivs.size).toBe(1_000);
    expect([...ivs].every((iv) => /^[\w-]{16}$/.test(iv))).toBe(true);
  });
});

describe('a text sealed with a seed', () => {
  const all: [string, EnvelopeKeys][] = [
    ['a', keys],
    ['b', otherKeys],
  ];
  const info = fc.record({
    seed: fc.constantFrom('', 'a', 'ab', '"', '["a', '\ud800', '\ufffd'),
    kind: fc.constantFrom<SealedKind>('text', 'secret'),
    text: fc.constantFrom('', 'a', 'b', 'ba', '"]'),
    key: fc.constantFrom(0, 1),
  });

  it('is the same exactly when seed, kind, text and keys are', async () => {
    const made = ({ seed, text, ...rest }: { seed: string; kind: SealedKind; text: string; key: number }) =>
      seal(text, all[rest.key]![1], { kind: rest.kind, seed });
    const property = fc.asyncProperty(info, info, async (one, two) => {
      const [first, second] = [await made(one), await made(two)];
      const same = JSON.stringify(one) === JSON.stringify(two);
      expect(first === second).toBe(same);
      expect(first.split('.')[2] === second.split('.')[2]).toBe(same);
      expect(await open(first, all[one.key]![1], one.kind)).toBe(one.text);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
