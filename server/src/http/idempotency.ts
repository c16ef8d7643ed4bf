import { lifetimes } from '@tempshare/contract';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { open, seal } from '../crypto/keyring.ts';
import { sha256 } from '../crypto/tokens.ts';
import type { Plan } from '../domain/operation.ts';
import { ServiceProblem } from '../domain/problem.ts';
import { interval } from '../storage/interval.ts';
import { inBatches } from '../jobs/batches.ts';
import { yieldEventLoop } from '../runtime/event-loop.ts';
import type { Database, Db, Statement } from '../storage/database.ts';

/** A success response as it goes over the wire. */
export interface WireResponse {
  status: number;
  body: string;
}

/** One use of an `Idempotency-Key`. */
export interface KeyUse {
  keyId: string;
  /** The caller's API key; what is stored can only be read with it. */
  apiKey: string;
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
 * crash leaves either all or nothing; a concurrent second request waits on the unique index and then replays.
 *
 * The response and the payload's fingerprint are sealed under keys derived from the caller's API key, of which the server
 * stores only a hash: a stolen database yields no response and no guess oracle.
 */
export async function idempotently(
  database: Database,
  use: KeyUse,
  makePlan: () => Promise<Plan<WireResponse>>,
): Promise<WireResponse & { replayed: boolean }> {
  const claim = claimOf(use);
  await yieldEventLoop(use.payload.length);
  const plan = await makePlan().catch(async (error: unknown) => {
    // What was carried out before the disk was full is still known.
    const kept = isLackOfRoom(error) ? await findKept(database, claim) : undefined;
    if (!kept) throw error;
    return kept;
  });
  if ('status' in plan) return { ...plan, replayed: true };

  const trx = database.begin();
  try {
    const known = 'reply' in plan ? sealed(claim, plan.reply) : null;
    // Sent in one flight: neither waits for the other.
    const [claiming, carrying] = await Promise.allSettled([
      trx.query(CLAIM, [claim.keyId, claim.slot, claim.fingerprint, known]),
      carryOut(trx, plan),
    ]);
    if (claiming.status === 'rejected') throw toConflict(claiming.reason);
    if (claiming.value.length > 0) {
      if (carrying.status === 'rejected') throw carrying.reason;
      const response = carrying.value;
      if (response) {
        await trx.commit(known ? undefined : keeping(claim, response));
        return { ...response, replayed: false };
      }
    }
  } catch (error) {
    await trx.rollback();
    throw error;
  }
  await trx.rollback();
  const kept = await findKept(database, claim);
  // A random name was taken, or the 24 hours of the first request have just ended.
  return kept ? { ...kept, replayed: true } : idempotently(database, use, makePlan);
}

/** Carries a plan out, or finds that it needs another name: undefined. */
export async function carryOut<Reply>(db: Db, plan: Plan<Reply>): Promise<Reply | undefined> {
  if ('transaction' in plan) return plan.transaction(db);
  const { sql, values } = plan.statement;
  return (await db.query(sql, values)).length > 0 ? plan.reply : undefined;
}

function claimOf({ keyId, apiKey, idempotencyKey, operation, payload }: KeyUse): Claim {
  const slot = sha256(`${operation}\n${idempotencyKey}`);
  const keys = Buffer.from(hkdfSync('sha256', apiKey, slot, 'tempshare idempotency', 64));
  return {
    keyId,
    slot,
    fingerprint: createHmac('sha256', keys.subarray(32)).update(payload).digest(),
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
  if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) return error;
  return new ServiceProblem(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still being processed. Retry shortly.',
    { retryAfter: 1 },
  );
}

const isLackOfRoom = (error: unknown): boolean =>
  error instanceof ServiceProblem && error.code === 'insufficient_storage';

const LOCK_NOT_AVAILABLE = '55P03';

/** A row whose 24 hours are over is claimed anew. */
const CLAIM = `
  INSERT INTO idempotency_keys AS k (api_key_id, slot, fingerprint, answer) VALUES ($1, $2, $3, $4)
  ON CONFLICT (api_key_id, slot) DO UPDATE SET fingerprint = $3, answer = $4, created_at = now()
  WHERE k.created_at <= now() - ${interval(lifetimes.idempotencyKey)}
  RETURNING true`;

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
