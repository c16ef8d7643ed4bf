import { lifetimes } from '@tempshare/contract';
import type { Db } from '../../storage/postgres/database.ts';
import type { StoredFile } from './store.ts';
import { interval } from '../../storage/interval.ts';

/** Lifetime of a download URL since its last bytes, at most that of an active transfer. */
const LIFE = `least(now() + ${interval(lifetimes.downloadUrl)}, CASE WHEN t.state = 'active' THEN t.expires_at END)`;
/** Maximum lifetime: 25 MiB at the slowest permitted speed, and a bit. */
const LONGEST = `interval '8 hours'`;

/** A URL that ended with the transfer gets as much time as a new one. */
export async function moveDownloads(
  db: Db,
  transferId: string,
  { from, until }: { from: Date | null; until: Date | null },
): Promise<void> {
  await db.query(MOVE_DOWNLOADS, [transferId, from, until]);
}

const MOVE_DOWNLOADS = `
  UPDATE downloads SET expires_at = least(
    CASE WHEN expires_at >= $2::timestamptz THEN now() + ${interval(lifetimes.downloadUrl)} ELSE expires_at END,
    granted_at + ${LONGEST}, $3::timestamptz)
  WHERE item_id = $1 AND expires_at > now()`;

export interface DownloadRef {
  transferId: string;
  tokenHash: Buffer;
}

export async function insertDownload(
  db: Db,
  download: DownloadRef & { fileId: string; sealedKey: Buffer },
): Promise<void> {
  await db.query(
    `INSERT INTO downloads (token_hash, file_id, item_id, sealed_key, counted, expires_at)
     SELECT $1, f.id, t.id, $3, false, ${LIFE}
     FROM files f JOIN transfers t ON t.id = f.item_id WHERE f.id = $2 AND f.item_id = $4`,
    [download.tokenHash, download.fileId, download.sealedKey, download.transferId],
  );
}

/** For tokens of an earlier version, which do not contain it. */
export async function findTransferOfDownload(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ transferId: string }>(
    'SELECT item_id AS "transferId" FROM downloads WHERE token_hash = $1',
    [tokenHash],
  );
  return row?.transferId;
}

export type Download = Pick<StoredFile, 'id' | 'itemId' | 'blobId' | 'storage' | 'size'> & {
  sealedKey: Buffer;
};

/** A completed download of a consumed transfer ends its URL. */
const USABLE = `d.expires_at > now() AND (t.state = 'active' OR NOT d.completed)`;

export async function findDownload(
  db: Db,
  { transferId, tokenHash }: DownloadRef,
): Promise<Download | undefined> {
  const [row] = await db.query<Download>(
    `SELECT f.id, f.item_id AS "itemId", b.id AS "blobId", b.storage, f.size::int AS size, d.sealed_key AS "sealedKey"
     FROM downloads d JOIN files f ON f.id = d.file_id AND f.item_id = d.item_id JOIN transfers t ON t.id = d.item_id
       JOIN blobs b ON b.id = f.blob_id AND b.item_id = d.item_id
     WHERE d.item_id = $2 AND d.token_hash = $1 AND ${USABLE}`,
    [tokenHash, transferId],
  );
  return row;
}

/**
 * Renews a running download, unless it has completed. False if its file is gone. Wiping locks the transfer first: it
 * finds the renewal, or this finds nothing.
 */
export async function renewDownload(db: Db, { transferId, tokenHash }: DownloadRef): Promise<boolean> {
  const rows = await db.query(
    `WITH held AS (
       SELECT d.token_hash, d.item_id, ${LIFE} AS until
       FROM downloads d JOIN files f ON f.id = d.file_id AND f.item_id = d.item_id
         JOIN transfers t ON t.id = d.item_id
       WHERE d.item_id = $2 AND d.token_hash = $1 FOR KEY SHARE OF t, f
     )
     UPDATE downloads d
     SET expires_at = CASE WHEN d.completed THEN d.expires_at ELSE least(held.until, d.granted_at + ${LONGEST}) END
     FROM held WHERE d.item_id = held.item_id AND d.token_hash = held.token_hash RETURNING d.token_hash`,
    [tokenHash, transferId],
  );
  return rows.length > 0;
}

/** Seconds after which a silent server loses its claim on the last byte. */
export const FINISHING_SECONDS = 10;
/** By the clock after the row lock: a claim that was made meanwhile lies in the past. */
const FINISHING = `clock_timestamp() + interval '${FINISHING_SECONDS} seconds'`;

/**
 * Claims the last byte; exclusively if the transfer is consumed, until it is given up, falls silent, or the clock was
 * set back. Undefined if the download has completed or is over.
 */
export async function claimFinish(
  db: Db,
  { transferId, tokenHash }: DownloadRef,
  finisher: string,
): Promise<boolean | undefined> {
  const [row] = await db.query<{ claimed: boolean }>(
    `WITH claimed AS (
       UPDATE downloads d SET finisher = $2, finishing_until = ${FINISHING}
       FROM files f JOIN transfers t ON t.id = f.item_id
       WHERE d.item_id = $3 AND d.token_hash = $1 AND f.id = d.file_id AND f.item_id = d.item_id AND (t.state = 'active' OR NOT d.completed)
         AND (t.state = 'active' OR d.finisher IS NULL OR d.finishing_until NOT BETWEEN clock_timestamp() AND ${FINISHING})
       RETURNING d.token_hash
     )
     SELECT EXISTS (SELECT FROM claimed) AS claimed
     FROM downloads d JOIN files f ON f.id = d.file_id AND f.item_id = d.item_id JOIN transfers t ON t.id = d.item_id
     WHERE d.item_id = $3 AND d.token_hash = $1 AND (t.state = 'active' OR NOT d.completed)`,
    [tokenHash, finisher, transferId],
  );
  return row?.claimed;
}

export async function renewFinish(
  db: Db,
  { transferId, tokenHash }: DownloadRef,
  finisher: string,
): Promise<void> {
  await db.query(
    `UPDATE downloads SET finishing_until = ${FINISHING}
     WHERE item_id = $3 AND token_hash = $1 AND finisher = $2`,
    [tokenHash, finisher, transferId],
  );
}

export async function giveUpFinish(
  db: Db,
  { transferId, tokenHash }: DownloadRef,
  finisher: string,
): Promise<void> {
  await db.query(
    `UPDATE downloads SET finisher = NULL, finishing_until = NULL
     WHERE item_id = $3 AND token_hash = $1 AND finisher = $2`,
    [tokenHash, finisher, transferId],
  );
}
