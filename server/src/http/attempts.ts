import {
  invalidPassword,
  offersCredentials,
  type Credentials,
  type ItemLock,
  type ItemRef,
  type ItemVault,
} from '../crypto/item-vault.ts';
import type { Db } from '../storage/database.ts';
import { ServiceProblem } from './problem.ts';

const PER_ADDRESS = 5;
const WINDOW_SECONDS = 600;
/** What one address may add to an item's total, so that a stranger alone never locks the recipient out. */
const PER_ADDRESS_IN_ALL = 15;
const PER_ITEM = 20;
/** What `Retry-After` says when an item takes no further attempts at all. */
const LOCKED_SECONDS = 86_400;

/**
 * Counts an attempt at an item's password, access proof or PIN before it is checked. Row locks order concurrent
 * attempts on all nodes.
 * @throws ServiceProblem `too_many_attempts`: 5 an address in 10 minutes, 20 an item in all.
 */
export async function claimAttempt(db: Db, itemId: string, address: string): Promise<void> {
  const [row] = await db.query<{ mine: boolean; everyone: boolean }>(CLAIM, [itemId, address]);
  const { mine, everyone } = row as { mine: boolean; everyone: boolean };
  if (mine && everyone) return;
  const [waiting] = mine ? [] : await db.query<{ seconds: number }>(WAIT, [itemId, address]);
  const retryAfter = Math.max(1, waiting?.seconds ?? LOCKED_SECONDS);
  const detail = waiting
    ? `Too many wrong attempts. Retry after ${retryAfter} seconds.`
    : 'Too many wrong attempts. No further ones are taken from here.';
  throw new ServiceProblem('too_many_attempts', detail, { retryAfter });
}

/** Takes back an attempt that turned out right, or that could not be checked. */
export async function forgiveAttempt(db: Db, itemId: string, address: string): Promise<void> {
  await db.query(FORGIVE, [itemId, address]);
}

/**
 * The data key of a protected item, under the limits on attempts.
 * @throws ServiceProblem `invalid_password` or `too_many_attempts`.
 */
export async function unlockCounted(
  db: Db,
  vault: ItemVault,
  facts: { ref: ItemRef; lock: ItemLock; credentials: Credentials; address: string; signal: AbortSignal },
): Promise<Buffer> {
  const { ref, lock, credentials, address, signal } = facts;
  if (!offersCredentials(lock, credentials)) throw invalidPassword();
  return countAttempt(db, { itemId: ref.id, address }, () => vault.unlock(ref, lock, credentials, signal));
}

/**
 * Makes a check of a password, access proof or PIN under the limits on attempts; only one that finds it wrong counts.
 * @throws ServiceProblem `too_many_attempts`, and what `check` throws.
 */
export async function countAttempt<Result>(
  db: Db,
  { itemId, address }: { itemId: string; address: string },
  check: () => Promise<Result>,
): Promise<Result> {
  await claimAttempt(db, itemId, address);
  const [outcome] = await Promise.allSettled([check()]);
  if (outcome.status === 'fulfilled' || !isWrong(outcome.reason)) await forgiveAttempt(db, itemId, address);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

const isWrong = (error: unknown): boolean =>
  error instanceof ServiceProblem && (error.code === 'invalid_password' || error.code === 'invalid_pin');

const LIVE = `ARRAY(SELECT t FROM unnest(a.recent) AS t WHERE t > clock_timestamp() - interval '${WINDOW_SECONDS} seconds')`;

const CLAIM = `
  WITH mine AS (
    INSERT INTO attempts AS a (item_id, address, recent, total) VALUES ($1, $2, ARRAY[clock_timestamp()], 1)
    ON CONFLICT (item_id, address) DO UPDATE SET recent = ${LIVE} || clock_timestamp(), total = a.total + 1
    WHERE cardinality(${LIVE}) < ${PER_ADDRESS} AND a.total < ${PER_ADDRESS_IN_ALL}
    RETURNING 1
  ), everyone AS (
    INSERT INTO attempts AS a (item_id, address, recent, total) SELECT $1, '*', '{}', 1 FROM mine
    ON CONFLICT (item_id, address) DO UPDATE SET total = a.total + 1 WHERE a.total < ${PER_ITEM}
    RETURNING 1
  )
  SELECT
    EXISTS (SELECT FROM mine) AS mine,
    EXISTS (SELECT FROM everyone) AS everyone`;

/** A statement of its own: the refused one does not see attempts that were claimed while it waited. */
const WAIT = `
  SELECT coalesce(ceil(extract(epoch FROM (${LIVE})[1] + interval '${WINDOW_SECONDS} seconds' - clock_timestamp())), 1)::int AS seconds
  FROM attempts a WHERE item_id = $1 AND address = $2 AND total < ${PER_ADDRESS_IN_ALL}`;

/** Locks the address before the item, as CLAIM does, so that the two cannot wait for one another. */
const FORGIVE = `
  WITH mine AS (
    UPDATE attempts SET total = total - 1, recent = recent[:cardinality(recent) - 1]
    WHERE item_id = $1 AND address = $2 RETURNING 1
  )
  UPDATE attempts SET total = total - 1 WHERE item_id = $1 AND address = '*' AND EXISTS (SELECT FROM mine)`;
