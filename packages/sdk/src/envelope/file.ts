import { fromBase64url, toBase64url } from './bytes.ts';
import { EnvelopeError } from './errors.ts';
import { open, seal, type SealOptions } from './jwe.ts';
import { importKey, type EnvelopeKeys } from './keys.ts';

/** Bytes of a file that are sealed at a time: 1 MiB; the last chunk may be shorter. */
export const CHUNK_BYTES = 1_048_576;
const TAG_BYTES = 16;

/**
 * Metadata of a file, sealed as JSON; recipients read it before the bytes. It is the sender's claim: `name` may be any text,
 * such as a path, and `size` any number.
 */
export interface FileMetadata {
  name?: string | undefined;
  type?: string | undefined;
  /** In bytes, if it was known before sending. */
  size?: number | undefined;
  /** The file's own key: 32 bytes as base64url. */
  key: string;
}

/** Makes a key that seals one file only. */
export function createFileKey(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The size of a file once it is sealed: 16 bytes more for each chunk. */
export function sealedSize(size: number): number {
  return size + TAG_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES));
}

export function sealMetadata(
  metadata: FileMetadata,
  keys: EnvelopeKeys,
  options?: Pick<SealOptions, 'seed'>,
) {
  return seal(JSON.stringify(metadata), keys, { kind: 'file', seed: options?.seed });
}

/** @throws EnvelopeError as `open` does; `unsupported_envelope` if what was sealed is not the metadata of a file */
export async function openMetadata(sealed: string, keys: EnvelopeKeys): Promise<FileMetadata> {
  const { name, type, size, key } = parse(await open(sealed, keys, 'file'));
  const optional = (value: unknown, kind: string) => value === undefined || typeof value === kind;
  if (
    typeof key === 'string' &&
    optional(name, 'string') &&
    optional(type, 'string') &&
    optional(size, 'number')
  )
    return { name, type, size, key } as FileMetadata;
  throw new EnvelopeError('unsupported_envelope', 'what was sealed is not the description of a file');
}

/**
 * Seals the bytes of a file in chunks of 1 MiB with AES-256-GCM, in the STREAM construction (Hoang, Reyhanitabar,
 * Rogaway and Vizár, 2015): the nonce of a chunk is 7 zero bytes, its number (4 bytes, big-endian) and 1 for the last
 * chunk, else 0. Chunks can then be neither changed, exchanged, left out nor cut off unnoticed.
 *
 * @param key as made by `createFileKey`, for this file alone
 */
export function sealFile(
  bytes: AsyncIterable<Uint8Array>,
  key: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return eachChunk(bytes, key, {
    size: CHUNK_BYTES,
    transform: (algorithm, cryptoKey, chunk) => crypto.subtle.encrypt(algorithm, cryptoKey, chunk),
  });
}

/** Opens what `sealFile` made. Only the end says that the file is whole. @throws EnvelopeError `damaged_file` */
export function openFile(
  bytes: AsyncIterable<Uint8Array>,
  key: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return eachChunk(bytes, key, {
    size: CHUNK_BYTES + TAG_BYTES,
    transform: (algorithm, cryptoKey, chunk) =>
      crypto.subtle.decrypt(algorithm, cryptoKey, chunk).catch(() => {
        throw new EnvelopeError(
          'damaged_file',
          'the file does not open: it was changed or cut off on its way, or its link is not the right one',
        );
      }),
  });
}

interface Chunking {
  size: number;
  transform: (
    algorithm: AesGcmParams,
    key: CryptoKey,
    chunk: Uint8Array<ArrayBuffer>,
  ) => Promise<ArrayBuffer>;
}

async function* eachChunk(bytes: AsyncIterable<Uint8Array>, key: string, { size, transform }: Chunking) {
  const raw = fromBase64url(key);
  if (raw?.length !== 32)
    throw new EnvelopeError('unsupported_envelope', 'the key of a file must be 32 bytes');
  const cryptoKey = await importKey(raw, 'AES-GCM', ['encrypt', 'decrypt']);
  const nonce = new DataView(new ArrayBuffer(12));
  let number = 0;
  for await (const { chunk, last } of rechunk(bytes, size)) {
    nonce.setUint32(7, number++);
    nonce.setUint8(11, last ? 1 : 0);
    // A view, because Node.js 20 refuses an ArrayBuffer of another realm.
    const algorithm = { name: 'AES-GCM', iv: new Uint8Array(nonce.buffer.slice(0)) };
    yield new Uint8Array(await transform(algorithm, cryptoKey, chunk));
  }
}

/** Copies each part at once, since a source may fill the same buffer again. A chunk holds until the next one. */
async function* rechunk(bytes: AsyncIterable<Uint8Array>, size: number) {
  const chunk = new Uint8Array(size);
  let length = 0;
  for await (const part of bytes) {
    for (let at = 0; at < part.length;) {
      if (length === size) {
        yield { chunk, last: false };
        length = 0;
      }
      const piece = part.subarray(at, at + size - length);
      chunk.set(piece, length);
      length += piece.length;
      at += piece.length;
    }
  }
  yield { chunk: chunk.subarray(0, length), last: true };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {}
  return {};
}
