import { randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { yieldEventLoop } from '../runtime/event-loop.ts';
import { ServiceProblem } from '../domain/problem.ts';
import { keyObject, open, seal, type Keyring } from './keyring.ts';
import { PASSWORD_ITERATIONS, type PasswordKdf } from './password.ts';
import { sha256 } from './tokens.ts';

/** Reference to a stored item. It is bound to everything sealed for the item, so nothing opens in another row. */
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

/** Use of a wrapped key: the data key, or the key of parts that the owner reads despite a password. */
export type KeyPart = 'key' | 'owner-key';

/** Stored guard of an item's data key. */
export interface ItemLock {
  wrappedKey: Buffer;
  passwordSalt: Buffer | null;
  passwordIterations: number | null;
  accessProofHash: Buffer | null;
}

/** Stored hash of a PIN. */
export interface PinLock {
  pinSalt: Buffer;
  pinIterations: number;
  pinHash: Buffer;
}

export interface Credentials {
  password?: string | undefined;
  accessProof?: string | undefined;
}

interface Protection {
  password?: string | undefined;
  accessProofHash?: string | undefined;
  /** Queue for key derivation: the id of the creating API key. */
  caller: string;
}

/** Encryption at rest. The keyring wraps a random data key per item, with an inner layer of PBKDF2 if there is a password. */
export class ItemVault {
  readonly #keyring: Keyring;
  readonly #kdf: PasswordKdf;

  constructor(keyring: Keyring, kdf: PasswordKdf) {
    this.#keyring = keyring;
    this.#kdf = kdf;
  }

  /** Creates a data key for a new item and seals `parts` under it. */
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

  /** Unwraps the data key of an item. @throws ServiceProblem `invalid_password`; the signal's reason */
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

  /** @throws ServiceProblem `invalid_password` if the required access proof is missing or wrong */
  checkProof({ accessProofHash }: ItemLock, { accessProof = '' }: Credentials): void {
    if (!accessProofHash) return;
    const hash = sha256(Buffer.from(accessProof, 'base64url'));
    if (!timingSafeEqual(hash, accessProofHash)) throw invalidPassword();
  }

  /** Seals a slow hash of a PIN under the data key, so that guesses cannot be tested without the keyring. */
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

  get keyIds(): string[] {
    return this.#keyring.ids;
  }

  /** Unwraps the data key of an item without password and access proof. */
  unlockUnprotected(ref: ItemRef, wrappedKey: Buffer): Buffer {
    return this.#keyring.unwrap(context(ref, 'key'), wrappedKey);
  }

  /** Wraps a data key for callers that have shown password or proof. */
  wrapUnprotected(ref: ItemRef, dataKey: Buffer): Buffer {
    return this.#keyring.wrap(context(ref, 'key'), dataKey);
  }

  /** Seals `parts` under a second data key, stored as `owner_wrapped_key`. The owner reads them without the password. */
  sealForOwner<Part extends string>(
    ref: ItemRef,
    parts: Record<Part, Uint8Array>,
  ): { ownerWrappedKey: Buffer; sealed: Record<Part, Buffer> } {
    const dataKey = randomBytes(32);
    const sealed = {} as Record<Part, Buffer>;
    for (const part in parts) sealed[part] = seal(dataKey, context(ref, part), parts[part]);
    return { ownerWrappedKey: this.#keyring.wrap(context(ref, 'owner-key'), dataKey), sealed };
  }

  /** Opens a part whose key is wrapped by the keyring only. */
  openUnder(
    ref: ItemRef,
    { key, wrappedKey, part, sealed }: { key: KeyPart; wrappedKey: Buffer; part: string; sealed: Buffer },
  ): Buffer {
    return open(this.#keyring.unwrap(context(ref, key), wrappedKey), context(ref, part), sealed);
  }

  /** Index keys of labels, one per encryption key, the current first. */
  get labelKeys(): readonly KeyObject[] {
    return this.#keyring.labelKeys;
  }

  /** Rewraps a key under the current encryption key. */
  rewrap(ref: ItemRef, part: KeyPart, wrappedKey: Buffer): Buffer {
    return this.#keyring.wrap(context(ref, part), this.#keyring.unwrap(context(ref, part), wrappedKey));
  }

  sealPart(
    ref: ItemRef,
    { part, dataKey, plaintext }: { part: string; dataKey: Buffer; plaintext: Uint8Array },
  ): Buffer {
    return seal(dataKey, context(ref, part), plaintext);
  }

  open(ref: ItemRef, { part, dataKey, sealed }: { part: string; dataKey: Buffer; sealed: Buffer }): Buffer {
    return open(dataKey, context(ref, part), sealed);
  }
}

/** True if the required credentials are present. Otherwise the attempt does not count. */
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
