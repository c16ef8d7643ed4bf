import type { Db } from '../../storage/database.ts';
import { isOpen, notifyingRoom } from './store.ts';

/** Who wrote: the room's owner with the API key, or somebody with the link. */
export type Role = 'owner' | 'guest';

export interface NewMessage {
  id: string;
  roomId: string;
  from: Role;
  content: Buffer;
}

/**
 * Gives a message the next number of its room, under the room's row lock: numbers commit in their order, so that whoever
 * reads on after one never misses a smaller one. Times are taken under the lock, too.
 */
const placing = (message: string): string => `
  placed AS (
    UPDATE rooms SET message_count = message_count + 1, last_seq = last_seq + 1
    WHERE ${message} AND ${isOpen()}
    RETURNING id, last_seq, date_trunc('milliseconds', clock_timestamp()) AS placed_at
  )`;

/** Puts a text into a room and tells those who follow it. Undefined when the room has ended. */
export async function insertText(db: Db, message: NewMessage): Promise<{ createdAt: Date } | undefined> {
  const { id, roomId, from, content } = message;
  const [row] = await db.query<{ createdAt: Date }>(INSERT_TEXT, [id, roomId, from, content]);
  return row;
}

const INSERT_TEXT = `
  WITH ${placing('id = $2')}, posted AS (
    INSERT INTO room_messages (id, room_id, seq, kind, author_role, content, created_at)
    SELECT $1, id, last_seq, 'text', $3, $4, placed_at FROM placed
    RETURNING room_id, created_at
  )
  SELECT created_at AS "createdAt", ${notifyingRoom('room_id')} FROM posted`;

/** Adds a message whose file is awaited, seen by nobody. False when the room has ended. */
export async function insertAwaited(db: Db, message: NewMessage, now: Date): Promise<boolean> {
  const { id, roomId, from, content } = message;
  const rows = await db.query(
    `INSERT INTO room_messages (id, room_id, kind, author_role, content, created_at)
     SELECT $1, id, 'file', $3, $4, $5 FROM rooms WHERE id = $2 AND ${isOpen()} FOR KEY SHARE RETURNING id`,
    [id, roomId, from, content, now],
  );
  return rows.length > 0;
}

/** Shows a message whose file has arrived, and tells those who follow its room. False when the room has ended. */
export async function showMessage(db: Db, messageId: string): Promise<boolean> {
  const rows = await db.query(SHOW, [messageId]);
  return rows.length > 0;
}

const SHOW = `
  WITH ${placing('id = (SELECT room_id FROM room_messages WHERE id = $1)')}, shown AS (
    UPDATE room_messages m SET seq = last_seq, created_at = placed_at FROM placed WHERE m.id = $1 AND m.seq IS NULL
    RETURNING m.room_id
  )
  SELECT ${notifyingRoom('room_id')} FROM shown`;

/** A message that is in its room. */
export interface StoredMessage {
  id: string;
  seq: number;
  kind: 'text' | 'file';
  from: Role;
  content: Buffer;
  createdAt: Date;
}

const COLUMNS = (m: string): string =>
  `${m}.id, ${m}.seq::int AS seq, ${m}.kind, ${m}.author_role AS "from", ${m}.content, ${m}.created_at AS "createdAt"`;

/** Messages of a room, newest first, from those before a number. */
export async function messagesBefore(
  db: Db,
  roomId: string,
  page: { limit: number; before: number | null },
): Promise<StoredMessage[]> {
  return db.query<StoredMessage>(
    `SELECT ${COLUMNS('m')} FROM room_messages m WHERE room_id = $1 AND seq < coalesce($2, ${MAX_BIGINT})
     ORDER BY m.seq DESC LIMIT $3`,
    [roomId, page.before, page.limit],
  );
}
const MAX_BIGINT = '9223372036854775807';

/** The message of a room that has a file, once it is shown. */
export async function findMessageOfFile(db: Db, roomId: string, fileId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `SELECT m.id FROM files f JOIN room_messages m ON m.id = f.room_message_id
     WHERE f.id = $2 AND m.room_id = $1 AND m.seq IS NOT NULL`,
    [roomId, fileId],
  );
  return row?.id;
}

/** The number of a message of an open room, or of the last one that there is. Undefined when the room has ended. */
export async function findPlace(
  db: Db,
  roomId: string,
  messageId: string | null,
): Promise<number | undefined> {
  const [row] = await db.query<{ seq: number }>(
    `SELECT coalesce((SELECT seq FROM room_messages WHERE id = $2 AND room_id = $1), last_seq)::int AS seq
     FROM rooms WHERE id = $1 AND ${isOpen()}`,
    [roomId, messageId],
  );
  return row?.seq;
}

/** What is new in a room. */
export interface News {
  wrappedKey: Buffer;
  /** Milliseconds until the room expires; 0 or less when it has. */
  remainingMs: number;
  lastSeq: number;
  messages: StoredMessage[];
}

/** How much is read at once: no more than `AT_ONCE` messages, and one beyond `BYTES_AT_ONCE`. */
const AT_ONCE = 100;
const BYTES_AT_ONCE = 65_536;

/** What came into a room after a number, oldest first: all of it, or as much as is read at once. Undefined when the room is gone. */
export async function newsAfter(db: Db, roomId: string, seq: number): Promise<News | undefined> {
  const rows = await db.query<Omit<News, 'messages'> & (StoredMessage | { id: null })>(NEWS, [roomId, seq]);
  const [first] = rows;
  if (!first) return undefined;
  const { wrappedKey, remainingMs, lastSeq } = first;
  return { wrappedKey, remainingMs, lastSeq, messages: rows.filter((row) => row.id !== null) };
}

const NEWS = `
  SELECT r.wrapped_key AS "wrappedKey", r.last_seq::int AS "lastSeq", ${COLUMNS('m')},
    CASE WHEN r.state = 'open' THEN ceil(extract(epoch FROM r.expires_at - now()) * 1000) ELSE 0 END::float8 AS "remainingMs"
  FROM rooms r LEFT JOIN LATERAL (
    SELECT * FROM (
      SELECT *, sum(octet_length(content)) OVER (ORDER BY seq) - octet_length(content) AS bytes_before
      FROM (SELECT * FROM room_messages WHERE room_id = r.id AND seq > $2 ORDER BY seq LIMIT ${AT_ONCE}) coming
    ) weighed WHERE bytes_before < ${BYTES_AT_ONCE}
  ) m ON ${isOpen('r')}
  WHERE r.id = $1 ORDER BY m.seq`;
