import { CompactEncrypt, compactDecrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { open, openMetadata, seal, sealMetadata } from '../src/envelope/index.ts';
import { kinds } from './envelope-arbitraries.ts';
import { codeOf, decoded, keysNamed, keysOf } from './envelope-vectors.ts';

const text = '\ufeff🔑 café cafe\u0301 \u0000';

describe.each(['no password', 'fewest rounds'])('jose, with the keys "%s"', async (name) => {
  const vector = keysNamed(name);
  const keys = await keysOf(vector);
  const contentKey = decoded(vector.contentKey);
  const rounds = vector.iterations === null ? {} : { p2c: vector.iterations };
  const encrypt = (header: { alg: string; enc: string; [name: string]: unknown }, plaintext: string) =>
    new CompactEncrypt(new TextEncoder().encode(plaintext)).setProtectedHeader(header).encrypt(contentKey);

  it.each(kinds)('reads a %s that the SDK sealed', async (kind) => {
    const jwe = await seal(text, keys, { kind });
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, contentKey);
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(plaintext)).toBe(text);
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', typ: `tempshare-${kind}`, ...rounds });
  });

  it.each(kinds)('seals a %s that the SDK reads', async (kind) => {
    const jwe = await encrypt({ alg: 'dir', enc: 'A256GCM', typ: `tempshare-${kind}`, ...rounds }, text);
    expect(await open(jwe, keys, kind)).toBe(text);
  });

  it('may write the members of the header in any order', async () => {
    const jwe = await encrypt({ ...rounds, typ: 'tempshare-text', enc: 'A256GCM', alg: 'dir' }, text);
    expect(await open(jwe, keys, 'text')).toBe(text);
  });

  it('describes a file, and reads what describes one', async () => {
    const metadata = { name: 'a/../b', key: 'A'.repeat(43) };
    const header = { alg: 'dir', enc: 'A256GCM', typ: 'tempshare-file', ...rounds };
    const jwe = await encrypt(header, JSON.stringify({ ...metadata, more: 1 }));
    expect(await openMetadata(jwe, keys)).toEqual({ ...metadata, type: undefined, size: undefined });
    const { plaintext } = await compactDecrypt(await sealMetadata(metadata, keys), contentKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual(metadata);
  });

  it.each(['"text"', 'null', '[]', '{}', '{"key":1}', '{"key":"a","name":1}', '{"key":"a","size":"1"}', 'x'])(
    'describes no file with %s',
    async (plaintext) => {
      const jwe = await encrypt({ alg: 'dir', enc: 'A256GCM', typ: 'tempshare-file', ...rounds }, plaintext);
      expect(await codeOf(() => openMetadata(jwe, keys))).toBe('unsupported_envelope');
    },
  );

  it.each([
    { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 1 },
    { alg: 'A256KW', enc: 'A256GCM' },
    { alg: 'A256GCMKW', enc: 'A256GCM' },
    { alg: 'dir', enc: 'A128CBC-HS256' },
  ])('is not followed into another algorithm: $alg, $enc', async (header) => {
    const jwe = await encrypt({ ...header, typ: 'tempshare-text' }, text);
    expect(await codeOf(() => open(jwe, keys, 'text'))).toBe('unsupported_envelope');
  });
});
