import { lifetimes } from '@tempshare/contract';
import { leaveToWipe } from '../../jobs/wipes.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { notifyingRoom } from './store.ts';
import { interval } from '../../storage/interval.ts';

/** Deletes messages, with their files, of expired rooms. */
export async function wipeMessages(db: Db, kind: 'text' | 'file', limit: number): Promise<number> {
  const rows = await db.query(WIPE_MESSAGES, [limit, kind]);
  return rows.length;
}

/** Deletes messages that were being posted when their room ended. */
export async function wipeLateMessages(db: Db, kind: 'text' | 'file', limit: number): Promise<number> {
  const rows = await db.query(WIPE_LATE_MESSAGES, [limit, kind]);
  return rows.length;
}

/** `text` stands for all messages without a file. */
const OF_KIND = (kind: string): string => `(kind = 'file') = (${kind} = 'file')`;

/**
 * Steps through rooms: a join would be planned for all open and long-ended ones. Each is locked and checked again,
 * since its owner may have extended it meanwhile.
 */
const wipeMessagesOf = (ended: string): string => `
  WITH due AS (
    SELECT m.id, m.room_id FROM rooms r CROSS JOIN LATERAL (
      SELECT id, room_id FROM room_messages WHERE room_id = r.id AND ${OF_KIND('$2')} LIMIT $1 FOR UPDATE SKIP LOCKED
    ) m
    WHERE ${ended} ORDER BY r.expires_at LIMIT $1 FOR NO KEY UPDATE OF r SKIP LOCKED
  )
  DELETE FROM room_messages USING due WHERE room_messages.id = due.id AND room_messages.room_id = due.room_id
  RETURNING due.id`;

const WIPE_MESSAGES = wipeMessagesOf(`r.state = 'open' AND r.expires_at <= now()`);
const WIPE_LATE_MESSAGES = wipeMessagesOf(`r.state = 'expired' AND r.expires_at > now() - interval '1 hour'`);

/** Ends expired rooms without messages. */
export async function expire(db: Db, limit: number): Promise<number> {
  const rows = await db.query(EXPIRE, [limit]);
  return rows.length;
}

const EXPIRE = `
  WITH due AS (
    SELECT r.id FROM rooms r
    WHERE r.state = 'open' AND r.expires_at <= now()
      AND NOT EXISTS (SELECT FROM room_messages m WHERE m.room_id = r.id)
    ORDER BY r.expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE rooms r SET state = 'expired', message_count = 0, held_items = 0, held_bytes = 0 FROM due WHERE r.id = due.id
  RETURNING r.id, ${notifyingRoom('r.id')}`;

/**
 * Removes messages whose bytes never came; running uploads have 10 minutes more. Locks rooms, which get the space back.
 * A message that appeared while its row was waited for stays.
 */
export async function removeAbandoned(db: Db, limit: number): Promise<number> {
  const rows = await db.query(REMOVE_ABANDONED, [limit]);
  return rows.length;
}

const REMOVE_ABANDONED = `
  WITH due AS (
    SELECT m.id, m.room_id FROM files f JOIN room_messages m ON m.id = f.room_message_id AND m.room_id = f.item_id
      JOIN rooms r ON r.id = m.room_id
    WHERE f.upload_until <= now() - interval '10 minutes' AND m.seq IS NULL
    LIMIT $1 FOR UPDATE OF m, r SKIP LOCKED
  )
  DELETE FROM room_messages USING due WHERE room_messages.id = due.id AND room_messages.room_id = due.room_id
  RETURNING due.id`;

/** Forgets rooms that expired 30 days ago, and queues messages that slipped through for wiping. */
export async function forgetEnded(db: Db, limit: number): Promise<number> {
  const rows = await db.query(FORGET_ENDED, [limit]);
  return rows.length;
}

const FORGET_ENDED = `
  WITH due AS (
    SELECT id FROM rooms WHERE state = 'expired' AND expires_at <= now() - ${interval(lifetimes.listedAfterEnd)}
    LIMIT $1 FOR UPDATE SKIP LOCKED
  ), noted AS (
    ${leaveToWipe('room', 'due')} WHERE EXISTS (SELECT FROM room_messages m WHERE m.room_id = due.id)
  )
  DELETE FROM rooms USING due WHERE rooms.id = due.id RETURNING due.id`;

export async function wipeRoom(
  db: Db,
  { roomId, kind, limit }: { roomId: string; kind: 'text' | 'file'; limit: number },
): Promise<number> {
  const rows = await db.query(WIPE_ROOM, [roomId, kind, limit]);
  return rows.length;
}

const WIPE_ROOM = `
  WITH due AS (
    SELECT id, room_id FROM room_messages WHERE room_id = $1 AND ${OF_KIND('$2')} LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM room_messages USING due WHERE room_messages.id = due.id AND room_messages.room_id = due.room_id
  RETURNING due.id`;

/** SQL for the contents of the room `$2`. */
export const LEFT = 'room_messages WHERE room_id = $2';
