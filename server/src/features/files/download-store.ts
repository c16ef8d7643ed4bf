import { lifetimes } from '@tempshare/contract';
import type { Db } from '../../storage/postgres/database.ts';
import type { StoredFile } from './store.ts';
import { interval } from '../../storage/interval.ts';

/** Lifetime of a download URL after its bytes last flowed: not beyond its transfer, if that goes on living. */
const LIFE = `least(now() + ${interval(lifetimes.downloadUrl)}, CASE WHEN t.state = 'active' THEN t.expires_at END)`;
/** Maximum lifetime: 25 MiB at the slowest permitted speed, and a bit. */
const LONGEST = `interval '8 hours'`;

/** Moves download URLs of a transfer with its end. One that ended with it gets as much time as a new one. */
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

/** A download, and the transfer whose file it is of. */
export interface DownloadRef {
  transferId: string;
  tokenHash: Buffer;
}

/** Hands out a download of a file. */
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

/** The transfer of a download whose token is of an earlier version, and does not say it. */
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
 * Lets a download that is sending live on, unless it has completed before. False when its file is gone. Whoever wipes the
 * file locks the transfer first: either finds it renewed, or this finds nothing.
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

/** Seconds for which the last byte is reserved for a response of a silent server. */
export const FINISHING_SECONDS = 10;
/** By the clock once the row is locked: a claim that was made while this one waited lies in the past. */
const FINISHING = `clock_timestamp() + interval '${FINISHING_SECONDS} seconds'`;

/**
 * Lets one response send the last byte: of a consumed transfer no other one may until `finisher` gives it up, or falls
 * silent, or the clock was set back. Undefined when the download has completed or is over; else whether it may.
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

/** Says that the response that is finishing is still there. */
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

/** Leaves the last byte to others. */
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
