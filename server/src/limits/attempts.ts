import {
  invalidPassword,
  offersCredentials,
  type Credentials,
  type ItemLock,
  type ItemRef,
  type ItemVault,
} from '../crypto/item-vault.ts';
import type { Db } from '../storage/postgres/database.ts';
import { countTry, secondsToNextTry, takeBack } from './attempt-store.ts';
import { ServiceProblem } from '../domain/problem.ts';

/**
 * Unlocks a protected item. Tries at a password are limited; an access proof has 256 random bits, so a right one is
 * never refused for tries of others. @throws ServiceProblem `invalid_password`, `too_many_attempts`
 */
export async function unlockCounted(
  db: Db,
  vault: ItemVault,
  params: { ref: ItemRef; lock: ItemLock; credentials: Credentials; address: string; signal: AbortSignal },
): Promise<Buffer> {
  const { ref, lock, credentials, address, signal } = params;
  if (!offersCredentials(lock, credentials)) throw invalidPassword();
  vault.checkProof(lock, credentials);
  const unlock = (): Promise<Buffer> => vault.unlock(ref, { lock, credentials, caller: address, signal });
  return lock.passwordSalt ? countAttempt(db, { itemId: ref.id, address }, unlock) : unlock();
}

/**
 * Runs a check of a password or PIN. The try is counted before, so that concurrent ones cannot exceed the limit, and
 * stays counted only if it was wrong. @throws ServiceProblem `too_many_attempts`, and what `check` throws
 */
export async function countAttempt<Result>(
  db: Db,
  { itemId, address }: { itemId: string; address: string },
  check: () => Promise<Result>,
): Promise<Result> {
  const counted = await countTry(db, itemId, address);
  if (!counted) throw await tooMany(db, itemId, address);
  const [outcome] = await Promise.allSettled([check()]);
  const right = outcome.status === 'fulfilled';
  if (right || !isWrong(outcome.reason)) await takeBack(db, { itemId, network: address, counted, right });
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function tooMany(db: Db, itemId: string, address: string): Promise<ServiceProblem> {
  const retryAfter = await secondsToNextTry(db, itemId, address);
  return new ServiceProblem(
    'too_many_attempts',
    `Too many wrong ones were tried. Retry after ${retryAfter} seconds, or ask the sender to let you in.`,
    { retryAfter },
  );
}

const WRONG: ReadonlySet<string> = new Set([
  'invalid_password',
  'invalid_pin',
  'wrong_credentials',
  'wrong_code',
]);

const isWrong = (error: unknown): boolean => error instanceof ServiceProblem && WRONG.has(error.code);
