import type { Schema } from '@tempshare/contract';
import type { ItemLock } from '../../crypto/item-vault.ts';
import type { NewLabel, SealedLabel } from '../../crypto/label.ts';
import { isTried, withWrongAttempts, type Tried, type WrongAttempts } from '../../limits/attempt-store.ts';
import type { Reader } from '../../readings/reader.ts';
import {
  KEPT,
  keepReading,
  keptUntil,
  readingGiven,
  readingParams,
  readingsBy,
  type Keeping,
  type KeptReading,
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
import type { Creation, Db } from '../../storage/database.ts';
import { forOne, formsOf, type Asked, type Given } from '../../storage/sets.ts';
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
    { group: id },
  );
  return row && withWrongAttempts(db, row);
}

const UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';
const part = (state: State, more = 'true'): string => `api_key_id = $1 AND state = '${state}' AND ${more}`;
/** Expired secrets that the sweep has not taken yet. */
const DUE = { where: part('waiting', 'expires_at <= now()'), by: 'expires_at' };

const PARTS: Record<State | 'any', Listing['parts']> = {
  any: [part('waiting'), part('consumed'), part('expired'), part('revoked')],
  waiting: [part('waiting', UNEXPIRED)],
  consumed: [part('consumed')],
  expired: [part('expired'), DUE],
  revoked: [part('revoked')],
};

/** A page of a key's secrets, newest first, and how many there are on all pages. */
export const listOwned = (
  db: Db,
  filter: { keyId: string; state: State | undefined },
  page: Page,
): Promise<Found<ListedSecret>> =>
  findOwnedPage(db, { table: 'secrets', columns: `${FIELDS}, ${select(LABEL)}`, parts: PARTS }, filter, page);

const WAITING = `id = $1 AND state = 'waiting' AND ${UNEXPIRED}`;

export async function findWaiting(db: Db, id: string): Promise<FoundSecret | undefined> {
  const [row] = await db.query<FoundSecret>(`SELECT ${FIELDS} FROM secrets WHERE ${WAITING}`, [id], {
    group: id,
  });
  return row;
}

/** Changes a waiting secret, and writes `secret.updated` unless it stays as it was. */
export const CHANGE = changeStatements({
  table: 'secrets',
  living: (time) => `state = 'waiting' AND (expires_at IS NULL OR expires_at > ${time})`,
  then: `, ${secretEvents.updated({ as: 'event', id: '$7', from: 'changed', where: '$8::boolean', at: 'clock_timestamp()' })}
  SELECT id FROM changed`,
});

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

export interface ReadSecret {
  content: Buffer;
  encryption: Schema<'Encryption'>;
}

/** A secret as one reader finds it: waiting behind its lock, or read by this reader just before. */
export type FoundLock = ItemLock & ReadSecret & KeptReading;

/** What guards a waiting secret, or what is kept of its reading by `reader`. */
export async function findLock(
  db: Db,
  id: string,
  reader: Reader | undefined,
): Promise<FoundLock | undefined> {
  const [row] = await db.query<FoundLock>(FIND_LOCK, [id, reader?.hash ?? null], { group: id });
  return row;
}

const FIND_LOCK = `
  SELECT ${LOCKED}, encryption, CASE WHEN r.item_id IS NOT NULL THEN content END AS content, ${KEPT}
  FROM secrets LEFT JOIN ${readingsBy('$2')} r ON r.item_id = id
  WHERE id = $1 AND (${WAITING} OR r.item_id IS NOT NULL AND content IS NOT NULL)`;

export type BurntSecret = ReadSecret & { wrappedKey: Buffer };

/**
 * Takes the content of a waiting secret, destroys it and writes `secret.consumed`, in one statement. Of concurrent
 * callers the row lock lets one through; the others find the secret no longer waiting. `old` is the secret as it was
 * before: what it was guarded by, and the key that goes. Where a reading is kept, the key is destroyed alone: the content
 * stays, for whoever can show what is kept.
 */
const burn = (asked: Asked, guard: string, keep?: Keeping): string => `
  WITH ${asked.ctes}burnt AS (
    UPDATE secrets s SET state = 'consumed', ${keep ? `read_until = ${keptUntil(keep)}` : 'content = NULL'}, wrapped_key = NULL, ended_at = now()
    FROM ${asked.from}secrets old WHERE ${asked.is('s.id')} AND s.state = 'waiting' AND (s.expires_at IS NULL OR s.expires_at > now())
      AND ${asked.is('old.id')} AND old.state = 'waiting' AND ${guard}
    RETURNING ${EVENT_COLUMNS}, s.encryption, old.content AS taken, old.wrapped_key AS taken_key${asked.more()}
  ), ${keep ? `${keepReading('burnt', keep)}, ` : ''}${secretEvents.consumed({ as: 'event', id: asked.of(2, 'e'), from: 'burnt' })}
  SELECT taken AS content, taken_key AS "wrappedKey", encryption${asked.number('burnt')} FROM burnt`;

/** What an event says. */
const EVENT_COLUMNS = [
  'id',
  'account_id',
  'api_key_id',
  'livemode',
  'state',
  'expires_at',
  'ended_at',
  'created_at',
]
  .map((column) => `s.${column}`)
  .join(', ');

/** Only keys in the keyring: a secret that could not be opened is not burnt. */
const UNPROTECTED = `old.password_salt IS NULL AND old.access_proof_hash IS NULL
  AND encode(substring(old.wrapped_key FROM 1 FOR 4), 'hex') = ANY ($3)`;
/** The parameters: the id, the event's, the keyring's. */
const GIVEN_UNPROTECTED: Given = ['text', 'text', null];
const HIDING = { first: 4, hides: 'taken_key', last: 'true' };
const BURN_UNPROTECTED = {
  kept: formsOf([...GIVEN_UNPROTECTED, ...readingGiven(HIDING)], (asked) =>
    burn(asked, UNPROTECTED, { asked, ...HIDING }),
  ),
  unkept: formsOf(GIVEN_UNPROTECTED, (asked) => burn(asked, UNPROTECTED)),
};
/** A derivation has come before it, of which there are few at a time. */
const BURN_UNLOCKED = {
  kept: forOne((asked) => burn(asked, 'true', { asked, first: 3, last: 'true' })),
  unkept: forOne((asked) => burn(asked, 'true')),
};

interface Burning {
  id: string;
  eventId: string;
  /** For whom the reading is kept. */
  reader: Reader | undefined;
  /** Aborted when there is nobody to burn for. */
  signal: AbortSignal;
}

export async function burnUnprotected(
  db: Db,
  { id, eventId, keyringIds, reader, signal }: Burning & { keyringIds: readonly string[] },
): Promise<BurntSecret | undefined> {
  const { one, many } = BURN_UNPROTECTED[reader ? 'kept' : 'unkept'];
  const values = [id, eventId, keyringIds, ...readingParams(reader)];
  const [row] = await db.query<BurntSecret>(one, values, { signal, group: id, many });
  return row;
}

/** Burns a secret that was just unlocked. `wrappedKey` is its data key, for those who have shown what it asks for. */
export async function burnUnlocked(
  db: Db,
  { id, eventId, reader, wrappedKey, signal }: Burning & { wrappedKey: Buffer },
): Promise<ReadSecret | undefined> {
  const statement = BURN_UNLOCKED[reader ? 'kept' : 'unkept'];
  const values = [id, eventId, ...readingParams(reader, wrappedKey)];
  const [row] = await db.query<BurntSecret>(statement, values, { signal, group: id });
  return row;
}
