import { randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { yieldEventLoop } from '../runtime/event-loop.ts';
import { ServiceProblem } from '../domain/problem.ts';
import { keyObject, open, seal, type Keyring } from './keyring.ts';
import { PASSWORD_ITERATIONS, type PasswordKdf } from './password.ts';
import { sha256 } from './tokens.ts';

/** Names a stored item; bound to everything sealed for it, so that nothing opens in another row. */
export interface ItemRef {
  kind:
    | 'transfer'
    | 'secret'
    | 'request'
    | 'room'
    | 'drop'
    | 'file'
    | 'webhook-endpoint'
    | 'second-factor'
    | 'mail';
  id: string;
}

/** The use of an item's wrapped key: the data key, or the key of the parts that its owner reads whatever guards the content. */
export type KeyPart = 'key' | 'owner-key';

/** What guards an item's data key, as its row holds it. */
export interface ItemLock {
  wrappedKey: Buffer;
  passwordSalt: Buffer | null;
  passwordIterations: number | null;
  accessProofHash: Buffer | null;
}

/** What tells a right PIN, as an item's row holds it. */
export interface PinLock {
  pinSalt: Buffer;
  pinIterations: number;
  pinHash: Buffer;
}

/** What a recipient offers to open an item. */
export interface Credentials {
  password?: string | undefined;
  accessProof?: string | undefined;
}

/** What an item asks of those who open it. */
interface Protection {
  password?: string | undefined;
  accessProofHash?: string | undefined;
  /** The key that makes it, which waits its own queue to have a password derived. */
  caller: string;
}

/**
 * Encryption at rest. Every item has a random data key, wrapped by the keyring; with a password the data key is first
 * wrapped under PBKDF2 of it, so that neither the database nor the server alone opens the item.
 */
export class ItemVault {
  readonly #keyring: Keyring;
  readonly #kdf: PasswordKdf;

  constructor(keyring: Keyring, kdf: PasswordKdf) {
    this.#keyring = keyring;
    this.#kdf = kdf;
  }

  /** Makes a data key for a new item and seals `parts` under it. */
  async seal<Part extends string>(
    ref: ItemRef,
    parts: Record<Part, Uint8Array>,
    protection?: Protection,
  ): Promise<{ lock: ItemLock; sealed: Record<Part, Buffer>; dataKey: Buffer }> {
    const dataKey = randomBytes(32);
    const key = keyObject(dataKey);
    const sealed = {} as Record<Part, Buffer>;
    for (const part in parts) {
      await yieldEventLoop(parts[part].length);
      sealed[part] = seal(key, context(ref, part), parts[part]);
      await yieldEventLoop(parts[part].length);
    }

    let inner: Buffer = dataKey;
    let passwordSalt: Buffer | null = null;
    if (protection?.password !== undefined) {
      passwordSalt = randomBytes(16);
      const { password, caller } = protection;
      const passwordKey = await this.#kdf.derive({
        password,
        salt: passwordSalt,
        iterations: PASSWORD_ITERATIONS,
        purpose: 'seal',
        caller,
      });
      inner = seal(passwordKey, context(ref, 'password'), dataKey);
    }
    const lock: ItemLock = {
      wrappedKey: this.#keyring.wrap(context(ref, 'key'), inner),
      passwordSalt,
      passwordIterations: passwordSalt && PASSWORD_ITERATIONS,
      accessProofHash:
        protection?.accessProofHash === undefined
          ? null
          : Buffer.from(protection.accessProofHash, 'base64url'),
    };
    return { lock, sealed, dataKey };
  }

  /**
   * The data key of an item.
   * @throws ServiceProblem `invalid_password` when the password or access proof is missing or wrong; the signal's reason
   */
  async unlock(
    ref: ItemRef,
    {
      lock,
      credentials,
      caller,
      signal,
    }: { lock: ItemLock; credentials: Credentials; caller: string; signal?: AbortSignal | undefined },
  ): Promise<Buffer> {
    this.checkProof(lock, credentials);
    const inner = this.#keyring.unwrap(context(ref, 'key'), lock.wrappedKey);
    if (!lock.passwordSalt) return inner;
    const passwordKey = await this.#kdf.derive({
      password: credentials.password ?? '',
      salt: lock.passwordSalt,
      iterations: lock.passwordIterations as number,
      purpose: 'open',
      caller,
      signal,
    });
    try {
      return open(passwordKey, context(ref, 'password'), inner);
    } catch {
      throw invalidPassword();
    }
  }

  /** @throws ServiceProblem `invalid_password` when the lock asks for an access proof and it is missing or wrong. */
  checkProof({ accessProofHash }: ItemLock, { accessProof = '' }: Credentials): void {
    if (!accessProofHash) return;
    const hash = sha256(Buffer.from(accessProof, 'base64url'));
    if (!timingSafeEqual(hash, accessProofHash)) throw invalidPassword();
  }

  /** Seals a slow hash of a PIN under an item's data key: without the keyring no guess can be tested against it. */
  async sealPin(
    ref: ItemRef,
    { dataKey, pin, caller }: { dataKey: Buffer; pin: string; caller: string },
  ): Promise<PinLock> {
    const pinSalt = randomBytes(16);
    const hash = await this.#kdf.derive({
      password: pin,
      salt: pinSalt,
      iterations: PASSWORD_ITERATIONS,
      purpose: 'seal',
      caller,
    });
    const pinHash = seal(dataKey, context(ref, 'pin'), hash);
    return { pinSalt, pinIterations: PASSWORD_ITERATIONS, pinHash };
  }

  /** @throws ServiceProblem `invalid_pin` */
  async checkPin(
    ref: ItemRef,
    { lock, pin, caller }: { lock: PinLock & { wrappedKey: Buffer }; pin: string; caller: string },
  ): Promise<void> {
    const dataKey = this.unlockUnprotected(ref, lock.wrappedKey);
    const expected = open(dataKey, context(ref, 'pin'), lock.pinHash);
    const hash = await this.#kdf.derive({
      password: pin,
      salt: lock.pinSalt,
      iterations: lock.pinIterations,
      purpose: 'open',
      caller,
    });
    if (!timingSafeEqual(hash, expected)) throw invalidPin();
  }

  /** The ids of the keys that this server can unwrap with. */
  get keyIds(): string[] {
    return this.#keyring.ids;
  }

  /** The data key of an item that asks for neither password nor access proof. */
  unlockUnprotected(ref: ItemRef, wrappedKey: Buffer): Buffer {
    return this.#keyring.unwrap(context(ref, 'key'), wrappedKey);
  }

  /** Wraps the data key of an item for those who have shown what it asks for. */
  wrapUnprotected(ref: ItemRef, dataKey: Buffer): Buffer {
    return this.#keyring.wrap(context(ref, 'key'), dataKey);
  }

  /**
   * Makes a second data key for an item and seals `parts` under it, which its owner reads though a password guards the
   * content. The key is stored in the column `owner_wrapped_key`.
   */
  sealForOwner<Part extends string>(
    ref: ItemRef,
    parts: Record<Part, Uint8Array>,
  ): { ownerWrappedKey: Buffer; sealed: Record<Part, Buffer> } {
    const dataKey = randomBytes(32);
    const sealed = {} as Record<Part, Buffer>;
    for (const part in parts) sealed[part] = seal(dataKey, context(ref, part), parts[part]);
    return { ownerWrappedKey: this.#keyring.wrap(context(ref, 'owner-key'), dataKey), sealed };
  }

  /** Opens one part of an item, whose key the keyring alone has wrapped. */
  openUnder(
    ref: ItemRef,
    { key, wrappedKey, part, sealed }: { key: KeyPart; wrappedKey: Buffer; part: string; sealed: Buffer },
  ): Buffer {
    return open(this.#keyring.unwrap(context(ref, key), wrappedKey), context(ref, part), sealed);
  }

  /** Keys of the index of labels, one from each encryption key: the first from that which wraps. */
  get labelKeys(): readonly KeyObject[] {
    return this.#keyring.labelKeys;
  }

  /** Wraps a key of an item anew, by the encryption key that wraps now. */
  rewrap(ref: ItemRef, part: KeyPart, wrappedKey: Buffer): Buffer {
    return this.#keyring.wrap(context(ref, part), this.#keyring.unwrap(context(ref, part), wrappedKey));
  }

  /** Seals one more part of an item whose data key is known. */
  sealPart(
    ref: ItemRef,
    { part, dataKey, plaintext }: { part: string; dataKey: Buffer; plaintext: Uint8Array },
  ): Buffer {
    return seal(dataKey, context(ref, part), plaintext);
  }

  /** Opens one part that `seal` or `sealPart` made. */
  open(ref: ItemRef, { part, dataKey, sealed }: { part: string; dataKey: Buffer; sealed: Buffer }): Buffer {
    return open(dataKey, context(ref, part), sealed);
  }
}

/** Whether the credentials hold what the lock asks for at all; without it no attempt is worth counting. */
export function offersCredentials(lock: ItemLock, credentials: Credentials): boolean {
  if (lock.accessProofHash && credentials.accessProof === undefined) return false;
  return !(lock.passwordSalt && credentials.password === undefined);
}

export function invalidPassword(): ServiceProblem {
  return new ServiceProblem(
    'invalid_password',
    'The password or access proof is missing or wrong. Nothing was consumed.',
  );
}

export function invalidPin(): ServiceProblem {
  return new ServiceProblem('invalid_pin', 'The PIN is wrong. Nothing was taken.');
}

const context = (ref: ItemRef, part: string): string => `tempshare/1 ${ref.kind} ${ref.id} ${part}`;
