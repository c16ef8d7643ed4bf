import type { Db } from '../storage/postgres/database.ts';
import { interval } from '../storage/interval.ts';
import { LONGEST_KEPT, type Reader } from './reader.ts';

/*
 * A row of `readings` is what one reader may replay of one item: the data key of the content, hidden, and those parts of the
 * response that may change. The content itself stays in its item until its last reading ends. The item's `read_until` says
 * when: a statement that waited for the row lock re-reads that row only, and readings inserted meanwhile are invisible to it.
 */

const LONGEST = `now() + ${interval(LONGEST_KEPT)}`;

/** SQL: whether a time lies ahead. A time beyond the longest possible one was written before the clock was set back. */
const ahead = (time: string): string => `(${time} > now() AND ${time} <= ${LONGEST})`;

const live = (row: string): string => ahead(`${row}.kept_until`);

/** How a statement stores a reading. */
export interface ReadingSource {
  /** The common table of the locked item. */
  from: string;
  /** Number of the first parameter of `readingParams`. */
  first: number;
  /** SQL: the wrapped data key, hidden from everybody but the reader. */
  hiddenKey: string;
  /** SQL: whether nobody can read the item any more. */
  last: string;
  /** SQL: the size of the item's file. */
  fileSize: string;
}

/** SQL: the wrapped key in a column, hidden by the bits that a parameter holds. */
export const hidden = (column: string, padBits: string): string =>
  `substring(varbit_send(('x' || encode(${column}, 'hex'))::bit varying # ${padBits}::bit varying) FROM 5)`;

/** SQL: when a reading ends. */
export const keptUntil = (first: number): string => `now() + $${first + 1}::integer * interval '1 second'`;

/**
 * A common table `reading` that stores a reading of a locked item. It has one row, or none if this reader has a live
 * reading of the item already, which is then replayed.
 */
export const storeReading = ({
  from,
  first,
  hiddenKey,
  last,
  fileSize,
}: ReadingSource): string => `reading AS (
    INSERT INTO readings AS r (item_id, reader, wrapped_key, last, file_size, kept_until)
    SELECT id, $${first}::bytea, ${hiddenKey}, ${last}, ${fileSize}, ${keptUntil(first)}
    FROM ${from}
    ON CONFLICT (item_id, reader) DO UPDATE SET wrapped_key = EXCLUDED.wrapped_key, last = EXCLUDED.last,
      file_size = EXCLUDED.file_size, kept_until = EXCLUDED.kept_until
    WHERE NOT ${live('r')}
    RETURNING item_id, kept_until
  )`;

/** The parameters of `storeReading`: the reader's hash, the seconds, and the hidden key or the bits that hide it. */
export const readingParams = (reader: Reader, wrappedKey?: Buffer): unknown[] => [
  reader.hash,
  reader.seconds,
  wrappedKey ? reader.hide(wrappedKey) : reader.padBits,
];

/** A stored reading; null if there is none. */
export interface StoredReading {
  hiddenKey: Buffer | null;
  last: boolean | null;
  fileSize: number | null;
}

/** The columns of `StoredReading`, of a row `r` of `readingsBy`. */
export const STORED_READING = `r.hidden_key AS "hiddenKey", r.last, r.file_size AS "fileSize"`;

/** SQL: the living readings of one reader. */
export const readingsBy = (reader: string): string => `(
  SELECT item_id, wrapped_key AS hidden_key, last, file_size FROM readings k WHERE k.reader = ${reader}::bytea AND ${live('k')})`;

/** SQL: whether a reader may replay a reading of an item. */
export const isBeingRead = (item: string): string => ahead(`${item}.read_until`);

/** SQL: the `read_until` of an item whose `reading` was stored. */
export const readUntil = (item: string): string =>
  `least(greatest(${item}.read_until, reading.kept_until), ${LONGEST})`;

/** Deletes at most `limit` readings that have ended. */
export async function forgetReadings(db: Db, limit: number): Promise<number> {
  return (await db.query(FORGET, [limit])).length;
}

const FORGET = `
  WITH due AS (
    SELECT item_id, reader FROM readings r WHERE NOT ${live('r')} LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM readings r USING due WHERE r.item_id = due.item_id AND r.reader = due.reader RETURNING 1`;
