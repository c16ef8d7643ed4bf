import { describe, expect, it } from 'vitest';
import { open, openFile } from '../src/envelope/index.ts';
import {
  checkKeys,
  checkMetadata,
  checkText,
  codeOf,
  collect,
  cut,
  damagedFile,
  fileInfo,
  keysNamed,
  keysOf,
  sha256,
  vectors,
} from './envelope-vectors.ts';

describe('the published vectors', () => {
  it.each(vectors.keys)('hold the keys that are derived: $name', checkKeys);

  it('give one key for all spellings of a password', () => {
    const proof = (name: string) => keysNamed(name).accessProof;
    expect(proof('e with acute, composed')).toBe(proof('e with acute, decomposed'));
    expect(proof('ligature')).toBe(proof('ligature, written out'));
    expect(new Set(vectors.keys.map(({ accessProof }) => accessProof)).size).toBe(vectors.keys.length - 2);
  });

  it.each(vectors.texts)('hold the sealed text: $name', async (vector) => {
    await checkText(vector, await keysOf(keysNamed(vector.keys)));
  });

  it.each(vectors.metadata)('hold the sealed description of a file: $name', async (vector) => {
    await checkMetadata(vector, await keysOf(keysNamed(vector.keys)));
  });

  it.each(vectors.files)('hold the sealed file: $name', async (vector) => {
    expect(await fileInfo(vector)).toEqual(vector);
  });

  it.each(vectors.refusedTexts)(
    'hold a text that is refused: $name',
    async ({ keys, sealed, kind, error }) => {
      const theKeys = await keysOf(keysNamed(keys));
      expect(await codeOf(() => open(sealed, theKeys, kind))).toBe(error);
    },
  );

  it.each(vectors.refusedFiles)('hold a file that is refused: $name', async (vector) => {
    const bytes = await damagedFile(vector);
    expect(sha256(bytes)).toBe(vector.sha256);
    expect(await codeOf(() => collect(openFile(cut(bytes), vector.key)))).toBe(vector.error);
  });
});
