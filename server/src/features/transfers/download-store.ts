import type { Db } from '../../storage/postgres/database.ts';
import { transferEvents } from './events.ts';

/** A URL lives two minutes longer while its last byte is on the way. */
const EXPIRY = `d.expires_at + CASE WHEN d.finishing_until > now() THEN interval '2 minutes' ELSE interval '0' END`;

/** SQL: true if no download of the transfer `t` can complete any more, apart from those that match `aside`. */
const over = (aside = 'false'): string => `t.state = 'consumed' AND NOT EXISTS (
  SELECT FROM downloads d JOIN files f ON f.id = d.file_id AND f.item_id = d.item_id
  WHERE f.transfer_id = t.id AND f.item_id = t.id AND ${EXPIRY} > now() AND NOT d.completed AND NOT (${aside}))`;

/**
 * Records a completed download. The first time it counts the view of its opening, with `transfer.completed`. If no
 * other download can complete, the file of a consumed transfer is wiped, with `transfer.deleted`.
 */
export async function completeDownload(
  db: Db,
  { transferId, tokenHash }: { transferId: string; tokenHash: Buffer },
  events: { completed: string; deleted: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.query(LOCK, [tokenHash, transferId]);
    await trx.query(COMPLETE, [tokenHash, events.completed, events.deleted, transferId]);
  });
}

/** Each statement begins once it has the lock, so concurrent completions see each other. */
const LOCK = `
  SELECT FROM downloads d JOIN files f ON f.id = d.file_id AND f.item_id = d.item_id JOIN transfers t ON t.id = d.item_id
  WHERE d.item_id = $2 AND d.token_hash = $1 FOR UPDATE OF t`;

const COMPLETE = `
  WITH download AS (
    SELECT token_hash, item_id, file_id, (NOT counted)::int AS first FROM downloads
    WHERE item_id = $4 AND token_hash = $1
  ), noted AS (
    UPDATE downloads d SET completed = true, counted = true, finisher = NULL, finishing_until = NULL
    FROM download WHERE d.item_id = download.item_id AND d.token_hash = download.token_hash
  ), target AS (
    SELECT t.id, download.first, ${over('d.token_hash = $1')} AS over, t.ended_at IS NULL AS unended
    FROM download JOIN files f ON f.id = download.file_id AND f.item_id = download.item_id
      JOIN transfers t ON t.id = download.item_id AND t.id = $4
  ), ended AS (
    UPDATE transfers t SET views = t.views + target.first, unfinished = t.unfinished - target.first,
      ended_at = CASE WHEN target.over AND target.unended THEN now() ELSE t.ended_at END
    FROM target WHERE t.id = target.id AND t.id = $4 AND (target.first = 1 OR target.over)
    RETURNING t.*, target.first, target.over, target.unended
  ), wiped AS (
    DELETE FROM files USING target WHERE files.item_id = target.id AND files.transfer_id = target.id AND target.over
  ), ${transferEvents.completed({ as: 'completed', id: '$2', from: 'ended', where: 'e.first = 1' })},
  ${transferEvents.deleted('consumed')({ as: 'deleted', id: '$3', from: 'ended', where: 'e.over AND e.unended' })}
  SELECT FROM ended`;

/**
 * Ends consumed transfers whose last download is over without completing: wipes their files, with `transfer.deleted`.
 * Skips locked ones. @returns the number of transfers, at most that of `eventIds`
 */
export async function endConsumed(db: Db, eventIds: string[]): Promise<number> {
  return db.transaction(async (trx) => {
    const due = await trx.query<{ id: string }>(LOCK_CONSUMED, [eventIds.length]);
    if (due.length > 0) await trx.query(END_CONSUMED, [due.map(({ id }) => id), eventIds]);
    return due.length;
  });
}

const UNENDED = `t.ended_at IS NULL AND ${over()}`;

const LOCK_CONSUMED = `SELECT t.id FROM transfers t WHERE ${UNENDED} LIMIT $1 FOR UPDATE SKIP LOCKED`;

/** Checks again: a download may have been renewed just before the lock. */
const END_CONSUMED = `
  WITH ended AS (
    UPDATE transfers t SET ended_at = now() WHERE t.id = ANY ($1) AND ${UNENDED} RETURNING t.*
  ), wiped AS (
    DELETE FROM files USING ended WHERE files.item_id = ended.id AND files.transfer_id = ended.id
  ), reported AS (
    SELECT e.*, ($2::text[])[row_number() OVER ()] AS event_id FROM ended e
  ), ${transferEvents.deleted('consumed')({ as: 'event', id: 'e.event_id', from: 'reported' })}
  SELECT FROM ended`;
