import type { Db } from '../../storage/database.ts';

/** Gives a message whose file has arrived its place in the room. False when the room has ended. */
export async function showMessage(db: Db, messageId: string): Promise<boolean> {
  const rows = await db.query(
    `WITH placed AS (
       UPDATE rooms r SET message_count = message_count + 1, last_seq = last_seq + 1
       FROM room_messages m WHERE m.id = $1 AND m.room_id = r.id AND m.seq IS NULL AND r.state = 'open' AND r.expires_at > now()
       RETURNING m.id, r.last_seq
     )
     UPDATE room_messages m SET seq = placed.last_seq, created_at = date_trunc('milliseconds', clock_timestamp())
     FROM placed WHERE m.id = placed.id RETURNING m.id`,
    [messageId],
  );
  return rows.length > 0;
}
