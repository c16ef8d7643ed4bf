import { lifetimes } from '@tempshare/contract';
import { createHmac, hkdfSync } from 'node:crypto';
import { keyObject, UnknownKeyError, type Keyring } from '../../crypto/keyring.ts';
import { sha256 } from '../../crypto/tokens.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { inBatches } from '../../jobs/batches.ts';
import { isLockTimeout, isUniqueViolation } from '../../storage/postgres/database-errors.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { interval } from '../../storage/interval.ts';

/** One use of an `Idempotency-Key`. */
export interface KeyUse {
  /** Id of the API key; without one, id of the item that something is sent into. */
  keyId: string;
  /** Secret that seals the stored response: the API key, or else the header itself. */
  secret: string;
  /** Keys by which another secret of the same API key replays the response; undefined without an API key. */
  keyring: Pick<Keyring, 'wrap' | 'unwrap'> | undefined;
  replayAfterItemEnded: boolean;
  idempotencyKey: string;
  /** The operation and its path parameters. */
  operation: string;
  /** Undefined if the operation creates the item, or is about none. */
  itemId: string | undefined;
  /** The database's clock at admission. */
  now: Date;
  /** Derives an id from a name and a secret of the server. */
  idFrom: (name: string) => string;
  /** Body that must not change: the raw one; without an API key, the JSON without the PIN. */
  payload: Uint8Array;
}

/** Row of a use in `idempotency_keys`, with the keys of its stored response. */
export interface Claim extends ClaimKeys {
  /** Item that the claim is stored with; empty until its id is derived. */
  itemId: string;
  keyId: string;
  /** Hash of the operation and the `Idempotency-Key`. */
  slot: Buffer;
  context: string;
  /** The keys under the server's keyring; null without an API key. */
  wrapped: Buffer | null;
  /** Unwraps the keys of a claim made with another secret of the same API key. */
  keysOf: (wrapped: Buffer) => ClaimKeys;
}

export interface ClaimKeys {
  fingerprint: Buffer;
  sealKey: Buffer;
}

/**
 * Derives the claim of a use, and the id of the item that an attempt creates. The claim is stored with its item, so the
 * id follows from the use and the day.
 *
 * Response and fingerprint are sealed under keys from the caller's secret, of which the server stores only a hash. The
 * keys are also stored, wrapped by the keyring, for other secrets of the same API key. A stolen database alone yields
 * no response, and no way to test guesses.
 */
export function claimOf(use: KeyUse): { claim: Claim; idOf: (attempt: number) => string } {
  const { keyId, secret, operation, payload, keyring } = use;
  const slot = sha256(`${operation}\n${use.idempotencyKey}`);
  const keys = Buffer.from(hkdfSync('sha256', secret, slot, 'tempshare idempotency', 64));
  const context = `idempotency ${keyId} ${slot.toString('hex')}`;
  const claimKeys = (of: Buffer): ClaimKeys => ({
    fingerprint: createHmac('sha256', keyObject(of.subarray(32)))
      .update(payload)
      .digest(),
    sealKey: of.subarray(0, 32),
  });
  const claim: Claim = {
    itemId: use.itemId ?? '',
    keyId,
    slot,
    context,
    ...claimKeys(keys),
    wrapped: keyring?.wrap(context, keys) ?? null,
    keysOf: (wrapped) => {
      try {
        return claimKeys(keyring!.unwrap(context, wrapped));
      } catch (error) {
        // Without that encryption key no other secret gets the response.
        if (error instanceof UnknownKeyError) return claim;
        throw error;
      }
    },
  };
  // Each claim's day begins at another time, so that not all ids change at midnight.
  const day = Math.floor((use.now.getTime() + slot.readUInt32BE()) / LIFETIME_MS);
  return { claim, idOf: (attempt) => use.idFrom(`${claim.context} ${day} ${attempt}`) };
}

const LIFETIME_MS = 1000 * lifetimes.idempotencyKey;
const LIFETIME = interval(lifetimes.idempotencyKey);

/** SQL: claims the key of a creation. The database refuses a second claim. */
export const CLAIM_CREATED = (parameter: (i: number) => string): string => `
  claim AS (
    INSERT INTO idempotency_keys (item_id, api_key_id, slot, fingerprint, answer, sealed_keys)
    SELECT created.id, ${[1, 2, 3, 4, 5].map(parameter).join(', ')} FROM created
  )`;

/** Returns false if the key is claimed. Waits for a concurrent request with the key. */
export async function claimKey(db: Db, claim: Claim): Promise<boolean> {
  const { itemId, keyId, slot, fingerprint, wrapped } = claim;
  return (await db.query(CLAIM, [itemId, keyId, slot, fingerprint, wrapped])).length > 0;
}

const CLAIM = `
  INSERT INTO idempotency_keys (item_id, api_key_id, slot, fingerprint, sealed_keys) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (api_key_id, slot) DO NOTHING RETURNING true`;

/** True if the key is already claimed, by a request that created an item under another id. */
export const isClaimed = (error: unknown): boolean =>
  isUniqueViolation(error) && (error as { table?: string }).table === 'idempotency_keys';

/** Converts a lock timeout into `idempotency_in_progress`. */
export function toConflict(error: unknown): unknown {
  if (!isLockTimeout(error) || isQuotaLock(error)) return error;
  return new ServiceProblem(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still being processed. Retry shortly.',
    { retryAfter: 1 },
  );
}

/** Matches the lock of an account's quotas, which requests with other keys hold as well. */
const isQuotaLock = (error: unknown): boolean =>
  /\bhold_to_quotas\b/.test((error as { where?: string }).where ?? '');

/** Deletes the claim if it has expired. */
export async function forget(db: Db, { keyId, slot }: Claim): Promise<void> {
  await db.query(FORGET_ONE, [keyId, slot]);
}

const FORGET_ONE = `
  DELETE FROM idempotency_keys WHERE api_key_id = $1 AND slot = $2 AND created_at <= now() - ${LIFETIME}`;

export async function forgetClaims(db: Db): Promise<void> {
  await inBatches(async (limit) => (await db.query(FORGET, [limit])).length);
}

const FORGET = `
  WITH due AS (
    SELECT item_id, api_key_id, slot FROM idempotency_keys WHERE created_at <= now() - ${LIFETIME}
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys k USING due WHERE k.api_key_id = due.api_key_id AND k.slot = due.slot AND k.item_id = due.item_id RETURNING 1`;
