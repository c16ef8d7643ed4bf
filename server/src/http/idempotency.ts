import { lifetimes } from '@tempshare/contract';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { keyObject, open, seal } from '../crypto/keyring.ts';
import { sha256 } from '../crypto/tokens.ts';
import type { Plan } from '../domain/operation.ts';
import { ServiceProblem } from '../domain/problem.ts';
import { toRefusal } from '../storage/capacity.ts';
import { create } from '../storage/creation.ts';
import { interval } from '../storage/interval.ts';
import { inBatches } from '../jobs/batches.ts';
import { yieldEventLoop } from '../runtime/event-loop.ts';
import { isLockTimeout } from '../storage/database-errors.ts';
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
  /** What only the caller has, and what is stored can only be read with: the API key, or else the header itself. */
  secret: string;
  /** Whether a repetition is to get what is kept though the item would let nobody in any more. */
  proves: boolean;
  /** The value of the header. */
  idempotencyKey: string;
  /** The operation and its path parameters. */
  operation: string;
  /** The raw body. */
  payload: Uint8Array;
}

/** Where a use is claimed, and what guards its response. */
interface Claim {
  keyId: string;
  slot: Buffer;
  fingerprint: Buffer;
  sealKey: Buffer;
  context: string;
}

/**
 * Carries a plan out once for a key and payload. The claim, the response and what the plan writes commit together, so a
 * crash leaves either all or nothing; a concurrent second request waits on the unique index and then replays. What creates
 * something is one statement.
 *
 * The response and the payload's fingerprint are sealed under keys derived from what only the caller has, of which the
 * server stores only a hash: a stolen database yields no response and no guess oracle.
 */
export async function idempotently(
  database: Database,
  use: KeyUse,
  makePlan: () => Promise<Plan<WireResponse>>,
): Promise<WireResponse & { replayed: boolean }> {
  const claim = claimOf(use);
  await yieldEventLoop(use.payload.length);
  const known = use.proves ? await findKept(database, claim) : undefined;
  if (known) return { ...known, replayed: true };
  const plan = await makePlan().catch(async (error: unknown) => {
    // What was carried out before the disk was full is still known.
    const kept = isLackOfRoom(error) ? await findKept(database, claim) : undefined;
    if (!kept) throw error;
    return kept;
  });
  if ('status' in plan) return { ...plan, replayed: true };
  const response = await ('creation' in plan
    ? createOnce(database, claim, plan)
    : carryOutOnce(database, claim, plan));
  if (response) return { ...response, replayed: false };
  const kept = await findKept(database, claim);
  if (kept) return { ...kept, replayed: true };
  // A random name was taken, or the 24 hours of the first request have just ended.
  await database.query(FORGET_ONE, [claim.keyId, claim.slot]);
  return idempotently(database, use, makePlan);
}

type Created = Extract<Plan<WireResponse>, { creation: unknown }>;
type Carried = Extract<Plan<WireResponse>, { transaction: unknown }>;

/**
 * Creates what a plan says, claims the key and keeps the response, in one statement. Of two requests with one key the
 * unique index lets one through, and undoes what the other has created: undefined.
 */
async function createOnce(
  database: Database,
  claim: Claim,
  { creation, reply }: Created,
): Promise<WireResponse | undefined> {
  const { keyId, slot, fingerprint } = claim;
  try {
    const values = [keyId, slot, fingerprint, sealed(claim, reply)];
    return (await create(database, creation, { cte: CLAIM_CREATED, values })) ? reply : undefined;
  } catch (error) {
    // What the first request has created may be why there is no room for this one.
    if (isTaken(error)) return undefined;
    if ((toRefusal(error) || isDiskFull(error)) && (await findKept(database, claim))) return undefined;
    throw toConflict(error);
  }
}

/** Claims the key and carries a plan out in one transaction; undefined when the key is claimed. */
async function carryOutOnce(
  database: Database,
  claim: Claim,
  plan: Carried,
): Promise<WireResponse | undefined> {
  const trx = database.begin();
  try {
    // Sent in one flight: neither waits for the other.
    const [claiming, carrying] = await Promise.allSettled([
      trx.query(CLAIM, [claim.keyId, claim.slot, claim.fingerprint]),
      plan.transaction(trx),
    ]);
    if (claiming.status === 'rejected') throw toConflict(claiming.reason);
    if (claiming.value.length > 0) {
      if (carrying.status === 'rejected') throw carrying.reason;
      await trx.commit(keeping(claim, carrying.value));
      return carrying.value;
    }
  } catch (error) {
    await trx.rollback();
    throw error;
  }
  await trx.rollback();
  return undefined;
}

/** Carries a plan out, or finds that it needs another name: undefined. */
export async function carryOut<Reply>(db: Db, plan: Plan<Reply>): Promise<Reply | undefined> {
  if ('transaction' in plan) return plan.transaction(db);
  return (await create(db, plan.creation)) ? plan.reply : undefined;
}

function claimOf({ keyId, secret, idempotencyKey, operation, payload }: KeyUse): Claim {
  const slot = sha256(`${operation}\n${idempotencyKey}`);
  const keys = Buffer.from(hkdfSync('sha256', secret, slot, 'tempshare idempotency', 64));
  return {
    keyId,
    slot,
    fingerprint: createHmac('sha256', keyObject(keys.subarray(32)))
      .update(payload)
      .digest(),
    sealKey: keys.subarray(0, 32),
    context: `idempotency ${keyId} ${slot.toString('hex')}`,
  };
}

const sealed = ({ sealKey, context }: Claim, { status, body }: WireResponse): Buffer =>
  seal(sealKey, context, Buffer.from(JSON.stringify({ status, body })));

const keeping = (claim: Claim, response: WireResponse): Statement => ({
  sql: 'UPDATE idempotency_keys SET answer = $3 WHERE api_key_id = $1 AND slot = $2',
  values: [claim.keyId, claim.slot, sealed(claim, response)],
});

/** The response that is kept for a key. @throws ServiceProblem `idempotency_key_reused` for another payload. */
async function findKept(db: Db, claim: Claim): Promise<WireResponse | undefined> {
  const { keyId, slot, fingerprint, sealKey, context } = claim;
  const [row] = await db.query<{ fingerprint: Buffer; response: Buffer }>(FIND, [keyId, slot]);
  if (!row) return undefined;
  if (!timingSafeEqual(row.fingerprint, fingerprint)) {
    throw new ServiceProblem(
      'idempotency_key_reused',
      'This Idempotency-Key was first used with another payload. Use a new key for a new operation.',
    );
  }
  return JSON.parse(open(sealKey, context, row.response).toString()) as WireResponse;
}

function toConflict(error: unknown): unknown {
  if (!isLockTimeout(error)) return error;
  return new ServiceProblem(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still being processed. Retry shortly.',
    { retryAfter: 1 },
  );
}

const isLackOfRoom = (error: unknown): boolean =>
  error instanceof ServiceProblem && error.code === 'insufficient_storage';

const isTaken = (error: unknown): boolean => {
  const { code, table } = error as { code?: string; table?: string };
  return code === UNIQUE_VIOLATION && table === 'idempotency_keys';
};

const UNIQUE_VIOLATION = '23505';

/** The claim of a key for what was created: the database refuses one that is claimed already. */
export const CLAIM_CREATED = (parameter: (i: number) => string): string => `
  claim AS (
    INSERT INTO idempotency_keys (api_key_id, slot, fingerprint, answer)
    SELECT ${[1, 2, 3, 4].map(parameter).join(', ')} FROM created
  )`;

const CLAIM = `
  INSERT INTO idempotency_keys (api_key_id, slot, fingerprint) VALUES ($1, $2, $3)
  ON CONFLICT (api_key_id, slot) DO NOTHING RETURNING true`;

/** Forgets a key whose 24 hours are over, before the others are. */
const FORGET_ONE = `
  DELETE FROM idempotency_keys
  WHERE api_key_id = $1 AND slot = $2 AND created_at <= now() - ${interval(lifetimes.idempotencyKey)}`;

const FIND = `
  SELECT fingerprint, answer AS response FROM idempotency_keys
  WHERE api_key_id = $1 AND slot = $2 AND created_at > now() - ${interval(lifetimes.idempotencyKey)}`;

/** Forgets the keys, and the responses, that were kept for 24 hours. Several servers may do it at once. */
export async function forgetClaims(db: Db): Promise<void> {
  await inBatches(async (limit) => (await db.query(FORGET, [limit])).length);
}

const FORGET = `
  WITH due AS (
    SELECT api_key_id, slot FROM idempotency_keys WHERE created_at <= now() - ${interval(lifetimes.idempotencyKey)}
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys k USING due WHERE k.api_key_id = due.api_key_id AND k.slot = due.slot RETURNING 1`;
