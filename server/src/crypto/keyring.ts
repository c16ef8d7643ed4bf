import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type DecipherGCM,
  type KeyObject,
} from 'node:crypto';
import { randomChunk } from './random.ts';
import { deriveLinkId } from './tokens.ts';

const NONCE = 12;
const TAG = 16;
export const KEY_ID_BYTES = 4;
export const WRAPPED_KEY_BYTES = KEY_ID_BYTES + NONCE + 32 + TAG;

/** A key object takes half the time of raw bytes, even for a single use. */
export const keyObject = (key: Buffer | KeyObject): KeyObject =>
  key instanceof Uint8Array ? createSecretKey(key) : key;

/** AES-256-GCM: `nonce (12) ‖ ciphertext ‖ tag (16)` under a random nonce, with `context` as associated data. */
export function seal(key: Buffer | KeyObject, context: string, plaintext: Uint8Array): Buffer {
  const nonce = randomChunk(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), nonce).setAAD(Buffer.from(context));
  const ciphertext = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]);
}

/** Opens a sealed value. @throws Error if the key, the context or a bit differs */
export function open(key: Buffer | KeyObject, context: string, sealed: Buffer): Buffer {
  const decipher = decipherOf(key, context, sealed.subarray(0, NONCE));
  const plaintext = decipher.update(sealed.subarray(NONCE, sealed.length - TAG));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG)).final();
  return plaintext;
}

function decipherOf(key: Buffer | KeyObject, context: string, nonce: Uint8Array): DecipherGCM {
  return createDecipheriv('aes-256-gcm', keyObject(key), nonce, { authTagLength: TAG }).setAAD(
    Buffer.from(context),
  );
}

/** Reads exactly `length` sealed bytes, in pieces of any size. @throws Error if there are fewer */
export type Read = (length: number) => AsyncIterable<Uint8Array>;

/** Opens a value in pieces. Returns the plaintext once all of it is authenticated. @param length of the plaintext */
export async function openPieces(
  key: Buffer | KeyObject,
  context: string,
  { length, read }: { length: number; read: Read },
): Promise<Buffer[]> {
  const decipher = decipherOf(key, context, await readAll(read(NONCE)));
  const plaintext: Buffer[] = [];
  for await (const piece of read(length)) plaintext.push(decipher.update(piece));
  decipher.setAuthTag(await readAll(read(TAG))).final();
  return plaintext;
}

async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Key-encryption keys. The first wraps, all unwrap. A wrapped key begins with four bytes of its key's SHA-256. */
export class Keyring {
  readonly #keys: Map<string, KeyObject>;
  readonly #current: { id: Buffer; key: KeyObject };
  readonly #idKey: KeyObject;
  /** Index keys of labels, one per key, the current first. */
  readonly labelKeys: readonly KeyObject[];

  constructor(keys: readonly Buffer[]) {
    const entries = keys.map((key) => ({ id: keyId(key), key: createSecretKey(key) }));
    if (entries[0] === undefined) throw new Error('A keyring needs at least one key.');
    const different = new Set(keys.map((key) => key.toString('hex'))).size;
    if (new Set(entries.map(({ id }) => id.toString('hex'))).size < different) {
      throw new Error('Two keys have the same id; make another one.');
    }
    this.#current = entries[0];
    this.#idKey = deriveKey(this.#current.key, 'tempshare ids');
    this.labelKeys = entries.map(({ key }) => deriveKey(key, 'tempshare labels'));
    this.#keys = new Map(entries.map(({ id, key }) => [id.toString('hex'), key]));
  }

  /** Hexadecimal ids of all keys. */
  get ids(): string[] {
    return [...this.#keys.keys()];
  }

  wrap(context: string, dataKey: Buffer): Buffer {
    return Buffer.concat([this.#current.id, seal(this.#current.key, context, dataKey)]);
  }

  /** Derives a link id from a name. It cannot be computed without the current key. */
  idFrom(name: string): string {
    return deriveLinkId(createHmac('sha256', this.#idKey).update(name).digest());
  }

  unwrap(context: string, wrapped: Buffer): Buffer {
    const id = wrapped.subarray(0, KEY_ID_BYTES).toString('hex');
    const key = this.#keys.get(id);
    if (key === undefined) throw new UnknownKeyError(id);
    return open(key, context, wrapped.subarray(KEY_ID_BYTES));
  }
}

export class UnknownKeyError extends Error {
  constructor(id: string) {
    super(`The keyring has no key ${id}; add it to ENCRYPTION_KEYS.`);
    this.name = 'UnknownKeyError';
  }
}

const deriveKey = (key: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));

function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('tempshare key id').update(key).digest().subarray(0, KEY_ID_BYTES);
}
