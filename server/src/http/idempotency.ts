import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { open, seal } from '../crypto/keyring.ts';
import { sha256 } from '../crypto/tokens.ts';
import { inBatches } from '../jobs/batches.ts';
import type { Database, Db } from '../storage/database.ts';
import { giveWay } from '../runtime/event-loop.ts';
import { ServiceProblem } from '../domain/problem.ts';

/** A success answer as it goes over the wire. */
export interface Answer {
  status: number;
  body: string;
}

/** One use of an `Idempotency-Key`. */
export interface Claim {
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

/**
 * Runs `work` once for a key and payload. The claim, what `work` writes and the stored answer commit together, so a
 * crash leaves either all or nothing; a concurrent second request waits on the unique index and then replays.
 *
 * The answer and the payload's fingerprint are sealed under keys derived from the caller's API key, of which the server
 * stores only a hash: a stolen database yields no answer and no guess oracle.
 */
export async function idempotently(
  database: Database,
  claim: Claim,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const slot = sha256(`${claim.operation}\n${claim.idempotencyKey}`);
  const keys = Buffer.from(hkdfSync('sha256', claim.apiKey, slot, 'tempshare idempotency', 64));
  const sealKey = keys.subarray(0, 32);
  const fingerprint = createHmac('sha256', keys.subarray(32)).update(claim.payload).digest();
  await giveWay(claim.payload.length);
  const context = `idempotency ${claim.keyId} ${slot.toString('hex')}`;

  const trx = database.begin({ sql: CLAIM, values: [claim.keyId, slot, fingerprint] });
  const [outcome] = await Promise.allSettled([work(trx)]);
  // What was carried out before the disk was full is still known.
  if (!trx.preamble && (outcome.status === 'fulfilled' || isLackOfRoom(outcome.reason)))
    await trx.query('SELECT 1');
  let claimed: object[] | undefined;
  try {
    claimed = await trx.preamble;
  } catch (error) {
    await trx.rollback();
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new ServiceProblem(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still being processed. Retry shortly.',
      { retryAfter: 1 },
    );
  }
  if (claimed?.length === 0) {
    await trx.rollback();
    return replay(database, claim, slot, fingerprint, sealKey, context);
  }
  if (outcome.status === 'rejected') {
    await trx.rollback();
    throw outcome.reason;
  }
  const stored = seal(sealKey, context, Buffer.from(JSON.stringify(outcome.value)));
  await trx.commit({ sql: STORE, values: [claim.keyId, slot, stored] });
  return { ...outcome.value, replayed: false };
}

async function replay(
  db: Db,
  claim: Claim,
  slot: Buffer,
  fingerprint: Buffer,
  sealKey: Buffer,
  context: string,
): Promise<Answer & { replayed: boolean }> {
  const [row] = await db.query<{ fingerprint: Buffer; answer: Buffer }>(FIND, [claim.keyId, slot]);
  if (!row) {
    // The first request committed and its 24 hours ended between the two statements.
    throw new ServiceProblem('idempotency_in_progress', 'This Idempotency-Key has just expired. Retry.', {
      retryAfter: 1,
    });
  }
  if (!timingSafeEqual(row.fingerprint, fingerprint)) {
    throw new ServiceProblem(
      'idempotency_key_reused',
      'This Idempotency-Key was first used with another payload. Use a new key for a new operation.',
    );
  }
  const answer = JSON.parse(open(sealKey, context, row.answer).toString()) as Answer;
  return { ...answer, replayed: true };
}

const isLackOfRoom = (error: unknown): boolean =>
  error instanceof ServiceProblem && error.code === 'insufficient_storage';

const LOCK_NOT_AVAILABLE = '55P03';

/** A row whose 24 hours are over is claimed anew. */
const CLAIM = `
  INSERT INTO idempotency_keys AS k (api_key_id, slot, fingerprint) VALUES ($1, $2, $3)
  ON CONFLICT (api_key_id, slot) DO UPDATE SET fingerprint = $3, answer = NULL, created_at = now()
  WHERE k.created_at <= now() - interval '24 hours'
  RETURNING true`;

const STORE = 'UPDATE idempotency_keys SET answer = $3 WHERE api_key_id = $1 AND slot = $2';

const FIND = `
  SELECT fingerprint, answer FROM idempotency_keys
  WHERE api_key_id = $1 AND slot = $2 AND created_at > now() - interval '24 hours'`;

/** Forgets the keys, and the responses, that were kept for 24 hours. Several servers may do it at once. */
export async function forgetClaims(db: Db): Promise<void> {
  await inBatches(async (limit) => (await db.query(FORGET, [limit])).length);
}

const FORGET = `
  WITH due AS (
    SELECT api_key_id, slot FROM idempotency_keys WHERE created_at <= now() - interval '24 hours'
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys k USING due WHERE k.api_key_id = due.api_key_id AND k.slot = due.slot RETURNING 1`;
