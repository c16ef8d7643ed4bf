import { lifetimes } from '@tempshare/contract';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { keyObject, open, seal, UnknownKeyError, type Keyring } from '../crypto/keyring.ts';
import { sha256 } from '../crypto/tokens.ts';
import type { Plan } from '../domain/operation.ts';
import { ServiceProblem } from '../domain/problem.ts';
import { toRefusal } from '../storage/capacity.ts';
import { create } from '../storage/creation.ts';
import { interval } from '../storage/interval.ts';
import { inBatches } from '../jobs/batches.ts';
import { yieldEventLoop } from '../runtime/event-loop.ts';
import { isDeadlock, isLockTimeout } from '../storage/database-errors.ts';
import { isDiskFull, type Database, type Db, type Statement } from '../storage/database.ts';

/** A success response as it goes over the wire. */
export interface WireResponse {
  status: number;
  body: string;
}

/** One use of an `Idempotency-Key`. */
export interface KeyUse {
  /** The id of the API key or, for a caller without one, of the item that something is sent into. */
  keyId: string;
  /** The text that the stored response is sealed under: the API key, or else the header itself. */
  secret: string;
  /** The server's keys, by which another secret of the same API key replays the response; undefined without an API key. */
  keyring: Pick<Keyring, 'wrap' | 'unwrap'> | undefined;
  /** Whether a repetition is to get what is kept though the item would let nobody in any more. */
  proves: boolean;
  /** The value of the header. */
  idempotencyKey: string;
  /** The operation and its path parameters. */
  operation: string;
  /** The item that the operation is about; undefined when it makes one, or is about none. */
  itemId: string | undefined;
  /** The database's clock when the request was admitted. */
  now: Date;
  /** The id that follows from a name and a secret of the server. */
  idFrom: (name: string) => string;
  /** The raw body. */
  payload: Uint8Array;
}

/** Where a use is claimed, and what guards its response. */
interface Claim extends ClaimKeys {
  /** The item that the claim lies with; empty when it is about none. */
  itemId: string;
  keyId: string;
  slot: Buffer;
  context: string;
  /** The claim's keys under the server's keyring; null without an API key. */
  wrapped: Buffer | null;
  /** Opens the keys of a claim that another secret of the same API key has made. */
  keysOf: (wrapped: Buffer) => ClaimKeys;
}

interface ClaimKeys {
  fingerprint: Buffer;
  sealKey: Buffer;
}

/**
 * Carries a plan out once for a key and payload. The claim, the response and what the plan writes commit together, so a
 * crash leaves either all or nothing; a concurrent second request waits on a unique index and then replays. What creates
 * something is one statement.
 *
 * The claim lies with the item. The id of one that is made follows from the use, so that it has a place before it is there; for
 * another 24 hours it is another id.
 *
 * The response and the payload's fingerprint are sealed under keys derived from the caller's secret, of which the server
 * stores only a hash. These keys are stored too, wrapped by the keyring, so that another secret of the same API key gets the
 * response. A stolen database alone yields no response and no guess oracle.
 */
export async function idempotently(
  database: Database,
  use: KeyUse,
  makePlan: (newId: string) => Promise<Plan<WireResponse>>,
): Promise<WireResponse & { replayed: boolean }> {
  await yieldEventLoop(use.payload.length);
  const { claim, idOf } = claimOf(use);
  const known = use.proves ? await findAnywhere(database, claim) : undefined;
  if (known) return { ...known, replayed: true };
  for (let attempt = 0; ; attempt++) {
    const itemId = use.itemId ?? idOf(attempt);
    const outcome = await claimAndCarryOut(database, { ...claim, itemId }, () => makePlan(itemId));
    if (outcome) return outcome;
    // A name was taken, or the 24 hours of the first request have just ended.
    await forget(database, claim);
  }
}

/**
 * Undefined when something was taken, and by no request with this key that has ended. One that creates takes the id before the
 * claim, a transaction the claim before the id: where both are under one key PostgreSQL ends one, which then finds the other.
 */
async function claimAndCarryOut(
  database: Database,
  claim: Claim,
  makePlan: () => Promise<Plan<WireResponse>>,
): Promise<(WireResponse & { replayed: boolean }) | undefined> {
  const plan = await makePlan().catch(async (error: unknown) => {
    // What was carried out is answered again, though it would be refused by now: the disk is full, a host is not found.
    const kept = error instanceof ServiceProblem ? await findAnywhere(database, claim) : undefined;
    if (!kept) throw error;
    return kept;
  });
  if ('status' in plan) return { ...plan, replayed: true };
  const response = await ('creation' in plan
    ? createOnce(database, claim, plan)
    : carryOutOnce(database, claim, plan));
  if (response) return { ...response, replayed: false };
  const kept = await findAnywhere(database, claim);
  return kept && { ...kept, replayed: true };
}

type Created = Extract<Plan<WireResponse>, { creation: unknown }>;
type Carried = Extract<Plan<WireResponse>, { transaction: unknown }>;

/**
 * Creates what a plan says, claims the key and keeps the response, in one statement. Of two requests with one key
 * only one gets the id, and where they have different ones, only one the claim: for the other nothing is created, undefined.
 */
async function createOnce(
  database: Database,
  claim: Claim,
  { creation, reply }: Created,
): Promise<WireResponse | undefined> {
  const { keyId, slot, fingerprint, wrapped } = claim;
  try {
    const values = [keyId, slot, fingerprint, sealed(claim, reply), wrapped];
    return (await create(database, creation, { cte: CLAIM_CREATED, values })) ? reply : undefined;
  } catch (error) {
    // What the first request has created may be why there is no room for this one.
    if (isClaimed(error) || isDeadlock(error)) return undefined;
    if ((toRefusal(error) || isDiskFull(error)) && (await findAnywhere(database, claim))) return undefined;
    throw toConflict(error);
  }
}

/** Claims the key and carries a plan out in one transaction; undefined when the key is claimed, or a name is taken. */
async function carryOutOnce(
  database: Database,
  claim: Claim,
  plan: Carried,
): Promise<WireResponse | undefined> {
  const trx = database.begin();
  try {
    // Sent in one flight: neither waits for the other.
    const [claiming, carrying] = await Promise.allSettled([
      trx.query(CLAIM, [claim.itemId, claim.keyId, claim.slot, claim.fingerprint, claim.wrapped]),
      plan.transaction(trx),
    ]);
    if (claiming.status === 'rejected') throw toConflict(claiming.reason);
    if (claiming.value.length > 0) {
      const { status } = carrying;
      if (status === 'rejected' && !isDeadlock(carrying.reason)) throw carrying.reason;
      if (status === 'fulfilled' && carrying.value) {
        await trx.commit(keeping(claim, carrying.value));
        return carrying.value;
      }
    }
  } catch (error) {
    await trx.rollback();
    throw error;
  }
  await trx.rollback();
  return undefined;
}

/**
 * Carries a plan out, or finds that it needs another name: undefined. Of two that wait for each other PostgreSQL ends one: it
 * has changed nothing, and begins anew.
 */
export async function carryOut<Reply>(db: Db, plan: Plan<Reply>): Promise<Reply | undefined> {
  if ('creation' in plan) return (await create(db, plan.creation)) ? plan.reply : undefined;
  for (;;) {
    try {
      return await db.transaction(plan.transaction);
    } catch (error) {
      if (!isDeadlock(error)) throw error;
    }
  }
}

/** The claim, and the id of what is made under it: another one when that was taken. */
function claimOf(use: KeyUse): { claim: Claim; idOf: (attempt: number) => string } {
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
        // Without the encryption key of that day no other secret gets the response.
        if (error instanceof UnknownKeyError) return claim;
        throw error;
      }
    },
  };
  // Each has its days begin at another time, or all would at midnight.
  const day = Math.floor((use.now.getTime() + slot.readUInt32BE()) / KEPT_MS);
  return { claim, idOf: (attempt) => use.idFrom(`${claim.context} ${day} ${attempt}`) };
}

const KEPT_MS = 1000 * lifetimes.idempotencyKey;

const sealed = ({ sealKey, context }: Claim, { status, body }: WireResponse): Buffer =>
  seal(sealKey, context, Buffer.from(JSON.stringify({ status, body })));

const keeping = (claim: Claim, response: WireResponse): Statement => ({
  sql: 'UPDATE idempotency_keys SET answer = $4 WHERE item_id = $1 AND api_key_id = $2 AND slot = $3',
  values: [claim.itemId, claim.keyId, claim.slot, sealed(claim, response)],
});

/** The response that is kept for a key. @throws ServiceProblem `idempotency_key_reused` for another payload. */
async function findKept(db: Db, claim: Claim): Promise<WireResponse | undefined> {
  const { itemId, keyId, slot } = claim;
  const [row] = await db.query<Kept>(`${FIND} AND item_id = $3`, [keyId, slot, itemId]);
  return row && responseOf(row, claim);
}

/** The same, also where what was made is of the day before, or made by a server of an earlier version. */
async function findAnywhere(db: Db, claim: Claim): Promise<WireResponse | undefined> {
  const here = await findKept(db, claim);
  if (here) return here;
  const [row] = await db.query<Kept>(FIND, [claim.keyId, claim.slot]);
  return row && responseOf(row, claim);
}

/** Forgets a claim whose 24 hours are over, before the others are. */
async function forget(db: Db, { keyId, slot }: Claim): Promise<void> {
  await db.query(FORGET_ONE, [keyId, slot]);
}

interface Kept {
  fingerprint: Buffer;
  response: Buffer;
  wrapped: Buffer | null;
}

function responseOf(row: Kept, claim: Claim): WireResponse {
  const fits = ({ fingerprint }: ClaimKeys): boolean => timingSafeEqual(row.fingerprint, fingerprint);
  const keys = fits(claim) || !row.wrapped ? claim : claim.keysOf(row.wrapped);
  if (!fits(keys)) {
    throw new ServiceProblem(
      'idempotency_key_reused',
      'This Idempotency-Key was first used with another payload. Use a new key for a new operation.',
    );
  }
  return JSON.parse(open(keys.sealKey, claim.context, row.response).toString()) as WireResponse;
}

function toConflict(error: unknown): unknown {
  // Who waits for the quotas of their account waits for nobody with the same key.
  if (!isLockTimeout(error) || /\bhold_to_quotas\b/.test((error as { where?: string }).where ?? ''))
    return error;
  return new ServiceProblem(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still being processed. Retry shortly.',
    { retryAfter: 1 },
  );
}

/** Whether a request with the same key was first, and has made something under another id. */
const isClaimed = (error: unknown): boolean => {
  const { code, table } = error as { code?: string; table?: string };
  return code === UNIQUE_VIOLATION && table === 'idempotency_keys';
};

const UNIQUE_VIOLATION = '23505';

/** The claim of a key for what was created: the database refuses one that is claimed already. */
export const CLAIM_CREATED = (parameter: (i: number) => string): string => `
  claim AS (
    INSERT INTO idempotency_keys (item_id, api_key_id, slot, fingerprint, answer, sealed_keys)
    SELECT created.id, ${[1, 2, 3, 4, 5].map(parameter).join(', ')} FROM created
  )`;

const CLAIM = `
  INSERT INTO idempotency_keys (item_id, api_key_id, slot, fingerprint, sealed_keys) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (api_key_id, slot) DO NOTHING RETURNING true`;

const FORGET_ONE = `
  DELETE FROM idempotency_keys
  WHERE api_key_id = $1 AND slot = $2 AND created_at <= now() - ${interval(lifetimes.idempotencyKey)}`;

const FIND = `
  SELECT fingerprint, answer AS response, sealed_keys AS wrapped FROM idempotency_keys
  WHERE api_key_id = $1 AND slot = $2 AND created_at > now() - ${interval(lifetimes.idempotencyKey)}`;

/** Forgets the keys, and the responses, that were kept for 24 hours. Several servers may do it at once. */
export async function forgetClaims(db: Db): Promise<void> {
  await inBatches(async (limit) => (await db.query(FORGET, [limit])).length);
}

const FORGET = `
  WITH due AS (
    SELECT item_id, api_key_id, slot FROM idempotency_keys WHERE created_at <= now() - ${interval(lifetimes.idempotencyKey)}
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys k USING due WHERE k.api_key_id = due.api_key_id AND k.slot = due.slot AND k.item_id = due.item_id RETURNING 1`;
