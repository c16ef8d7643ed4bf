import type { Db } from '../../storage/postgres/database.ts';
import { interval } from '../../storage/interval.ts';

/** Revoked keys, and the fate of the items they shared. */
export interface Settlement {
  keyIds: string[];
  /** Key that takes the items over; null to end them. */
  heirId: string | null;
}

/**
 * Records the fate of these keys' items. Settlements whose heir is one of these keys follow it. An earlier decision
 * about a key stays.
 */
export async function insertSettlement(db: Db, { keyIds, heirId }: Settlement): Promise<void> {
  await db.query(
    `WITH passed_on AS (
       UPDATE key_settlements SET heir_id = $2, due_at = now() WHERE heir_id = ANY ($1::text[])
     )
     INSERT INTO key_settlements (key_id, heir_id) SELECT id, $2 FROM unnest($1::text[]) AS key (id)
     ON CONFLICT DO NOTHING`,
    [keyIds, heirId],
  );
}

/** Finds all keys that a user created, including the hidden one and ended ones. */
export async function findKeysOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>('SELECT id FROM api_keys WHERE user_id = $1', [userId]);
  return rows.map(({ id }) => id);
}

export async function bytesOf(db: Db, keyIds: readonly string[]): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    'SELECT greatest(coalesce(sum(bytes), 0), 0)::float8 AS bytes FROM byte_counters WHERE owner = ANY ($1)',
    [keyIds],
  );
  return (row as { bytes: number }).bytes;
}

/** Duration of a claim. A failed settlement is retried after it. */
const LEASE_SECONDS = 300;
/** Maximum duration of a request that was authenticated before its key was revoked. */
const LATEST_CREATE_SECONDS = 3_600;
/** Keys settled together, with one pass over each table. */
const AT_ONCE = 100;

/** Claims due keys with the same heir; undefined if nothing is due. */
export async function takeSettlement(db: Db): Promise<(Settlement & { takenAt: Date }) | undefined> {
  const rows = await db.query<{ keyId: string; heirId: string | null; takenAt: Date }>(TAKE, [AT_ONCE]);
  const [first] = rows;
  if (!first) return undefined;
  return { keyIds: rows.map(({ keyId }) => keyId), heirId: first.heirId, takenAt: first.takenAt };
}

/** SQL: a settlement is due. A later time than possible dates from before the clock was set back. */
const IS_DUE = `(s.due_at <= now() OR s.due_at > now() + ${interval(LATEST_CREATE_SECONDS)})`;

const TAKE = `
  WITH first AS (
    SELECT heir_id FROM key_settlements s WHERE ${IS_DUE} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ), due AS (
    SELECT key_id FROM key_settlements s, first
    WHERE ${IS_DUE} AND s.heir_id IS NOT DISTINCT FROM first.heir_id
    ORDER BY s.due_at LIMIT $1 FOR UPDATE OF s SKIP LOCKED
  )
  UPDATE key_settlements s SET due_at = now() + ${interval(LEASE_SECONDS)} FROM due WHERE s.key_id = due.key_id
  RETURNING s.key_id AS "keyId", s.heir_id AS "heirId", now() AS "takenAt"`;

/**
 * Ends a settlement. A recently revoked key stays for a second pass, when no create request of it can be in flight. A
 * key whose heir has changed stays due.
 */
export async function endSettlement(
  db: Db,
  { keyIds, heirId, takenAt }: Settlement & { takenAt: Date },
): Promise<void> {
  await db.query(
    `WITH mine AS (
       SELECT key_id, created_at <= $3::timestamptz - ${interval(LATEST_CREATE_SECONDS)} AS over FROM key_settlements
       WHERE key_id = ANY ($1) AND heir_id IS NOT DISTINCT FROM $2::text FOR UPDATE
     ), later AS (
       UPDATE key_settlements s SET due_at = least(s.created_at, $3::timestamptz) + ${interval(LATEST_CREATE_SECONDS)}
       FROM mine WHERE s.key_id = mine.key_id AND NOT mine.over
     )
     DELETE FROM key_settlements s USING mine WHERE s.key_id = mine.key_id AND mine.over`,
    [keyIds, heirId, takenAt],
  );
}
