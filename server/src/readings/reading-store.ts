import type { Db } from '../storage/database.ts';
import { interval } from '../storage/interval.ts';
import type { Asked, Given } from '../storage/sets.ts';
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

/** How a reading is kept by a statement. */
export interface Keeping {
  /** The form of the statement. */
  asked: Asked;
  /** The number of the first of the parameters that `readingParams` gives. */
  first: number;
  /** The column with the wrapped key, unless that is given. */
  hides?: string;
  /** SQL for whether nobody can read the item any more. */
  last: string;
  /** SQL for the size of its file. */
  fileSize?: string;
}

/** SQL: until when a reading is kept. */
export const keptUntil = ({ asked, first }: Keeping, row?: string): string =>
  `now() + ${asked.of(first + 1, row)}::integer * interval '1 second'`;

/**
 * A common table `reading` that keeps the reading of each row of another, an item that is locked. It has one row, but
 * none when this reader has a reading of it already, which is to be repeated.
 */
export const keepReading = (item: string, keeping: Keeping): string => {
  const { asked, first, hides, last, fileSize = 'NULL' } = keeping;
  const given = asked.of(first + 2, item);
  return `reading AS (
    INSERT INTO readings AS r (item_id, reader, wrapped_key, last, file_size, kept_until)
    SELECT id, ${asked.of(first, item)}::bytea, ${hides === undefined ? `${given}::bytea` : hidden(hides, given)}, ${last}, ${fileSize},
      ${keptUntil(keeping, item)}
    FROM ${item}
    ON CONFLICT (item_id, reader) DO UPDATE SET wrapped_key = EXCLUDED.wrapped_key, last = EXCLUDED.last,
      file_size = EXCLUDED.file_size, kept_until = EXCLUDED.kept_until
    WHERE NOT ${live('r')}
    RETURNING item_id, kept_until
  )`;
};

/** The types of the parameters of `keepReading`: what hides a key that is in a column is text, as PostgreSQL reads bits. */
export const readingGiven = ({ hides }: Pick<Keeping, 'hides'>): Given => [
  'bytea',
  'integer',
  hides === undefined ? 'bytea' : 'text',
];

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
