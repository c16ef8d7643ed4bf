import type { Plan, PlanOf } from '../../domain/operation.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { yieldEventLoop } from '../../runtime/event-loop.ts';
import { toQuotaProblem } from '../../storage/capacity.ts';
import { create } from '../../storage/creation.ts';
import { isDeadlock } from '../../storage/postgres/database-errors.ts';
import { isDiskFull, type Database, type Db } from '../../storage/postgres/database.ts';
import {
  CLAIM_CREATED,
  claimKey,
  claimOf,
  forget,
  isClaimed,
  toConflict,
  type Claim,
  type KeyUse,
} from './claim.ts';
import { findStoredResponse, sealedResponse, storeResponse, type WireResponse } from './replay.ts';

type Outcome = WireResponse & { replayed: boolean };

/**
 * Carries out a plan once per key and payload. The claim, the stored response and the writes commit together. A
 * concurrent second request waits on a unique index, then replays the response.
 */
export async function idempotently(
  database: Database,
  use: KeyUse,
  makePlan: (newId: string) => Promise<Plan<WireResponse>>,
): Promise<Outcome> {
  await yieldEventLoop(use.payload.length);
  const { claim, idOf } = claimOf(use);
  const stored = use.replayAfterItemEnded ? await findStoredResponse(database, claim) : undefined;
  if (stored) return { ...stored, replayed: true };
  for (let attempt = 0; ; attempt++) {
    const itemId = use.itemId ?? idOf(attempt);
    const outcome = await claimAndCarryOut(database, { ...claim, itemId }, () => makePlan(itemId));
    if (outcome) return outcome;
    // A name was taken, or the claim of the first request has just expired.
    await forget(database, claim);
  }
}

/**
 * Returns undefined if a name or the key is taken and no response is stored; the caller retries.
 *
 * Two requests with one key can deadlock: a creation locks the id before the claim, a transaction the claim before the
 * id. PostgreSQL ends one of them, which then finds the response of the other.
 */
async function claimAndCarryOut(
  database: Database,
  claim: Claim,
  makePlan: () => Promise<Plan<WireResponse>>,
): Promise<Outcome | undefined> {
  let plan: Plan<WireResponse>;
  try {
    plan = await makePlan();
  } catch (error) {
    // A finished request is replayed even if it would be refused now: the disk is full, a host is not found.
    const stored = error instanceof ServiceProblem ? await findStoredResponse(database, claim) : undefined;
    if (!stored) throw error;
    return { ...stored, replayed: true };
  }
  const response =
    plan.kind === 'creation'
      ? await createOnce(database, claim, plan)
      : await transactOnce(database, claim, plan);
  if (response) return { ...response, replayed: false };
  const stored = await findStoredResponse(database, claim);
  return stored && { ...stored, replayed: true };
}

/** Creates, claims the key and stores the response in one statement. Undefined if the id, a name or the key is taken. */
async function createOnce(
  database: Database,
  claim: Claim,
  { creation, reply }: PlanOf<'creation', WireResponse>,
): Promise<WireResponse | undefined> {
  const { keyId, slot, fingerprint, wrapped } = claim;
  try {
    const values = [keyId, slot, fingerprint, sealedResponse(claim, reply), wrapped];
    return (await create(database, creation, { cte: CLAIM_CREATED, values })) ? reply : undefined;
  } catch (error) {
    if (isClaimed(error) || isDeadlock(error)) return undefined;
    // The first request's creation may have taken the last room.
    if ((toQuotaProblem(error) || isDiskFull(error)) && (await findStoredResponse(database, claim)))
      return undefined;
    throw toConflict(error);
  }
}

/** Claims the key and carries out a plan in one transaction. Undefined if the key or a name is taken. */
async function transactOnce(
  database: Database,
  claim: Claim,
  plan: PlanOf<'transaction', WireResponse>,
): Promise<WireResponse | undefined> {
  const trx = database.begin();
  try {
    // Pipelined. If the claim fails, the plan is rolled back.
    const [claiming, carrying] = await Promise.allSettled([claimKey(trx, claim), plan.transaction(trx)]);
    if (claiming.status === 'rejected') throw toConflict(claiming.reason);
    if (claiming.value) {
      if (carrying.status === 'rejected' && !isDeadlock(carrying.reason)) throw carrying.reason;
      if (carrying.status === 'fulfilled' && carrying.value) {
        await trx.commit(storeResponse(claim, carrying.value));
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

/** Carries out a plan without a key. Undefined if a name is taken. A deadlock has changed nothing, and is retried. */
export async function carryOut<Reply>(db: Db, plan: Plan<Reply>): Promise<Reply | undefined> {
  if (plan.kind === 'creation') return (await create(db, plan.creation)) ? plan.reply : undefined;
  for (;;) {
    try {
      return await db.transaction(plan.transaction);
    } catch (error) {
      if (!isDeadlock(error)) throw error;
    }
  }
}
