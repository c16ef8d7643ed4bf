import { hkdfSync } from 'node:crypto';
import type { ItemRef } from '../crypto/item-vault.ts';
import { KEY_ID_BYTES, WRAPPED_KEY_BYTES } from '../crypto/keyring.ts';
import { itemTokenOf } from '../crypto/tokens.ts';
import { isDiskFull } from '../storage/database-errors.ts';

/** The longest that an operator may have a reading kept, in seconds. */
export const LONGEST_KEPT = 600;

const HASH_BYTES = 32;

/**
 * Who reads an item under an `Idempotency-Key`. What is kept for them needs that key, of which the server stores a hash,
 * and the keyring.
 */
export class Reader {
  /** What a reading is found by. */
  readonly hash: Buffer;
  /** How long it is kept, in seconds. */
  readonly seconds: number;
  readonly #key: string;
  /** As long as a wrapped key. The id of the key of the keyring, which a wrapped key begins with, stays readable. */
  readonly #pad: Buffer;

  constructor(key: string, { kind, id }: ItemRef, seconds: number) {
    const length = HASH_BYTES + WRAPPED_KEY_BYTES - KEY_ID_BYTES;
    const derived = Buffer.from(
      hkdfSync('sha256', key, `tempshare/1 ${kind} ${id}`, 'tempshare reading', length),
    );
    this.hash = derived.subarray(0, HASH_BYTES);
    this.seconds = seconds;
    this.#key = key;
    this.#pad = Buffer.concat([Buffer.alloc(KEY_ID_BYTES), derived.subarray(HASH_BYTES)]);
  }

  /** What hides a wrapped data key, as PostgreSQL reads bits. */
  get padBits(): string {
    return `x${this.#pad.toString('hex')}`;
  }

  /** Hides a wrapped data key, or shows a hidden one. */
  hide(wrappedKey: Buffer): Buffer {
    if (wrappedKey.length !== this.#pad.length)
      throw new Error('This is no data key that a keyring wrapped.');
    return Buffer.from(wrappedKey.map((byte, i) => byte ^ (this.#pad[i] as number)));
  }

  /** The token of the download that comes with a reading, the same each time. `wrappedKey` is another for each reading. */
  downloadToken(transferId: string, wrappedKey: Buffer): string {
    return itemTokenOf(
      'd',
      transferId,
      Buffer.from(hkdfSync('sha256', this.#key, wrappedKey, 'tempshare download', 32)),
    );
  }
}

/**
 * Reads something for a reader. Where the disk has no room for what is kept, it is read without keeping anything: a full
 * disk is no reason to give nothing out.
 */
export async function keptIfRoom<Result>(
  reader: Reader | undefined,
  read: (reader: Reader | undefined) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(reader);
  } catch (error) {
    if (reader && isDiskFull(error)) return read(undefined);
    throw error;
  }
}

/** The headers of a response that says whether it is one that the reader had before. */
export const replay = (replayed: boolean): { headers?: Record<string, string> } =>
  replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {};

/** Makes readers out of the headers that they send. */
export class Readers {
  readonly #seconds: number;

  /** @param seconds for how long a reading may be repeated. 0: nothing is kept, and who sends a key is nobody special. */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  of(ref: ItemRef, key: string | undefined): Reader | undefined {
    return key === undefined || this.#seconds === 0 ? undefined : new Reader(key, ref, this.#seconds);
  }
}
