import type { Schema } from '@tempshare/contract';
import type { ItemLock } from '../../crypto/item-vault.ts';
import type { NewLabel, SealedLabel } from '../../crypto/label.ts';
import { isTried, withWrongAttempts, type Tried, type WrongAttempts } from '../../limits/attempt-store.ts';
import type { Reader } from '../../readings/reader.ts';
import {
  hidden,
  keptUntil,
  readingParams,
  readingsBy,
  STORED_READING,
  storeReading,
  type StoredReading,
} from '../../readings/reading-store.ts';
import {
  insertion,
  KEY_OWNED,
  LABEL,
  NEW_LABEL,
  LOCK,
  select,
  type Columns,
  type Owned,
} from '../../storage/columns.ts';
import { findOwnedPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
import { UNLESS_TAKEN } from '../../storage/creation.ts';
import { changeStatements } from '../../storage/item-change.ts';
import type { Creation, Db } from '../../storage/postgres/database.ts';
import { secretEvents } from './events.ts';

export interface NewSecret extends Owned, ItemLock, NewLabel {
  encryption: Schema<'Encryption'>;
  content: Buffer;
  kdfIterations: number | null;
  expiresAt: Date | null;
}

const COLUMNS = {
  ...KEY_OWNED,
  ...LOCK,
  ...NEW_LABEL,
  encryption: 'encryption',
  content: 'content',
  kdfIterations: 'kdf_iterations',
  expiresAt: 'expires_at',
} satisfies Columns<NewSecret>;

const INSERT = insertion<NewSecret>('secrets', COLUMNS);

export const insertSecret = (secret: NewSecret): Creation => ({
  ctes: `created AS (${INSERT.sql} ${UNLESS_TAKEN} RETURNING id)`,
  values: INSERT.values(secret),
  keyId: secret.keyId,
});

export type State = Schema<'SecretState'>;

export interface FoundSecret {
  id: string;
  state: State;
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

export type ListedSecret = FoundSecret & SealedLabel;
export type OwnedSecret = ListedSecret & { wrongAttempts: WrongAttempts };

export async function findOwned(db: Db, id: string, keyId: string): Promise<OwnedSecret | undefined> {
  const [row] = await db.query<FoundSecret & SealedLabel & Tried>(
    `SELECT ${FIELDS}, ${select(LABEL)}, ${isTried('secrets.id')} AS tried FROM secrets WHERE id = $1 AND api_key_id = $2`,
    [id, keyId],
    { lockKey: id },
  );
  return row && withWrongAttempts(db, row);
}

const UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';
const part = (state: State, more = 'true'): string => `api_key_id = $1 AND state = '${state}' AND ${more}`;
/** Expired, not yet swept. */
const DUE = { where: part('waiting', 'expires_at <= now()'), by: 'expires_at' };

const PARTS: Record<State | 'any', Listing['parts']> = {
  any: [part('waiting'), part('consumed'), part('expired'), part('revoked')],
  waiting: [part('waiting', UNEXPIRED)],
  consumed: [part('consumed')],
  expired: [part('expired'), DUE],
  revoked: [part('revoked')],
};

export const listOwned = (
  db: Db,
  filter: { keyId: string; state: State | undefined },
  page: Page,
): Promise<Found<ListedSecret>> =>
  findOwnedPage(
    db,
    { table: 'secrets', columns: `${FIELDS}, ${select(LABEL)}`, parts: PARTS },
    { ...filter, page },
  );

const WAITING = `id = $1 AND state = 'waiting' AND ${UNEXPIRED}`;

export async function findWaiting(db: Db, id: string): Promise<FoundSecret | undefined> {
  const [row] = await db.query<FoundSecret>(`SELECT ${FIELDS} FROM secrets WHERE ${WAITING}`, [id], {
    lockKey: id,
  });
  return row;
}

/** Writes `secret.updated` if anything changes. */
export const CHANGE = changeStatements({
  table: 'secrets',
  living: (time) => `state = 'waiting' AND (expires_at IS NULL OR expires_at > ${time})`,
  then: `, ${secretEvents.updated({ as: 'event', id: '$7', from: 'changed', where: '$8::boolean', at: 'clock_timestamp()' })}
  SELECT id FROM changed`,
});

export async function revoke(db: Db, id: string, keyId: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE secrets SET state = 'revoked', content = NULL, wrapped_key = NULL, ended_at = now()
     WHERE ${WAITING} AND api_key_id = $2 RETURNING id`,
    [id, keyId],
  );
  return rows.length > 0;
}

const LOCKED = select(LOCK, 'wrappedKey', 'passwordSalt', 'passwordIterations', 'accessProofHash');

export interface ReadSecret {
  content: Buffer;
  encryption: Schema<'Encryption'>;
}

export type FoundLock = ItemLock & ReadSecret & StoredReading;

/** The lock of a waiting secret, or the replayable reading if `reader` has revealed it before. */
export async function findLock(
  db: Db,
  id: string,
  reader: Reader | undefined,
): Promise<FoundLock | undefined> {
  const [row] = await db.query<FoundLock>(FIND_LOCK, [id, reader?.hash ?? null], { lockKey: id });
  return row;
}

const FIND_LOCK = `
  SELECT ${LOCKED}, encryption, CASE WHEN r.item_id IS NOT NULL THEN content END AS content, ${STORED_READING}
  FROM secrets LEFT JOIN ${readingsBy('$2')} r ON r.item_id = id
  WHERE id = $1 AND (${WAITING} OR r.item_id IS NOT NULL AND content IS NOT NULL)`;

export type BurntSecret = ReadSecret & { wrappedKey: Buffer };

interface Burn {
  /** Condition on `old`, the secret before the burn. */
  guard: string;
  /** Assignment to the content, or to the time until which it stays for a replay. */
  content: string;
  /** CTE of the stored reading, with a leading comma. */
  reading: string;
}

/**
 * Takes the content of a waiting secret, destroys its data key and writes `secret.consumed`, in one statement. The row
 * lock orders concurrent callers: one gets the secret. `$1` is the secret's id, `$2` the event's.
 */
const burn = ({ guard, content, reading }: Burn): string => `
  WITH burnt AS (
    UPDATE secrets s SET state = 'consumed', ${content}, wrapped_key = NULL, ended_at = now()
    FROM secrets old
    WHERE s.id = $1 AND s.state = 'waiting' AND (s.expires_at IS NULL OR s.expires_at > now())
      AND old.id = $1 AND old.state = 'waiting' AND ${guard}
    RETURNING s.id, s.account_id, s.api_key_id, s.livemode, s.state, s.expires_at, s.ended_at, s.created_at, s.encryption,
      old.content AS taken, old.wrapped_key AS taken_key
  )${reading}, ${secretEvents.consumed({ as: 'event', id: '$2', from: 'burnt' })}
  SELECT taken AS content, taken_key AS "wrappedKey", encryption FROM burnt`;

/** No reading is stored: content and key are destroyed. */
const FINAL = { content: 'content = NULL', reading: '' };

/** A reading is stored: the key is destroyed, and the content stays until the reading ends. */
const replayable = (first: number, hiddenKey: string): Omit<Burn, 'guard'> => ({
  content: `read_until = ${keptUntil(first)}`,
  reading: `, ${storeReading({ from: 'burnt', first, hiddenKey, last: 'true', fileSize: 'NULL' })}`,
});

/** SQL: no password or proof, and a known encryption key (`$3`), or the content could not be opened. */
const UNPROTECTED = `old.password_salt IS NULL AND old.access_proof_hash IS NULL
  AND encode(substring(old.wrapped_key FROM 1 FOR 4), 'hex') = ANY ($3)`;

const BURN_UNPROTECTED = {
  final: burn({ guard: UNPROTECTED, ...FINAL }),
  replayable: burn({ guard: UNPROTECTED, ...replayable(4, hidden('taken_key', '$6')) }),
};
/** Password or proof have been checked. */
const BURN_UNLOCKED = {
  final: burn({ guard: 'true', ...FINAL }),
  replayable: burn({ guard: 'true', ...replayable(3, '$5::bytea') }),
};

interface Burning {
  id: string;
  eventId: string;
  reader: Reader | undefined;
  signal: AbortSignal;
}

export async function burnUnprotected(
  db: Db,
  { id, eventId, keyringIds, reader, signal }: Burning & { keyringIds: readonly string[] },
): Promise<BurntSecret | undefined> {
  const values = [id, eventId, keyringIds];
  const [sql, params] = reader
    ? [BURN_UNPROTECTED.replayable, [...values, ...readingParams(reader)]]
    : [BURN_UNPROTECTED.final, values];
  const [row] = await db.query<BurntSecret>(sql, params, { signal, lockKey: id });
  return row;
}

/** @param wrappedKey the data key wrapped without a password, for the reading */
export async function burnUnlocked(
  db: Db,
  { id, eventId, reader, wrappedKey, signal }: Burning & { wrappedKey: Buffer },
): Promise<ReadSecret | undefined> {
  const values = [id, eventId];
  const [sql, params] = reader
    ? [BURN_UNLOCKED.replayable, [...values, ...readingParams(reader, wrappedKey)]]
    : [BURN_UNLOCKED.final, values];
  const [row] = await db.query<ReadSecret>(sql, params, { signal, lockKey: id });
  return row;
}
