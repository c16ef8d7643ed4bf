import { lifetimes, type Schema } from '@tempshare/contract';
import type { ItemLock } from '../../crypto/item-vault.ts';
import type { NewLabel, SealedLabel } from '../../crypto/label.ts';
import { leaveToWipe } from '../../jobs/wipes.ts';
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
import type { Creation, Db } from '../../storage/postgres/database.ts';
import { notifying } from '../../storage/postgres/notifications.ts';
import { interval } from '../../storage/interval.ts';
import { changeStatements } from '../../storage/item-change.ts';

/** Payload of a room's notification. */
export const topicOf = (roomId: string): string => `room ${roomId}`;
/** The same in SQL, for an expression of the room's id. */
export const notifyingRoom = (roomId: string): string => notifying(`'room ' || ${roomId}`);

export interface NewRoom extends Owned, NewLabel, Pick<ItemLock, 'wrappedKey' | 'accessProofHash'> {
  encryption: Schema<'Encryption'>;
  name: Buffer;
  kdfIterations: number | null;
  expiresAt: Date;
}

const COLUMNS = {
  ...KEY_OWNED,
  ...NEW_LABEL,
  wrappedKey: LOCK.wrappedKey,
  accessProofHash: LOCK.accessProofHash,
  encryption: 'encryption',
  name: 'name',
  kdfIterations: 'kdf_iterations',
  expiresAt: 'expires_at',
} satisfies Columns<NewRoom>;

const INSERT = insertion<NewRoom>('rooms', COLUMNS);

export const insertRoom = (room: NewRoom): Creation => ({
  ctes: `created AS (${INSERT.sql} ${UNLESS_TAKEN} RETURNING id)`,
  values: INSERT.values(room),
  keyId: room.keyId,
});

export interface FoundRoom extends Omit<NewRoom, 'accountId' | 'keyId' | keyof NewLabel> {
  state: 'open' | 'expired';
  messageCount: number;
  heldItems: number;
  heldBytes: number;
}

export type OwnedRoom = FoundRoom & SealedLabel;

/** SQL: true for an open room, in a statement that may name its table. */
export const isOpen = (room = 'rooms'): string => `(${room}.state = 'open' AND ${room}.expires_at > now())`;

const UNEXPIRED = 'expires_at > now()';
/** The same without a table: a list selects from a subquery, too. */
const OPEN = `(state = 'open' AND ${UNEXPIRED})`;

const FIELDS = `
  ${select(COLUMNS, 'id', 'livemode', 'createdAt', 'wrappedKey', 'accessProofHash', 'encryption', 'name', 'kdfIterations', 'expiresAt')},
  CASE WHEN ${OPEN} THEN 'open' ELSE 'expired' END AS state,
  CASE WHEN ${OPEN} THEN message_count ELSE 0 END AS "messageCount",
  held_items AS "heldItems", held_bytes::float8 AS "heldBytes"`;

/** The owner sees a room for 30 days more. */
export const SHOWN = `expires_at > now() - ${interval(lifetimes.listedAfterEnd)}`;
const VISIBLE_TO_OWNER = `id = $1 AND api_key_id = $2 AND ${SHOWN}`;

export async function findOwned(db: Db, id: string, keyId: string): Promise<OwnedRoom | undefined> {
  const [row] = await db.query<OwnedRoom>(
    `SELECT ${FIELDS}, ${select(LABEL)} FROM rooms WHERE ${VISIBLE_TO_OWNER}`,
    [id, keyId],
  );
  return row;
}

const part = (state: FoundRoom['state'], more = 'true'): string =>
  `api_key_id = $1 AND state = '${state}' AND ${SHOWN} AND ${more}`;
/** Expired, not yet swept. */
const DUE = { where: part('open', 'expires_at <= now()'), by: 'expires_at' };

export type State = Schema<'RoomState'>;

const PARTS: Record<State | 'any', Listing['parts']> = {
  any: [part('open'), part('expired')],
  open: [part('open', UNEXPIRED)],
  expired: [part('expired'), DUE],
  // Deleted rooms have no row.
  deleted: [],
};

export const listOwned = (
  db: Db,
  filter: { keyId: string; state: State | undefined },
  page: Page,
): Promise<Found<OwnedRoom>> =>
  findOwnedPage(
    db,
    { table: 'rooms', columns: `${FIELDS}, ${select(LABEL)}`, parts: PARTS },
    { ...filter, page },
  );

/** Notifies followers, who wait for the room's end. */
export const CHANGE = changeStatements({
  table: 'rooms',
  living: (time) => `state = 'open' AND expires_at > ${time}`,
  then: ` SELECT ${notifyingRoom('id')} FROM changed`,
});

export async function findOpen(db: Db, id: string): Promise<FoundRoom | undefined> {
  const [row] = await db.query<FoundRoom>(`SELECT ${FIELDS} FROM rooms WHERE id = $1 AND ${isOpen()}`, [id]);
  return row;
}

/**
 * Records that the contents are to be wiped, and notifies followers. Posting locks the room, so nothing comes in later.
 */
export async function deleteRoom(db: Db, id: string, keyId: string): Promise<boolean> {
  const rows = await db.query(DELETE, [id, keyId]);
  return rows.length > 0;
}

const DELETE = `
  WITH gone AS (DELETE FROM rooms WHERE ${VISIBLE_TO_OWNER} RETURNING id),
    noted AS (${leaveToWipe('room', 'gone')})
  SELECT ${notifyingRoom('id')} FROM gone`;
