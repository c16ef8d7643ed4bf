import { leaveNotice } from '../../events/notice.ts';
import type { PinLock } from '../../crypto/item-vault.ts';
import type { Amount } from '../../storage/capacity.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { requestEvents } from './events.ts';
import { UNEXPIRED } from './store.ts';

/** Senders find a request until it expires, also a finished one. */
const REACHABLE = `id = $1 AND state IN ('open', 'closed') AND ${UNEXPIRED}`;

export interface ReachableRequest extends PinLock {
  id: string;
  state: 'open' | 'closed';
  wrappedKey: Buffer;
  title: Buffer;
  expiresAt: Date | null;
  heldItems: number;
  heldBytes: number;
}

export async function findReachable(db: Db, id: string): Promise<ReachableRequest | undefined> {
  const [row] = await db.query<ReachableRequest>(
    `SELECT id, state, wrapped_key AS "wrappedKey", title, expires_at AS "expiresAt", held_items AS "heldItems",
       held_bytes::float8 AS "heldBytes", pin_salt AS "pinSalt",
       pin_iterations AS "pinIterations", pin_hash AS "pinHash"
     FROM requests WHERE ${REACHABLE}`,
    [id],
  );
  return row;
}

export interface LockedRequest {
  /** Changes with the PIN. */
  pinSalt: Buffer;
  /** Changes when the request is handed over. */
  keyId: string;
  state: 'open' | 'closed';
  fileCount: number;
  heldItems: number;
  heldBytes: number;
  expiresAt: Date | null;
  closedAt: Date | null;
}

/** Locks a reachable request, so that no file is announced, arrives or is listed as sent meanwhile. */
export async function lockReachable(db: Db, id: string): Promise<LockedRequest | undefined> {
  const [row] = await db.query<LockedRequest>(
    `SELECT pin_salt AS "pinSalt", api_key_id AS "keyId", state, file_count AS "fileCount", held_items AS "heldItems",
       held_bytes::float8 AS "heldBytes", expires_at AS "expiresAt", closed_at AS "closedAt"
     FROM requests WHERE ${REACHABLE} FOR UPDATE`,
    [id],
  );
  return row;
}

/** Reserves room in a locked request. */
export async function holdFiles(db: Db, id: string, { items, bytes }: Amount): Promise<void> {
  await db.query(
    'UPDATE requests SET held_items = held_items + $2, held_bytes = held_bytes + $3 WHERE id = $1',
    [id, items, bytes],
  );
}

/** Closes a locked request, with `request.closed` and its files. */
export async function close(db: Db, id: string, eventId: string): Promise<{ closedAt: Date }> {
  const [row] = await db.query<{ closedAt: Date }>(CLOSE, [id, eventId]);
  return row as { closedAt: Date };
}

/** The clock, not the start of the transaction: a file may have arrived while the lock was waited for. */
const CLOSE = `
  WITH closed AS (
    UPDATE requests SET state = 'closed', closed_at = date_trunc('milliseconds', clock_timestamp())
    WHERE id = $1 RETURNING *
  ), ${requestEvents.closed({ as: 'event', id: '$2', from: 'closed' })},
  ${leaveNotice({ as: 'notice', kind: 'finished', itemKind: `'request'`, from: 'closed' })}
  SELECT closed_at AS "closedAt" FROM closed`;
