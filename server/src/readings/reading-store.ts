import type { Db } from '../storage/postgres/database.ts';
import { interval } from '../storage/interval.ts';
import { MAX_REPLAY_SECONDS, type Reader } from './reader.ts';

/*
 * Stored readings: the data key, hidden, and the variable parts of the response, per reader and item. The content stays
 * in the item until `read_until`, the end of its last reading. That column exists because a statement that waited for a
 * row lock re-reads that row only; new readings are invisible to it.
 */

const MAX_END = `now() + ${interval(MAX_REPLAY_SECONDS)}`;

/** SQL condition of a time in the future. A time beyond the maximum was written before the clock was set back. */
const ahead = (time: string): string => `(${time} > now() AND ${time} <= ${MAX_END})`;

const live = (row: string): string => ahead(`${row}.kept_until`);

export interface ReadingSource {
  from: string;
  first: number;
  /** SQL: the wrapped data key, readable by the reader only. */
  hiddenKey: string;
  /** SQL: true if this was the last view. */
  last: string;
  fileSize: string;
}

/** SQL: a wrapped key column, hidden by the pad in a parameter. */
export const hidden = (column: string, padBits: string): string =>
  `substring(varbit_send(('x' || encode(${column}, 'hex'))::bit varying # ${padBits}::bit varying) FROM 5)`;

export const keptUntil = (first: number): string => `now() + $${first + 1}::integer * interval '1 second'`;

/** CTE that stores a reading of a locked item. It is empty if this reader has a live one, to be replayed. */
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

/** Parameters of `storeReading`: hash, seconds, and the hidden key or the pad. */
export const readingParams = (reader: Reader, wrappedKey?: Buffer): unknown[] => [
  reader.hash,
  reader.seconds,
  wrappedKey ? reader.hide(wrappedKey) : reader.padBits,
];

/** Stored reading; nulls if there is none. */
export interface StoredReading {
  hiddenKey: Buffer | null;
  last: boolean | null;
  fileSize: number | null;
}

/** Columns of `StoredReading` from a row `r` of `readingsBy`. */
export const STORED_READING = `r.hidden_key AS "hiddenKey", r.last, r.file_size AS "fileSize"`;

/** SQL: live readings of one reader. */
export const readingsBy = (reader: string): string => `(
  SELECT item_id, wrapped_key AS hidden_key, last, file_size FROM readings k WHERE k.reader = ${reader}::bytea AND ${live('k')})`;

/** SQL: true while a reading of the item may be replayed. */
export const isBeingRead = (item: string): string => ahead(`${item}.read_until`);

/** SQL: `read_until` of an item whose `reading` was stored. */
export const readUntil = (item: string): string =>
  `least(greatest(${item}.read_until, reading.kept_until), ${MAX_END})`;

export async function forgetReadings(db: Db, limit: number): Promise<number> {
  return (await db.query(FORGET, [limit])).length;
}

const FORGET = `
  WITH due AS (
    SELECT item_id, reader FROM readings r WHERE NOT ${live('r')} LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM readings r USING due WHERE r.item_id = due.item_id AND r.reader = due.reader RETURNING 1`;
