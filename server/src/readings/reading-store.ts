import type { Db } from '../storage/database.ts';
import { interval } from '../storage/interval.ts';
import { LONGEST_KEPT, type Reader } from './reader.ts';

/*
 * A row in `readings` is what one reader may repeat of one item: the data key of the content, hidden, and what else the
 * response says that may change. The content itself is left in its item until no reading of it lives: that is noted in the
 * item's `read_until`, since whoever waits for its lock does not see readings that were kept meanwhile.
 */

const LONGEST = `now() + ${interval(LONGEST_KEPT)}`;

/** SQL: whether a time lies ahead until which something is kept. One further ahead than any is from a clock set back. */
const ahead = (time: string): string => `(${time} > now() AND ${time} <= ${LONGEST})`;

const live = (row: string): string => ahead(`${row}.kept_until`);

/** SQL: the wrapped key in a column, hidden by the bits that a parameter holds. */
const hidden = (column: string, padBits: string): string =>
  `substring(varbit_send(('x' || encode(${column}, 'hex'))::bit varying # ${padBits}::bit varying) FROM 5)`;

/**
 * A common table `reading` that keeps the reading of `target`, which is a locked item or none. It has one row, but
 * none when this reader has a reading of it already, which is to be repeated.
 *
 * @param params the number of the first of the parameters that `readingParams` gives; the column of `target` with the
 * wrapped key, unless that is given; SQL for whether nobody can read the item any more, and for the size of its file
 */
export const keepReading = (params: {
  first: number;
  hides?: string;
  last: string;
  fileSize?: string;
}): string => {
  const { first, hides, last, fileSize = 'NULL' } = params;
  const [reader, seconds, given] = [first, first + 1, first + 2].map((number) => `$${number}`) as [
    string,
    string,
    string,
  ];
  return `reading AS (
    INSERT INTO readings AS r (item_id, reader, wrapped_key, last, file_size, kept_until)
    SELECT id, ${reader}::bytea, ${hides === undefined ? `${given}::bytea` : hidden(hides, given)}, ${last}, ${fileSize},
      now() + ${seconds}::integer * interval '1 second'
    FROM target
    ON CONFLICT (item_id, reader) DO UPDATE SET wrapped_key = EXCLUDED.wrapped_key, last = EXCLUDED.last,
      file_size = EXCLUDED.file_size, kept_until = EXCLUDED.kept_until
    WHERE NOT ${live('r')}
    RETURNING item_id, kept_until
  )`;
};

/** The parameters of `keepReading`; without a reader there are none. */
export const readingParams = (reader: Reader | undefined, wrappedKey?: Buffer): unknown[] =>
  reader ? [reader.hash, reader.seconds, wrappedKey ? reader.hide(wrappedKey) : reader.padBits] : [];

/** What is kept of a reading; null: there is none. */
export interface KeptReading {
  hiddenKey: Buffer | null;
  last: boolean | null;
  fileSize: number | null;
}

/** The columns of `KeptReading`, of a row `r` of `readingsBy`. */
export const KEPT = `r.hidden_key AS "hiddenKey", r.last, r.file_size AS "fileSize"`;

/** SQL: the living readings of one reader. */
export const readingsBy = (reader: string): string => `(
  SELECT item_id, wrapped_key AS hidden_key, last, file_size FROM readings k WHERE k.reader = ${reader}::bytea AND ${live('k')})`;

/** SQL: whether somebody may repeat a reading of an item. */
export const isBeingRead = (item: string): string => ahead(`${item}.read_until`);

/** SQL: the `read_until` of an item of which a `reading` was kept. */
export const readUntil = (item: string): string =>
  `least(greatest(${item}.read_until, reading.kept_until), ${LONGEST})`;

/** Forgets readings that nobody can repeat any more. Takes at most `limit`. */
export async function forgetReadings(db: Db, limit: number): Promise<number> {
  return (await db.query(FORGET, [limit])).length;
}

const FORGET = `
  WITH due AS (
    SELECT item_id, reader FROM readings r WHERE NOT ${live('r')} LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM readings r USING due WHERE r.item_id = due.item_id AND r.reader = due.reader RETURNING 1`;
