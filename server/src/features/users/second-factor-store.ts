import type { Db } from '../../storage/postgres/database.ts';

interface SecondFactorRow {
  id: string;
  wrapped_key: Buffer | null;
  secret: Buffer | null;
  pending_key: Buffer | null;
  pending_secret: Buffer | null;
}

export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactorRow | undefined> {
  const [row] = await db.build<SecondFactorRow>((knex) =>
    knex('second_factors')
      .select('id', 'wrapped_key', 'secret', 'pending_key', 'pending_secret')
      .where({ id: userId }),
  );
  return row;
}

export async function putPending(
  db: Db,
  userId: string,
  pending: { pending_key: Buffer; pending_secret: Buffer },
): Promise<void> {
  await db.build((knex) =>
    knex('second_factors')
      .insert({ id: userId, ...pending })
      .onConflict('id')
      .merge(pending),
  );
}

/** Activates the pending secret with the time step of its confirming code. */
export async function confirmPending(
  db: Db,
  { userId, pendingKey, step }: { userId: string; pendingKey: Buffer; step: number },
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE second_factors SET wrapped_key = pending_key, secret = pending_secret, pending_key = NULL,
       pending_secret = NULL, last_step = $3
     WHERE id = $1 AND pending_key = $2 RETURNING 1`,
    [userId, pendingKey, step],
  );
  return rows.length > 0;
}

/** Consumes the code of a time step. @returns false if this or a later one was used */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await db.query(
    'UPDATE second_factors SET last_step = $2 WHERE id = $1 AND last_step < $2 RETURNING 1',
    [userId, step],
  );
  return rows.length > 0;
}

export async function deleteSecondFactor(db: Db, userId: string): Promise<boolean> {
  const rows = await db.query(
    `WITH codes AS (DELETE FROM recovery_codes WHERE user_id = $1)
     DELETE FROM second_factors WHERE id = $1 RETURNING 1`,
    [userId],
  );
  return rows.length > 0;
}

export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.build((knex) => knex('recovery_codes').delete().where({ user_id: userId }));
  await db.build((knex) => knex('recovery_codes').insert(hashes.map((hash) => ({ user_id: userId, hash }))));
}

/** Consumes a recovery code; of concurrent callers one succeeds. */
export async function takeRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const rows = await db.build((knex) =>
    knex('recovery_codes').delete().where({ user_id: userId, hash }).returning('user_id'),
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db.build<{ count: number }>((knex) =>
    knex('recovery_codes').where({ user_id: userId }).select(knex.raw('count(*)::int AS count')),
  );
  return (row as { count: number }).count;
}
