import { hkdfSync } from 'node:crypto';
import type { ItemRef } from '../crypto/item-vault.ts';
import { KEY_ID_BYTES, WRAPPED_KEY_BYTES } from '../crypto/keyring.ts';
import { deriveItemToken } from '../crypto/tokens.ts';
import { isDiskFull } from '../storage/postgres/database-errors.ts';

/** Maximum lifetime of a reading, in seconds. */
export const MAX_REPLAY_SECONDS = 600;

const HASH_BYTES = 32;

/**
 * A reader with an `Idempotency-Key`. Opening a stored reading takes that key, of which only a hash is stored, and the
 * keyring.
 */
export class Reader {
  /** Lookup key of the reading. */
  readonly hash: Buffer;
  readonly seconds: number;
  readonly #key: string;
  /** Pad of the length of a wrapped key. The key id at its beginning stays readable. */
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

  /** Pad as a PostgreSQL bit string. */
  get padBits(): string {
    return `x${this.#pad.toString('hex')}`;
  }

  /** Encrypts or decrypts a wrapped data key with the pad. */
  hide(wrappedKey: Buffer): Buffer {
    if (wrappedKey.length !== this.#pad.length)
      throw new Error('This is no data key that a keyring wrapped.');
    return Buffer.from(wrappedKey.map((byte, i) => byte ^ (this.#pad[i] as number)));
  }

  /** Download token of a reading, the same for each replay. `wrappedKey` differs for each reading. */
  downloadToken(transferId: string, wrappedKey: Buffer): string {
    return deriveItemToken(
      'd',
      transferId,
      Buffer.from(hkdfSync('sha256', this.#key, wrappedKey, 'tempshare download', 32)),
    );
  }
}

/** Reads for a reader. On a full disk it reads without storing the reading. */
export async function readEvenIfDiskFull<Result>(
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

export const replay = (replayed: boolean): { headers?: Record<string, string> } =>
  replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {};

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
