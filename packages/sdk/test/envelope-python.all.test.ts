import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFileKey,
  createLinkKey,
  deriveKeys,
  encodeLinkKey,
  seal,
  sealMetadata,
  type SealedKind,
} from '../src/envelope/index.ts';
import { kinds, passwords, wellFormed } from './envelope-arbitraries.ts';
import {
  checkKeys,
  checkMetadata,
  checkText,
  fileInfo,
  keysOf,
  ROOT,
  vectorsOf,
} from './envelope-vectors.ts';

const PROGRAM = join(ROOT, 'test/vectors/envelope.py');
/** The first Python that has what the program imports; that of the system may not be the first in the path. */
const python = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', 'import cryptography, jwcrypto']).status === 0,
);
const without = python === undefined ? ' (skipped: python3 has no cryptography or no jwcrypto)' : '';

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(python!, [PROGRAM, ...args], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
};

const sample = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, 1)[0]!;

async function freshKeys(name: string, password: string | null) {
  const linkKey = createLinkKey();
  const iterations = password === null ? null : 100_000 + Math.floor(Math.random() * 1000);
  const keys = await deriveKeys(linkKey, password === null ? {} : { password, iterations: iterations! });
  const { accessProof, accessProofHash } = keys;
  const vector = {
    name,
    linkKey: encodeLinkKey(linkKey),
    password,
    iterations,
    accessProof,
    accessProofHash,
  };
  return { keys, vector };
}

/** Fresh vectors sealed by the SDK, with random keys and contents. */
async function freshVectors() {
  const all = [await freshKeys('a', null), await freshKeys('b', sample(passwords))];
  const sealedText = async (n: number, kind: SealedKind, seed?: string) => {
    const text = sample(wellFormed);
    const sealed = await seal(text, all[n]!.keys, { kind, seed });
    return { name: `${n} ${kind}`, keys: all[n]!.vector.name, kind, text, ...(seed && { seed }), sealed };
  };
  const metadata = { name: sample(wellFormed), type: 'text/plain', size: 7, key: createFileKey() };
  const sealed = await sealMetadata(metadata, all[1]!.keys);
  const file = (size: number) => fileInfo({ name: `${size} bytes`, key: createFileKey(), size });
  return {
    keys: all.map(({ vector }) => vector),
    texts: await Promise.all(
      kinds.flatMap((kind) => [sealedText(0, kind), sealedText(1, kind), sealedText(1, kind, 's\u2028"é')]),
    ),
    metadata: [{ name: 'metadata', keys: 'b', metadata, sealed }],
    files: [await file(0), await file(1 + Math.floor(Math.random() * 3_000_000))],
  };
}

describe.skipIf(python === undefined)(`the implementation in Python${without}`, () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tempshare-envelope-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('agrees with the published vectors', () => {
    expect(run('check')).toMatch(
      /^\d+ keys, \d+ texts, \d+ metadata, \d+ files, \d+ refusedTexts, \d+ refusedFiles$/m,
    );
  });

  it('opens what the SDK seals', async () => {
    const file = join(directory, 'sealed-by-sdk.json');
    await writeFile(file, JSON.stringify(await freshVectors()));
    expect(run('check', file)).toBe('2 keys, 18 texts, 1 metadata, 2 files\n');
  });

  it('seals what the SDK opens', async () => {
    const file = join(directory, 'sealed-by-python.json');
    run('make', '--random', file);
    const { keys, texts, metadata, files } = vectorsOf(file);
    const named = new Map(
      await Promise.all(keys.map(async (vector) => [vector.name, await keysOf(vector)] as const)),
    );
    await Promise.all(keys.map(checkKeys));
    for (const vector of texts) await checkText(vector, named.get(vector.keys)!);
    for (const vector of metadata) await checkMetadata(vector, named.get(vector.keys)!);
    for (const vector of files) expect(await fileInfo(vector)).toEqual(vector);
    expect([texts.length, files.length]).toEqual([14, 2]);
  });
});
