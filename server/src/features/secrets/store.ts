import type { Schema } from '@tempshare/contract';
import type { ItemLock } from '../../crypto/item-vault.ts';
import { wrongAttemptsOf, type WrongAttempts } from '../../limits/attempt-store.ts';
import { insertion, KEY_OWNED, LOCK, select, type Columns, type Owned } from '../../storage/columns.ts';
import type { Creation, Db } from '../../storage/database.ts';
import { secretEvents } from './events.ts';

export interface NewSecret extends Owned, ItemLock {
  encryption: Schema<'Encryption'>;
  content: Buffer;
  kdfIterations: number | null;
  expiresAt: Date | null;
}

const COLUMNS = {
  ...KEY_OWNED,
  ...LOCK,
  encryption: 'encryption',
  content: 'content',
  kdfIterations: 'kdf_iterations',
  expiresAt: 'expires_at',
} satisfies Columns<NewSecret>;

const INSERT = insertion<NewSecret>('secrets', COLUMNS);

export const insertSecret = (secret: NewSecret): Creation => ({
  ctes: `created AS (${INSERT.sql} RETURNING id)`,
  values: INSERT.values(secret),
});

export interface FoundSecret {
  id: string;
  state: Schema<'SecretState'>;
  encryption: Schema<'Encryption'>;
  requiresPassword: boolean;
  kdfIterations: number | null;
  livemode: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  endedAt: Date | null;
}

const FIELDS = `
  ${select(COLUMNS, 'id', 'encryption', 'kdfIterations', 'livemode', 'createdAt', 'expiresAt')},
  password_salt IS NOT NULL OR kdf_iterations IS NOT NULL AS "requiresPassword",
  ended_at AS "endedAt",
  CASE WHEN state = 'waiting' AND expires_at <= now() THEN 'expired' ELSE state END AS state`;

export type OwnedSecret = FoundSecret & { wrongAttempts: WrongAttempts };

export async function findOwned(db: Db, id: string, keyId: string): Promise<OwnedSecret | undefined> {
  const [row] = await db.query<OwnedSecret>(
    `SELECT ${FIELDS}, ${wrongAttemptsOf('secrets.id')} AS "wrongAttempts" FROM secrets WHERE id = $1 AND api_key_id = $2`,
    [id, keyId],
  );
  return row;
}

const WAITING = `id = $1 AND state = 'waiting' AND (expires_at IS NULL OR expires_at > now())`;

export async function findWaiting(db: Db, id: string): Promise<FoundSecret | undefined> {
  const [row] = await db.query<FoundSecret>(`SELECT ${FIELDS} FROM secrets WHERE ${WAITING}`, [id]);
  return row;
}

/** Destroys a waiting secret for its owner. False when there is none. */
export async function revoke(db: Db, id: string, keyId: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE secrets SET state = 'revoked', content = NULL, wrapped_key = NULL, ended_at = now()
     WHERE ${WAITING} AND api_key_id = $2 RETURNING id`,
    [id, keyId],
  );
  return rows.length > 0;
}

const LOCKED = select(LOCK, 'wrappedKey', 'passwordSalt', 'passwordIterations', 'accessProofHash');

/** What guards a waiting secret. */
export async function findLock(db: Db, id: string): Promise<ItemLock | undefined> {
  const [row] = await db.query<ItemLock>(`SELECT ${LOCKED} FROM secrets WHERE ${WAITING}`, [id]);
  return row;
}

export interface BurntSecret {
  content: Buffer;
  wrappedKey: Buffer;
  encryption: Schema<'Encryption'>;
}

/**
 * Takes the content of a waiting secret, destroys it and writes `secret.consumed`, in one statement. Of concurrent
 * callers the row lock lets one through; the others find the secret no longer waiting.
 */
const burn = (guard: string): string => `
  WITH target AS (
    SELECT id, content, wrapped_key FROM secrets WHERE ${WAITING} AND ${guard} FOR UPDATE
  ), burnt AS (
    UPDATE secrets s SET state = 'consumed', content = NULL, wrapped_key = NULL, ended_at = now()
    FROM target WHERE s.id = target.id
    RETURNING s.*, target.content AS taken, target.wrapped_key AS taken_key
  ), ${secretEvents.consumed({ as: 'event', id: '$2', from: 'burnt' })}
  SELECT taken AS content, taken_key AS "wrappedKey", encryption FROM burnt`;

/** Only keys in the keyring: a secret that could not be opened is not burnt. */
const BURN_UNPROTECTED = burn(`password_salt IS NULL AND access_proof_hash IS NULL
  AND encode(substring(wrapped_key FROM 1 FOR 4), 'hex') = ANY ($3)`);
const BURN_UNLOCKED = burn('true');

interface Burning {
  id: string;
  eventId: string;
  /** Aborted when there is nobody to burn for. */
  signal: AbortSignal;
}

export async function burnUnprotected(
  db: Db,
  { id, eventId, keyringIds, signal }: Burning & { keyringIds: readonly string[] },
): Promise<BurntSecret | undefined> {
  const [row] = await db.query<BurntSecret>(BURN_UNPROTECTED, [id, eventId, keyringIds], signal);
  return row;
}

/** Burns a secret that was just unlocked. */
export async function burnUnlocked(
  db: Db,
  { id, eventId, signal }: Burning,
): Promise<BurntSecret | undefined> {
  const [row] = await db.query<BurntSecret>(BURN_UNLOCKED, [id, eventId], signal);
  return row;
}
