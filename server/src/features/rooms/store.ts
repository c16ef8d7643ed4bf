import type { Schema } from '@tempshare/contract';
import type { ItemLock } from '../../crypto/item-vault.ts';
import { leaveToWipe } from '../../jobs/wipes.ts';
import type { Db } from '../../storage/database.ts';
import { notifying } from '../../storage/notifications.ts';

/** What is notified of when something happens in a room. */
export const topicOf = (roomId: string): string => `room ${roomId}`;
/** The same in SQL, of an expression that gives the room's id. */
export const notifyingRoom = (roomId: string): string => notifying(`'room ' || ${roomId}`);

export interface NewRoom extends Pick<ItemLock, 'wrappedKey' | 'accessProofHash'> {
  id: string;
  accountId: string;
  keyId: string;
  livemode: boolean;
  encryption: Schema<'Encryption'>;
  name: Buffer;
  kdfIterations: number | null;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertRoom(db: Db, room: NewRoom): Promise<void> {
  await db.query(
    `INSERT INTO rooms (id, account_id, api_key_id, livemode, encryption, wrapped_key, name, access_proof_hash,
       kdf_iterations, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      room.id,
      room.accountId,
      room.keyId,
      room.livemode,
      room.encryption,
      room.wrappedKey,
      room.name,
      room.accessProofHash,
      room.kdfIterations,
      room.createdAt,
      room.expiresAt,
    ],
  );
}

export interface RoomFacts extends Pick<ItemLock, 'wrappedKey' | 'accessProofHash'> {
  id: string;
  state: 'open' | 'expired';
  livemode: boolean;
  encryption: Schema<'Encryption'>;
  name: Buffer;
  kdfIterations: number | null;
  messageCount: number;
  heldItems: number;
  heldBytes: number;
  createdAt: Date;
  expiresAt: Date;
}

/** Whether a room is open, in a statement that may name its table. */
export const isOpen = (room = 'rooms'): string => `(${room}.state = 'open' AND ${room}.expires_at > now())`;

const FACTS = `
  id, CASE WHEN ${isOpen()} THEN 'open' ELSE 'expired' END AS state, livemode, encryption, wrapped_key AS "wrappedKey",
  name, access_proof_hash AS "accessProofHash", kdf_iterations AS "kdfIterations",
  CASE WHEN ${isOpen()} THEN message_count ELSE 0 END AS "messageCount",
  held_items AS "heldItems", held_bytes::float8 AS "heldBytes", created_at AS "createdAt",
  expires_at AS "expiresAt"`;

/** Its owner sees a room for 30 days more. */
const OWNED = `id = $1 AND api_key_id = $2 AND expires_at > now() - interval '30 days'`;

/** A room of a key, open or expired. */
export async function findOwned(db: Db, id: string, keyId: string): Promise<RoomFacts | undefined> {
  const [row] = await db.query<RoomFacts>(`SELECT ${FACTS} FROM rooms WHERE ${OWNED}`, [id, keyId]);
  return row;
}

export async function findOpen(db: Db, id: string): Promise<RoomFacts | undefined> {
  const [row] = await db.query<RoomFacts>(`SELECT ${FACTS} FROM rooms WHERE id = $1 AND ${isOpen()}`, [id]);
  return row;
}

/**
 * Deletes a room of a key, leaves word that what was in it is to be wiped, and tells those who follow it. Whoever posts
 * holds the row of the room, so nothing comes in after that. False when there is none.
 */
export async function deleteRoom(db: Db, id: string, keyId: string): Promise<boolean> {
  const rows = await db.query(DELETE, [id, keyId]);
  return rows.length > 0;
}

const DELETE = `
  WITH gone AS (DELETE FROM rooms WHERE ${OWNED} RETURNING id),
    noted AS (${leaveToWipe('room', 'gone')})
  SELECT ${notifyingRoom('id')} FROM gone`;
