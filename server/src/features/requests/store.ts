import { lifetimes, type Schema } from '@tempshare/contract';
import type { PinLock } from '../../crypto/item-vault.ts';
import type { NewLabel, SealedLabel } from '../../crypto/label.ts';
import { isTried, withWrongAttempts, type Tried, type WrongAttempts } from '../../limits/attempt-store.ts';
import { findOwnedPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
import {
  insertion,
  KEY_OWNED,
  LABEL,
  NEW_LABEL,
  PIN,
  select,
  type Columns,
  type Owned,
} from '../../storage/columns.ts';
import { UNLESS_TAKEN } from '../../storage/creation.ts';
import type { Creation, Db } from '../../storage/postgres/database.ts';
import { requestEvents } from './events.ts';
import { interval } from '../../storage/interval.ts';
import { changeStatements } from '../../storage/item-change.ts';

export type State = Schema<'UploadRequestState'>;

export interface NewRequest extends Owned, PinLock, NewLabel {
  wrappedKey: Buffer;
  title: Buffer;
  expiresAt: Date | null;
}

const COLUMNS = {
  ...KEY_OWNED,
  ...PIN,
  ...NEW_LABEL,
  wrappedKey: 'wrapped_key',
  title: 'title',
  expiresAt: 'expires_at',
} satisfies Columns<NewRequest>;

const INSERT = insertion<NewRequest>('requests', COLUMNS);

export const insertRequest = (request: NewRequest, eventId: string): Creation => ({
  ctes: CREATE,
  values: INSERT.values(request, eventId),
  keyId: request.keyId,
});

const CREATE = `
  created AS (${INSERT.sql} ${UNLESS_TAKEN} RETURNING *), ${requestEvents.created({ as: 'event', id: INSERT.next, from: 'created' })}`;

export const UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';

/** Counts an arrived file and locks the request. False if it takes no more. */
export async function countArrived(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE requests SET file_count = file_count + 1
     WHERE id = $1 AND state = 'open' AND ${UNEXPIRED} RETURNING id`,
    [id],
  );
  return rows.length > 0;
}

export interface OwnedRequest extends SealedLabel {
  id: string;
  state: State;
  /** Files that arrived and were not deleted one by one, even if their bytes are gone. */
  fileCount: number;
  heldItems: number;
  heldBytes: number;
  livemode: boolean;
  wrappedKey: Buffer;
  title: Buffer;
  createdAt: Date;
  expiresAt: Date | null;
  closedAt: Date | null;
  kept: boolean;
}

const STATE = `CASE WHEN state = 'open' AND expires_at <= now() THEN 'expired' ELSE state END`;
export const KEPT_UNTIL = `CASE WHEN expires_at IS NULL THEN 'infinity' WHEN closed_at IS NULL THEN expires_at + ${interval(lifetimes.requestFilesAfterClose)}
  ELSE greatest(expires_at, closed_at + ${interval(lifetimes.requestFilesAfterClose)}) END`;
export const SHOWN = `${KEPT_UNTIL} + ${interval(lifetimes.listedAfterEnd)} > now()`;

const FIELDS = `
  ${select(COLUMNS, 'id', 'livemode', 'wrappedKey', 'title', 'createdAt', 'expiresAt')}, ${select(LABEL)}, ${STATE} AS state, file_count AS \"fileCount\", held_items AS "heldItems", held_bytes::float8 AS "heldBytes",
  closed_at AS "closedAt", ${KEPT_UNTIL} > now() AS kept`;

export async function findOwned(
  db: Db,
  id: string,
  keyId: string,
): Promise<(OwnedRequest & { wrongAttempts: WrongAttempts }) | undefined> {
  const [row] = await db.query<OwnedRequest & Tried>(
    `SELECT ${FIELDS}, ${isTried('requests.id')} AS tried FROM requests WHERE id = $1 AND api_key_id = $2 AND ${SHOWN}`,
    [id, keyId],
  );
  return row && withWrongAttempts(db, row);
}

const part = (state: State, more = 'true'): string =>
  `api_key_id = $1 AND state = '${state}' AND ${SHOWN} AND ${more}`;
/** Expired, not yet swept. */
const DUE = { where: part('open', 'expires_at <= now()'), by: 'expires_at' };

const PARTS: Record<State | 'any', Listing['parts']> = {
  any: [part('open'), part('closed'), part('expired')],
  open: [part('open', UNEXPIRED)],
  closed: [part('closed')],
  expired: [part('expired'), DUE],
  // Deleted requests have no row.
  deleted: [],
};

export const listOwned = (
  db: Db,
  filter: { keyId: string; state: State | undefined },
  page: Page,
): Promise<Found<OwnedRequest>> =>
  findOwnedPage(db, { table: 'requests', columns: FIELDS, parts: PARTS }, { ...filter, page });

/** Locks a request, so that nothing more arrives. */
export async function lockOwned(db: Db, id: string, keyId: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT id FROM requests WHERE id = $1 AND api_key_id = $2 AND ${SHOWN} FOR UPDATE`,
    [id, keyId],
  );
  return rows.length > 0;
}

/** False unless senders can still find the request. */
export async function changePin(
  db: Db,
  { id, keyId }: { id: string; keyId: string },
  pin: PinLock,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE requests SET pin_salt = $3, pin_iterations = $4, pin_hash = $5
     WHERE id = $1 AND api_key_id = $2 AND state IN ('open', 'closed') AND ${UNEXPIRED} RETURNING id`,
    [id, keyId, pin.pinSalt, pin.pinIterations, pin.pinHash],
  );
  return rows.length > 0;
}

/** Writes `request.updated` if anything changes. */
export const CHANGE = changeStatements({
  table: 'requests',
  living: (time) => `state = 'open' AND (expires_at IS NULL OR expires_at > ${time})`,
  then: `, ${requestEvents.updated({ as: 'event', id: '$7', from: 'changed', where: '$8::boolean', at: 'clock_timestamp()' })}
  SELECT id FROM changed`,
});

export async function deleteFile(db: Db, id: string, fileId: string): Promise<boolean> {
  const rows = await db.query(
    `WITH gone AS (
       DELETE FROM files WHERE id = $2 AND item_id = $1 AND request_id = $1 AND blob_id IS NOT NULL RETURNING item_id)
     UPDATE requests SET file_count = file_count - 1 FROM gone WHERE requests.id = $1 RETURNING requests.id`,
    [id, fileId],
  );
  return rows.length > 0;
}

export async function wipeFiles(db: Db, id: string, limit: number): Promise<number> {
  const rows = await db.query(
    'DELETE FROM files WHERE item_id = $1 AND id IN (SELECT id FROM files WHERE item_id = $1 AND request_id = $1 LIMIT $2) RETURNING id',
    [id, limit],
  );
  return rows.length;
}

export async function deleteRequest(db: Db, id: string): Promise<void> {
  await db.query('DELETE FROM requests WHERE id = $1', [id]);
}
