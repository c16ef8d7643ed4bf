import type { Amount } from '../../storage/capacity.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { isOpen, notifyingRoom } from './store.ts';

/** `owner` has the API key, `guest` the link. */
export type Role = 'owner' | 'guest';

export interface NewMessage {
  id: string;
  roomId: string;
  from: Role;
  /** Null for the owner. */
  authorId: string | null;
  content: Buffer;
  bytes: number;
}

/** Numbers a message under the room's row lock. Numbers commit in order, so a reader never misses a smaller one. */
const placing = (change: string, message: string): string => `
  placed AS (
    UPDATE rooms SET last_seq = last_seq + 1, ${change}
    WHERE ${message} AND ${isOpen()}
    RETURNING id, api_key_id, last_seq, date_trunc('milliseconds', clock_timestamp()) AS placed_at
  )`;
const ONE_MORE = 'message_count = message_count + 1';
const HOLDING = 'held_items = held_items + 1, held_bytes = held_bytes + $5';

/** Inserts a text and notifies followers. Undefined if the room is full or has ended. */
export async function insertText(
  db: Db,
  message: NewMessage,
  limits: Amount,
): Promise<{ createdAt: Date } | undefined> {
  const { id, roomId, from, authorId, content, bytes } = message;
  const values = [id, roomId, from, content, bytes, limits.items, limits.bytes, authorId];
  const [row] = await db.query<{ createdAt: Date }>(INSERT_TEXT, values);
  return row;
}

const INSERT_TEXT = `
  WITH ${placing(`${ONE_MORE}, ${HOLDING}`, 'id = $2 AND held_items < $6 AND held_bytes + $5 <= $7')}, posted AS (
    INSERT INTO room_messages (id, room_id, api_key_id, seq, kind, author_role, author_id, content, bytes, created_at)
    SELECT $1, id, api_key_id, last_seq, 'text', $3, $8, $4, $5, placed_at FROM placed
    RETURNING room_id, created_at
  )
  SELECT created_at AS "createdAt", ${notifyingRoom('room_id')} FROM posted`;

/** Inserts a hidden message, whose file is awaited, into a locked room. */
export async function insertAwaited(
  db: Db,
  message: NewMessage & { fileBytes: number },
  now: Date,
): Promise<void> {
  const { id, roomId, from, authorId, content, bytes, fileBytes } = message;
  await db.query(
    `WITH held AS (UPDATE rooms SET ${HOLDING} WHERE id = $2 RETURNING id, api_key_id)
     INSERT INTO room_messages (id, room_id, api_key_id, kind, author_role, author_id, content, bytes, file_bytes, created_at)
     SELECT $1, id, api_key_id, 'file', $3, $8, $4, $5, $7, $6 FROM held`,
    [id, roomId, from, content, bytes, now, fileBytes, authorId],
  );
}

export interface HeldRoom extends Amount {
  keyId: string;
  expiresAt: Date;
}

/** Locks an open room, and returns its usage, key and end. */
export async function lockRoom(db: Db, roomId: string): Promise<HeldRoom | undefined> {
  const [held] = await db.query<HeldRoom>(
    `SELECT held_items AS items, held_bytes::float8 AS bytes, api_key_id AS "keyId", expires_at AS "expiresAt"
     FROM rooms WHERE id = $1 AND ${isOpen()} FOR UPDATE`,
    [roomId],
  );
  return held;
}

/** Forgets messages of a locked room whose bytes can no longer come. */
export async function forgetDead(db: Db, roomId: string): Promise<void> {
  await db.query(
    `DELETE FROM room_messages m USING files f
     WHERE m.room_id = $1 AND m.seq IS NULL AND f.item_id = m.room_id AND f.room_message_id = m.id AND f.upload_until <= now()`,
    [roomId],
  );
}

/** Selects a message, the message of a file, or the texts or files of an author. */
export type Deleted = { messageId: string } | { fileId: string } | { textsOf: string } | { filesOf: string };

/**
 * Deletes at most as many messages as `deletionIds`, with their files, and notifies followers. Emptied rows keep their
 * numbers, since somebody may read on after one. Followers get a new row for each. @returns the number of messages
 */
export async function deleteMessages(
  db: Db,
  { roomId, which, deletionIds }: { roomId: string; which: Deleted; deletionIds: readonly string[] },
): Promise<number> {
  const [[by, value]] = Object.entries(which) as [[keyof typeof DELETE_MESSAGES, string]];
  const [row] = await db.query<{ count: number }>(DELETE_MESSAGES[by], [roomId, value, deletionIds]);
  return row?.count ?? 0;
}

/** Two callers may delete the same message. One finds it gone, since `emptied` reads the row that the other has left. */
const deleteMessagesBy = (which: string): string => `
  WITH room AS (SELECT id FROM rooms WHERE id = $1 AND ${isOpen()} FOR UPDATE), doomed AS (
    SELECT m.id, m.room_id, f.id AS file_id
    FROM room JOIN room_messages m ON m.room_id = room.id
      LEFT JOIN files f ON f.room_message_id = m.id AND f.item_id = m.room_id
    WHERE m.room_id = $1 AND m.seq IS NOT NULL AND m.kind IN ('text', 'file') AND ${which}
    ORDER BY m.seq LIMIT cardinality($3::text[])
  ), emptied AS (
    UPDATE room_messages m SET kind = 'deleted', content = '', bytes = NULL, file_bytes = 0, author_id = NULL FROM doomed
    WHERE m.id = doomed.id AND m.room_id = doomed.room_id AND m.kind IN ('text', 'file')
    RETURNING m.id, m.seq, doomed.file_id
  ), wiped AS (
    DELETE FROM files f USING emptied WHERE f.id = emptied.file_id AND f.item_id = $1
  ), total AS (
    SELECT count(*)::int AS count FROM emptied
  ), placed AS (
    UPDATE rooms SET last_seq = last_seq + total.count, message_count = message_count - total.count
    FROM total WHERE id = $1 AND ${isOpen()} AND total.count > 0
    RETURNING id, api_key_id, last_seq - total.count AS before, date_trunc('milliseconds', clock_timestamp()) AS placed_at
  ), noted AS (
    INSERT INTO room_messages (id, room_id, api_key_id, seq, kind, author_role, content, deletes, created_at)
    SELECT ($3::text[])[n], placed.id, api_key_id, before + n, 'deletion', 'owner', '',
      jsonb_strip_nulls(jsonb_build_object('messageId', gone.id, 'fileId', gone.file_id)), placed_at
    FROM placed, (SELECT id, file_id, row_number() OVER (ORDER BY seq) AS n FROM emptied) gone
    RETURNING room_id
  )
  SELECT count, (SELECT ${notifyingRoom('room_id')} FROM (SELECT DISTINCT room_id FROM noted) notified) FROM total`;

const DELETE_MESSAGES = {
  messageId: deleteMessagesBy('m.id = $2'),
  fileId: deleteMessagesBy('f.id = $2'),
  textsOf: deleteMessagesBy(`m.author_id = $2 AND m.kind = 'text'`),
  filesOf: deleteMessagesBy(`m.author_id = $2 AND m.kind = 'file'`),
};

/** Forgets messages of an author whose files are awaited. @returns the number of messages */
export async function deleteAwaitedOf(
  db: Db,
  { roomId, authorId }: { roomId: string; authorId: string },
): Promise<number> {
  const rows = await db.query(
    `WITH room AS (SELECT id FROM rooms WHERE id = $1 FOR UPDATE)
     DELETE FROM room_messages m USING room
     WHERE m.room_id = $1 AND m.room_id = room.id AND m.author_id = $2 AND m.seq IS NULL RETURNING m.id`,
    [roomId, authorId],
  );
  return rows.length;
}

/** Shows a message whose file has arrived, and notifies followers. False if the room has ended. */
export async function showMessage(db: Db, roomId: string, messageId: string): Promise<boolean> {
  const rows = await db.query(SHOW, [messageId, roomId]);
  return rows.length > 0;
}

const SHOW = `
  WITH ${placing(ONE_MORE, 'id = $2')}, shown AS (
    UPDATE room_messages m SET seq = last_seq, created_at = placed_at FROM placed
    WHERE m.room_id = placed.id AND m.id = $1 AND m.seq IS NULL
    RETURNING m.room_id
  )
  SELECT ${notifyingRoom('room_id')} FROM shown`;

export interface StoredMessage {
  id: string;
  seq: number;
  kind: 'text' | 'file';
  from: Role;
  authorId: string | null;
  content: Buffer;
  createdAt: Date;
}

export interface Deletion {
  id: string;
  seq: number;
  kind: 'deletion';
  deletes: { messageId: string; fileId?: string };
}

const COLUMNS = (m: string): string =>
  `${m}.id, ${m}.seq::int AS seq, ${m}.kind, ${m}.author_role AS "from", ${m}.author_id AS "authorId", ${m}.content, ${m}.created_at AS "createdAt"`;

export async function messagesBefore(
  db: Db,
  roomId: string,
  page: { limit: number; before: number | null },
): Promise<StoredMessage[]> {
  return db.query<StoredMessage>(
    `SELECT ${COLUMNS('m')} FROM room_messages m
     WHERE room_id = $1 AND seq < coalesce($2, ${MAX_BIGINT}) AND kind IN ('text', 'file')
     ORDER BY m.seq DESC LIMIT $3`,
    [roomId, page.before, page.limit],
  );
}
const MAX_BIGINT = '9223372036854775807';

/** Message of a file, once it is shown. */
export async function findMessageOfFile(db: Db, roomId: string, fileId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `SELECT m.id FROM files f JOIN room_messages m ON m.id = f.room_message_id AND m.room_id = f.item_id
     WHERE f.id = $2 AND m.room_id = $1 AND m.seq IS NOT NULL`,
    [roomId, fileId],
  );
  return row?.id;
}

/** Number of a message, or else the last one of the room. Undefined if the room has ended. */
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

export interface Updates {
  wrappedKey: Buffer;
  /** 0 or less once the room has expired. */
  remainingMs: number;
  lastSeq: number;
  happened: (StoredMessage | Deletion)[];
}

/** Limits of one read. A single message may exceed the bytes. */
const AT_ONCE = 100;
const BYTES_AT_ONCE = 65_536;

/** Updates after a number, oldest first. Undefined if the room is gone. */
export async function updatesAfter(db: Db, roomId: string, seq: number): Promise<Updates | undefined> {
  const rows = await db.query<Omit<Updates, 'happened'> & (StoredMessage | Deletion | { id: null })>(
    UPDATES,
    [roomId, seq],
  );
  const [first] = rows;
  if (!first) return undefined;
  const { wrappedKey, remainingMs, lastSeq } = first;
  return { wrappedKey, remainingMs, lastSeq, happened: rows.filter((row) => row.id !== null) };
}

const UPDATES = `
  SELECT r.wrapped_key AS "wrappedKey", r.last_seq::int AS "lastSeq", ${COLUMNS('m')}, m.deletes,
    CASE WHEN r.state = 'open' THEN ceil(extract(epoch FROM r.expires_at - now()) * 1000) ELSE 0 END::float8 AS "remainingMs"
  FROM rooms r LEFT JOIN LATERAL (
    SELECT * FROM (
      SELECT *, sum(octet_length(content)) OVER (ORDER BY seq) - octet_length(content) AS bytes_before
      FROM (
        SELECT * FROM room_messages WHERE room_id = r.id AND seq > $2 AND kind <> 'deleted' ORDER BY seq LIMIT ${AT_ONCE}
      ) coming
    ) weighed WHERE bytes_before < ${BYTES_AT_ONCE}
  ) m ON ${isOpen('r')}
  WHERE r.id = $1 ORDER BY m.seq`;
