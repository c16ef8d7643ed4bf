import { createHash, createHmac, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, vi } from 'vitest';
import {
  decodeLinkKey,
  deriveKeys,
  EnvelopeError,
  open,
  openFile,
  openMetadata,
  seal,
  sealedSize,
  sealFile,
  sealMetadata,
  type EnvelopeErrorCode,
  type EnvelopeKeys,
  type FileMetadata,
  type SealedKind,
} from '../src/envelope/index.ts';

export interface KeysVector {
  name: string;
  linkKey: string;
  password: string | null;
  iterations: number | null;
  contentKey: string;
  nonceKey: string;
  accessProof: string;
  accessProofHash: string;
}
interface Sealed {
  name: string;
  keys: string;
  iv: string;
  seed?: string;
}
interface TextVector extends Sealed {
  kind: SealedKind;
  text: string;
  times?: number;
  sealed?: string;
  sealedSha256?: string;
}
interface MetadataVector extends Sealed {
  metadata: FileMetadata;
  sealed: string;
}
export interface FileVector {
  name: string;
  key: string;
  size: number;
  sha256: string;
  sealedSize: number;
  sealedStart: string;
  sealedEnd: string;
  sealedSha256: string;
}
export interface Vectors {
  keys: KeysVector[];
  texts: TextVector[];
  metadata: MetadataVector[];
  files: FileVector[];
  refusedTexts: {
    name: string;
    keys: string;
    kind: SealedKind;
    sealed: string;
    error: EnvelopeErrorCode;
  }[];
  refusedFiles: {
    name: string;
    key: string;
    parts: { size: number; from: number; to: number }[];
    flip?: { byte: number; bit: number };
    sha256: string;
    error: EnvelopeErrorCode;
  }[];
}

export const ROOT = join(import.meta.dirname, '../../..');
export const vectorsOf = (file: string) => JSON.parse(readFileSync(resolve(ROOT, file), 'utf8')) as Vectors;
export const vectors = vectorsOf('docs/vectors/envelope.json');

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
export const decoded = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

const derived = new WeakMap<KeysVector, Promise<EnvelopeKeys>>();

/** Derives the keys of a vector, once. */
export function keysOf(vector: KeysVector): Promise<EnvelopeKeys> {
  const { linkKey, password, iterations } = vector;
  const options = password === null ? {} : { password, iterations: iterations ?? undefined };
  const keys = derived.get(vector) ?? deriveKeys(decodeLinkKey(linkKey), options);
  derived.set(vector, keys);
  return keys;
}

export const keysNamed = (name: string): KeysVector => vectors.keys.find((keys) => keys.name === name)!;

/** The code of the EnvelopeError that something ends with; anything else it ends with fails the test. */
export async function codeOf(attempt: () => unknown): Promise<EnvelopeErrorCode> {
  const end: unknown = await (async () => attempt())().catch((error: unknown) => error);
  expect(end).toBeInstanceOf(EnvelopeError);
  return (end as EnvelopeError).code;
}

let hashes = Buffer.alloc(0);

/** SHA-256 of 0, 1, 2 … as 8 bytes, big-endian, one after the other, cut to the size. */
export function generated(size: number): Uint8Array<ArrayBuffer> {
  if (hashes.length < size) {
    const counter = Buffer.alloc(8);
    const more = Array.from({ length: Math.ceil(size / 32) }, (_, n) => {
      counter.writeBigUInt64BE(BigInt(n));
      return hash('sha256', counter, 'buffer');
    });
    hashes = Buffer.concat(more);
  }
  return new Uint8Array(hashes.subarray(0, size));
}

/** The bytes in parts of the sizes, taken in turn. */
export async function* cut(bytes: Uint8Array, sizes: number[] = [65_536]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + sizes[turn % sizes.length]!;
    yield bytes.subarray(at, end);
    at = end;
  }
}

export async function collect(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return new Uint8Array(Buffer.concat(all));
}

export const sealed = (bytes: Uint8Array, key: string) => collect(sealFile(cut(bytes), key));

export async function checkKeys(vector: KeysVector): Promise<void> {
  const keys = await keysOf(vector);
  expect(keys).toMatchObject({
    accessProof: vector.accessProof,
    accessProofHash: vector.accessProofHash,
    iterations: vector.iterations ?? undefined,
  });
  // Neither key can be taken out: what they do shows which they are.
  const data = new TextEncoder().encode(vector.name);
  const mac = createHmac('sha256', decoded(vector.nonceKey)).update(data).digest();
  expect(Buffer.from(await crypto.subtle.sign('HMAC', keys.nonceKey, data))).toEqual(mac);
  const algorithm = { name: 'AES-GCM', iv: new Uint8Array(12) };
  const same = await crypto.subtle.importKey('raw', decoded(vector.contentKey), 'AES-GCM', false, [
    'decrypt',
  ]);
  const ciphertext = await crypto.subtle.encrypt(algorithm, keys.contentKey, data);
  expect(new Uint8Array(await crypto.subtle.decrypt(algorithm, same, ciphertext))).toEqual(data);
}

export async function checkText(vector: TextVector, keys: EnvelopeKeys): Promise<void> {
  const text = vector.text.repeat(vector.times ?? 1);
  const again = await sealedWith(vector, () => seal(text, keys, { kind: vector.kind, seed: vector.seed }));
  if (vector.sealed !== undefined) expect(again).toBe(vector.sealed);
  else expect(sha256(again)).toBe(vector.sealedSha256);
  expect(await open(again, keys, vector.kind)).toBe(text);
}

export async function checkMetadata(vector: MetadataVector, keys: EnvelopeKeys): Promise<void> {
  expect(await openMetadata(vector.sealed, keys)).toEqual(vector.metadata);
  const again = sealedWith(vector, () => sealMetadata(vector.metadata, keys, { seed: vector.seed }));
  expect(await again).toBe(vector.sealed);
}

/** Without a seed the vector's IV comes in place of a random one. */
async function sealedWith({ seed, iv }: Sealed, make: () => Promise<string>): Promise<string> {
  if (seed !== undefined) return make();
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array).set(decoded(iv));
    return array;
  });
  try {
    return await make();
  } finally {
    random.mockRestore();
  }
}

export async function fileInfo({ name, key, size }: Pick<FileVector, 'name' | 'key' | 'size'>) {
  const bytes = generated(size);
  const file = await sealed(bytes, key);
  expect(await collect(openFile(cut(file), key))).toEqual(bytes);
  expect(sealedSize(size)).toBe(file.length);
  return {
    name,
    key,
    size,
    sha256: sha256(bytes),
    sealedSize: file.length,
    sealedStart: Buffer.from(file.subarray(0, 16)).toString('hex'),
    sealedEnd: Buffer.from(file.subarray(-16)).toString('hex'),
    sealedSha256: sha256(file),
  } satisfies FileVector;
}

const sealedFiles = new Map<string, Promise<Uint8Array>>();

export async function damagedFile({ key, parts, flip }: Vectors['refusedFiles'][number]) {
  const slices = parts.map(async ({ size, from, to }) => {
    const name = `${key} ${size}`;
    const file = sealedFiles.get(name) ?? sealed(generated(size), key);
    sealedFiles.set(name, file);
    return (await file).subarray(from, to);
  });
  const bytes = Buffer.concat(await Promise.all(slices));
  if (flip) bytes[flip.byte]! ^= 1 << flip.bit;
  return new Uint8Array(bytes);
}
