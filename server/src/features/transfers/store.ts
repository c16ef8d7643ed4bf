import { lifetimes, type Schema } from '@tempshare/contract';
import type { ItemLock } from '../../crypto/item-vault.ts';
import type { NewLabel, SealedLabel } from '../../crypto/label.ts';
import { text } from '../../events/outbox.ts';
import { isTried, withWrongAttempts, type Tried, type WrongAttempts } from '../../limits/attempt-store.ts';
import type { Reader } from '../../readings/reader.ts';
import {
  hidden,
  isBeingRead,
  readingParams,
  readingsBy,
  readUntil,
  STORED_READING,
  storeReading,
  type ReadingSource,
  type StoredReading,
} from '../../readings/reading-store.ts';
import { findPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
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
import { UNLESS_TAKEN } from '../../storage/creation.ts';
import { interval } from '../../storage/interval.ts';
import { changeStatements } from '../../storage/item-change.ts';
import type { Creation, Db } from '../../storage/postgres/database.ts';
import { transferEvents } from './events.ts';
import type { EndReason } from '../../domain/end-reason.ts';
import type { ViewTimes } from '../../domain/view-times.ts';

/** Includes debug shares, which the API does not list, and which have no events. */
export type Kind = Schema<'PublicTransfer'>['kind'];

export interface NewTransfer extends Owned, ItemLock, NewLabel {
  shortCode: string;
  kind: Kind;
  /** A file is `awaiting` until its bytes arrive. */
  state: 'active' | 'awaiting';
  encryption: Schema<'Encryption'>;
  content: Buffer;
  snippet: Buffer;
  kdfIterations: number | null;
  maxViews: number | null;
  expiresAt: Date | null;
  awaitingUntil: Date | null;
}

const COLUMNS = {
  ...KEY_OWNED,
  ...LOCK,
  ...NEW_LABEL,
  shortCode: 'short_code',
  kind: 'type',
  state: 'state',
  encryption: 'encryption',
  content: 'content',
  snippet: 'snippet',
  kdfIterations: 'kdf_iterations',
  maxViews: 'max_views',
  expiresAt: 'expires_at',
  awaitingUntil: 'awaiting_until',
} satisfies Columns<NewTransfer>;

const INSERT = insertion<NewTransfer>('transfers', COLUMNS);

/** Columns for events; less than the row, which holds the content. */
const eventColumns = (row = ''): string =>
  [
    'id',
    'account_id',
    'api_key_id',
    'livemode',
    'type',
    'views',
    'max_views',
    'expires_at',
    'state',
    'created_at',
  ]
    .map((column) => row + column)
    .join(', ');

/** Inserts a transfer, with `transfer.created` unless its bytes are awaited. */
export const insertTransfer = (transfer: NewTransfer, eventId: string): Creation => ({
  ctes: CREATE,
  values: INSERT.values(transfer, eventId),
  keyId: transfer.keyId,
});

const CREATE = `
  created AS (
    ${INSERT.sql} ${UNLESS_TAKEN} RETURNING ${eventColumns()}
  ), ${transferEvents.created({ as: 'event', id: INSERT.next, from: 'created' })}`;

/** Makes an awaited transfer active, with `transfer.created`. False if it is gone. */
export async function activate(db: Db, id: string, eventId: string): Promise<boolean> {
  const rows = await db.query(ACTIVATE, [id, eventId]);
  return rows.length > 0;
}

const ACTIVATE = `
  WITH activated AS (
    UPDATE transfers SET state = 'active', awaiting_until = NULL
    WHERE id = $1 AND state = 'awaiting' AND (expires_at IS NULL OR expires_at > now())
    RETURNING ${eventColumns()}
  ), ${transferEvents.created({ as: 'event', id: '$2', from: 'activated' })}
  SELECT id FROM activated`;

export interface FoundTransfer {
  id: string;
  shortCode: string;
  kind: Kind;
  encryption: Schema<'Encryption'>;
  requiresPassword: boolean;
  kdfIterations: number | null;
  views: number;
  /** Openings of a file whose download has not completed. */
  unfinished: number;
  maxViews: number | null;
  livemode: boolean;
  createdAt: Date;
  expiresAt: Date | null;
}

const FIELDS = `
  ${select(COLUMNS, 'id', 'shortCode', 'kind', 'encryption', 'kdfIterations', 'maxViews', 'livemode', 'createdAt', 'expiresAt')},
  views, unfinished,
  password_salt IS NOT NULL OR kdf_iterations IS NOT NULL AS \"requiresPassword\"`;

/** A trigger sets them when `views` grows. */
const VIEW_TIMES = {
  firstViewedAt: 'first_viewed_at',
  lastViewedAt: 'last_viewed_at',
} satisfies Columns<ViewTimes>;

export const LIVING = `state = 'active' AND (expires_at IS NULL OR expires_at > now())`;
/** The owner also sees transfers whose bytes are awaited. */
const VISIBLE_TO_OWNER = `(${LIVING} OR state = 'awaiting' AND awaiting_until > now())`;
/** The file of the last view remains until it is downloaded. */
export const DELETABLE = `(${VISIBLE_TO_OWNER} OR state = 'consumed' AND ended_at IS NULL)`;

export type OwnedTransfer = FoundTransfer &
  ViewTimes &
  SealedLabel &
  Pick<ItemLock, 'wrappedKey'> & {
    type: Schema<'TransferType'>;
    snippet: Buffer;
    wrongAttempts: WrongAttempts;
  };

export interface Name {
  by: 'id' | 'short_code';
  text: string;
}

export async function findOwned(
  db: Db,
  { by, text: name }: Name,
  keyId: string,
): Promise<OwnedTransfer | undefined> {
  const [row] = await db.query<Omit<OwnedTransfer, 'wrongAttempts'> & Tried>(FIND_OWNED[by], [name, keyId], {
    lockKey: name,
  });
  return row && withWrongAttempts(db, row);
}

const findOwnedBy = (column: Name['by']): string => `
  SELECT ${FIELDS}, ${select(LABEL)}, ${select(VIEW_TIMES)}, type, snippet, wrapped_key AS "wrappedKey", ${isTried('transfers.id')} AS tried
  FROM transfers WHERE ${column} = $1 AND api_key_id = $2 AND type <> 'debug' AND ${VISIBLE_TO_OWNER}`;
const FIND_OWNED = { id: findOwnedBy('id'), short_code: findOwnedBy('short_code') };

/** Deletes a transfer, also one whose last view is yet to be downloaded. False if there is none. */
export async function deleteOwned(
  db: Db,
  { by, text: name }: Name,
  { keyId, eventId, reason }: { keyId: string; eventId: string; reason: EndReason },
): Promise<boolean> {
  const rows = await db.query(DELETE[reason][by], [name, keyId, eventId]);
  return rows.length > 0;
}

const deleteBy = (reason: EndReason, column: Name['by']): string => `
  WITH gone AS (
    DELETE FROM transfers
    WHERE ${column} = $1 AND api_key_id = $2 AND type <> 'debug' AND ${DELETABLE}
    RETURNING ${eventColumns()}
  ), ${transferEvents.deleted(reason, text('deleted'))({ as: 'event', id: '$3', from: 'gone' })}
  SELECT id FROM gone`;
const DELETE = {
  api: { id: deleteBy('api', 'id'), short_code: deleteBy('api', 'short_code') },
  panel: { id: deleteBy('panel', 'id'), short_code: deleteBy('panel', 'short_code') },
};

/** SQL condition of transfers that their owner may change. */
const changeable =
  (type: string) =>
  (time: string): string =>
    `${type} AND (state = 'active' AND (expires_at IS NULL OR expires_at > ${time})
      OR state = 'awaiting' AND awaiting_until > ${time})`;

/** Upload URLs of awaited files end with the transfer. */
const AWAITED_WITH = `awaiting_until = CASE WHEN state = 'awaiting'
      THEN least(created_at + ${interval(lifetimes.uploadUrl)}, $5::timestamptz) END`;

/** Writes `transfer.updated` if anything changes. */
export const CHANGE = changeStatements({
  table: 'transfers',
  living: changeable(`type <> 'debug'`),
  also: AWAITED_WITH,
  then: `, ${transferEvents.updated({ as: 'event', id: '$7', from: 'changed', where: '$8::boolean', at: 'clock_timestamp()' })}
  SELECT id FROM changed`,
});

/** Debug shares have no events. */
export const CHANGE_DEBUG_SHARE = changeStatements({
  table: 'transfers',
  living: changeable(`type = 'debug'`),
  then: ' SELECT id FROM changed',
});

export async function deleteDebugShare(db: Db, id: string, keyId: string): Promise<boolean> {
  const rows = await db.query(
    `DELETE FROM transfers WHERE id = $1 AND api_key_id = $2 AND type = 'debug' AND ${DELETABLE} RETURNING id`,
    [id, keyId],
  );
  return rows.length > 0;
}

export interface ListedTransfer extends SealedLabel, ViewTimes {
  id: string;
  type: Schema<'TransferType'>;
  views: number;
  maxViews: number | null;
  livemode: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  status: Schema<'TransferStatus'>;
}

const STATUS = `CASE WHEN state = 'active' AND expires_at <= now() THEN 'expired' WHEN state = 'awaiting' THEN 'active' ELSE state END`;

const part = (state: string, more = 'true'): string =>
  `api_key_id = $1 AND type <> 'debug' AND state = '${state}' AND ${more}`;
const AWAITED = part('awaiting', 'awaiting_until > now()');
/** Expired, not yet swept. */
const DUE = { where: part('active', 'expires_at <= now()'), by: 'expires_at' };

const PARTS: Record<Schema<'TransferStatus'> | 'any', Listing['parts']> = {
  any: [AWAITED, part('active'), part('expired'), part('consumed')],
  active: [AWAITED, part('active', '(expires_at IS NULL OR expires_at > now())')],
  expired: [part('expired'), DUE],
  consumed: [part('consumed')],
};

export async function listOwned(
  db: Db,
  filter: { keyId: string; status: Schema<'TransferStatus'> | undefined },
  page: Page,
): Promise<Found<ListedTransfer>> {
  const listing: Listing = {
    table: 'transfers',
    columns: `${select(COLUMNS, 'id', 'ownerWrappedKey', 'label', 'maxViews', 'livemode', 'createdAt', 'expiresAt')}, ${select(VIEW_TIMES)}, type, views, ${STATUS} AS status`,
    order: 'created_at',
    as: 'createdAt',
    parts: PARTS[filter.status ?? 'any'],
  };
  return findPage<ListedTransfer>(db, listing, { owner: filter.keyId, ...page });
}

/** Includes the sealed metadata of an unprotected file. */
export async function findLiving(db: Db, id: string): Promise<PeekedTransfer | undefined> {
  const [row] = await db.query<PeekedTransfer>(
    `SELECT ${FIELDS}, CASE WHEN type = 'file' AND encryption = 'server' AND password_salt IS NULL THEN content END AS metadata,
       wrapped_key AS "wrappedKey"
     FROM transfers WHERE id = $1 AND ${LIVING}`,
    [id],
    { lockKey: id },
  );
  return row;
}

export type PeekedTransfer = FoundTransfer & Pick<ItemLock, 'wrappedKey'> & { metadata: Buffer | null };

export interface ReadTransfer {
  kind: Kind;
  encryption: Schema<'Encryption'>;
  expiresAt: Date | null;
  content: Buffer;
}

export type FoundLock = ItemLock & ReadTransfer & StoredReading;

/** The lock of a living transfer, or the replayable reading if `reader` has opened it before. */
export async function findLock(
  db: Db,
  id: string,
  reader: Reader | undefined,
): Promise<FoundLock | undefined> {
  const [row] = await db.query<FoundLock>(FIND_LOCK, [id, reader?.hash ?? null], { lockKey: id });
  return row;
}

const FIND_LOCK = `
  SELECT ${select(COLUMNS, 'kind', 'wrappedKey', 'passwordSalt', 'passwordIterations', 'accessProofHash', 'encryption', 'expiresAt')},
    CASE WHEN r.item_id IS NOT NULL THEN content END AS content, ${STORED_READING}
  FROM transfers LEFT JOIN ${readingsBy('$2')} r ON r.item_id = id
  WHERE id = $1 AND (${LIVING} OR r.item_id IS NOT NULL AND content IS NOT NULL)`;

export type ViewedTransfer = ReadTransfer & { last: boolean; wrappedKey: Buffer };

interface View {
  /** CTEs before the view, with a trailing comma. */
  before: string;
  /** Assignment to the content, or to the time until which it stays for replays. */
  content: string;
  /** Source of `old`, the transfer before the view. */
  from: string;
  where: string;
}

/**
 * Takes a view and returns the content, in one statement; the last view also destroys the data key. The row lock orders
 * concurrent callers, so never more than `max_views` succeed. A view of a file writes its events when the download
 * completes. `$1` is the transfer's id, `$2` and `$3` are the events'.
 *
 * A server of an earlier version takes the last view without knowing of unfinished downloads, and leaves the transfer
 * active.
 */
const view = ({ before, content, from, where }: View): string => `
  WITH ${before}viewed AS (
    UPDATE transfers t SET
      views = t.views + (t.type <> 'file')::int,
      unfinished = t.unfinished + (t.type = 'file')::int,
      state = CASE WHEN ${IS_LAST} THEN 'consumed' ELSE t.state END,
      ended_at = CASE WHEN ${IS_LAST} AND t.type <> 'file' THEN now() END,
      short_code = CASE WHEN NOT ${IS_LAST} THEN t.short_code END,
      ${content},
      snippet = CASE WHEN NOT ${IS_LAST} THEN t.snippet END,
      wrapped_key = CASE WHEN NOT ${IS_LAST} THEN t.wrapped_key END
    FROM ${from}
    WHERE t.id = $1 AND ${where}
    RETURNING ${eventColumns('t.')}, t.encryption, (t.views + t.unfinished = t.max_views) IS TRUE AS is_last,
      old.content AS taken, old.wrapped_key AS taken_key
  ), ${transferEvents.completed({ as: 'completed', id: '$2', from: 'viewed', where: SEEN, toDeliver: [] })},
  ${transferEvents.deleted('consumed')({ as: 'deleted', id: '$3', from: 'viewed', where: `${SEEN} AND e.is_last`, toDeliver: ['completed', 'deleted'] })}
  SELECT type AS kind, encryption, expires_at AS "expiresAt", is_last AS last, taken AS content, taken_key AS "wrappedKey" FROM viewed`;

const IS_LAST = '(t.views + t.unfinished + 1 = t.max_views) IS TRUE';
const SEEN = `e.type <> 'file'`;

const viewable = (row: string): string =>
  `${row}.state = 'active' AND (${row}.expires_at IS NULL OR ${row}.expires_at > now())
    AND (${row}.max_views IS NULL OR ${row}.views + ${row}.unfinished < ${row}.max_views)`;

/** No reading is stored: the last view wipes the content, unless another reader may replay a reading. */
const final = (guard: string): View => ({
  before: '',
  content: `content = CASE WHEN NOT ${IS_LAST} OR ${isBeingRead('t')} THEN t.content END`,
  from: 'transfers old',
  where: `${viewable('t')} AND old.id = $1 AND ${guard}`,
});

/** A reading is stored, and keeps the content. The lock lets a reader's second request find the reading of its first. */
const replayable = (guard: string, reading: Omit<ReadingSource, 'from' | 'last'>): View => ({
  before: `old AS (
    SELECT id, content, wrapped_key, (views + unfinished + 1 = max_views) IS TRUE AS is_last
    FROM transfers old WHERE old.id = $1 AND ${viewable('old')} AND ${guard} FOR UPDATE OF old
  ), ${storeReading({ ...reading, from: 'old', last: 'is_last' })}, `,
  content: `read_until = ${readUntil('t')}`,
  from: 'old JOIN reading ON reading.item_id = old.id',
  where: 't.id = old.id',
});

/** SQL: neither password nor proof, nor a file, and a known encryption key (`$4`); otherwise the content cannot be opened. */
const UNPROTECTED = `old.type <> 'file' AND old.password_salt IS NULL AND old.access_proof_hash IS NULL
  AND encode(substring(old.wrapped_key FROM 1 FOR 4), 'hex') = ANY ($4)`;
const FILE_SIZE = `(SELECT f.size FROM files f WHERE f.item_id = old.id AND f.transfer_id = old.id AND f.blob_id IS NOT NULL)`;

const VIEW_UNPROTECTED = {
  final: view(final(UNPROTECTED)),
  replayable: view(
    replayable(UNPROTECTED, { first: 5, hiddenKey: hidden('wrapped_key', '$7'), fileSize: 'NULL' }),
  ),
};
/** Password or proof have been checked. */
const VIEW_UNLOCKED = {
  final: view(final('true')),
  replayable: view(replayable('true', { first: 4, hiddenKey: '$6::bytea', fileSize: FILE_SIZE })),
};

interface Viewing {
  id: string;
  events: { completed: string; deleted: string };
  reader: Reader | undefined;
  signal: AbortSignal;
}

export async function viewUnprotected(
  db: Db,
  { id, events, keyringIds, reader, signal }: Viewing & { keyringIds: readonly string[] },
): Promise<ViewedTransfer | undefined> {
  const values = [id, events.completed, events.deleted, keyringIds];
  const [sql, params] = reader
    ? [VIEW_UNPROTECTED.replayable, [...values, ...readingParams(reader)]]
    : [VIEW_UNPROTECTED.final, values];
  const [row] = await db.query<ViewedTransfer>(sql, params, { signal, lockKey: id });
  return row;
}

/** @param wrappedKey the data key wrapped without a password, for the reading */
export async function viewUnlocked(
  db: Db,
  { id, events, reader, wrappedKey, signal }: Viewing & { wrappedKey: Buffer },
): Promise<Omit<ViewedTransfer, 'wrappedKey'> | undefined> {
  const values = [id, events.completed, events.deleted];
  const [sql, params] = reader
    ? [VIEW_UNLOCKED.replayable, [...values, ...readingParams(reader, wrappedKey)]]
    : [VIEW_UNLOCKED.final, values];
  const [row] = await db.query<ViewedTransfer>(sql, params, { signal, lockKey: id });
  return row;
}
