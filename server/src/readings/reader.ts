import { hkdfSync } from 'node:crypto';
import type { ItemRef } from '../crypto/item-vault.ts';
import { KEY_ID_BYTES, WRAPPED_KEY_BYTES } from '../crypto/keyring.ts';
import { itemTokenOf } from '../crypto/tokens.ts';
import { isDiskFull } from '../storage/postgres/database-errors.ts';

/** Maximum lifetime of a reading, in seconds. */
export const LONGEST_KEPT = 600;

const HASH_BYTES = 32;

/**
 * A reader of an item who sends an `Idempotency-Key`. Opening the stored reading takes that key, of which the server has a hash
 * only, and the keyring.
 */
export class Reader {
  /** The reading is found by it. */
  readonly hash: Buffer;
  /** Lifetime of the reading, in seconds. */
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

  /** The bits that hide a wrapped data key, as PostgreSQL reads them. */
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

/** Reads something for a reader. If the disk is full, no reading is stored: the content is given out all the same. */
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

/** The headers that mark a replayed response. */
export const replay = (replayed: boolean): { headers?: Record<string, string> } =>
  replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {};

/** Creates readers from the headers of requests. */
export class Readers {
  readonly #seconds: number;

  /** @param seconds lifetime of a reading. 0 disables replay; the header is ignored. */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  of(ref: ItemRef, key: string | undefined): Reader | undefined {
    return key === undefined || this.#seconds === 0 ? undefined : new Reader(key, ref, this.#seconds);
  }
}
