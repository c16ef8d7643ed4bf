import { accountLifetimes } from '@tempshare/contract/account';
import { NOTICE_KINDS, type NoticeKind } from '../../events/notice.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { interval } from '../../storage/interval.ts';

const IS_ON = NOTICE_KINDS.map((kind) => `s.${kind}_since IS NOT NULL AS ${kind}`).join(', ');

export type Choice = Record<NoticeKind, boolean>;

export async function findSettings(db: Db, userId: string): Promise<Choice & { confirmed: boolean }> {
  const [row] = await db.query<Choice & { confirmed: boolean }>(
    `SELECT u.confirmed_email IS NOT DISTINCT FROM u.email AS confirmed, ${IS_ON}
     FROM users u LEFT JOIN notice_settings s ON s.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  return row!;
}

/** Turns kinds on or off. An active kind keeps its start time. */
export async function saveSettings(db: Db, userId: string, choice: Partial<Choice>): Promise<void> {
  await db.query(SAVE, [userId, ...NOTICE_KINDS.map((kind) => choice[kind] ?? null)]);
}

const COLUMNS = NOTICE_KINDS.map((kind) => `${kind}_since`);
const SAVE = `
  INSERT INTO notice_settings AS s (user_id, ${COLUMNS.join(', ')})
  VALUES ($1, ${NOTICE_KINDS.map((_, i) => `CASE WHEN $${i + 2}::boolean THEN now() END`).join(', ')})
  ON CONFLICT (user_id) DO UPDATE SET ${COLUMNS.map(
    (column, i) =>
      `${column} = CASE $${i + 2}::boolean WHEN true THEN coalesce(s.${column}, now()) WHEN false THEN NULL ELSE s.${column} END`,
  ).join(', ')}`;

export async function insertLink(db: Db, tokenHash: Buffer, userId: string): Promise<void> {
  await db.query('INSERT INTO notice_links (token_hash, user_id) VALUES ($1, $2)', [tokenHash, userId]);
}

export async function stop(db: Db, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(
    `UPDATE notice_settings s SET ${COLUMNS.map((column) => `${column} = NULL`).join(', ')}
     FROM notice_links l WHERE l.token_hash = $1 AND s.user_id = l.user_id RETURNING 1`,
    [tokenHash],
  );
  return rows.length > 0;
}

export async function findRecipient(
  db: Db,
  userId: string,
  kind: NoticeKind,
): Promise<{ to: string; locale: string | null } | undefined> {
  const [row] = await db.query<{ to: string; locale: string | null }>(
    `SELECT u.email AS "to", u.locale FROM users u JOIN notice_settings s ON s.user_id = u.id
     WHERE u.id = $1 AND u.confirmed_email = u.email AND s.${kind}_since IS NOT NULL`,
    [userId],
  );
  return row;
}

/**
 * Overlap of reads, in seconds. An event has the start time of its transaction and is visible after the commit;
 * session timeouts end each transaction sooner than this.
 */
const OVERLAP = 300;

/**
 * Creates notices of openings since the last read, in one transaction with the new position. Does nothing while
 * another process reads.
 */
export async function readOpenings(db: Db): Promise<void> {
  while (await db.transaction(readNext));
}

async function readNext(trx: Db): Promise<boolean> {
  await trx.query('INSERT INTO notice_progress DEFAULT VALUES ON CONFLICT DO NOTHING');
  const [progress] = await trx.query<{ since: Date; until: Date; isLast: boolean }>(READ_FROM);
  if (!progress) return false;
  const { since, until, isLast } = progress;
  await trx.query(READ_OPENINGS, [since, until]);
  await trx.query('UPDATE notice_progress SET read_until = $1', [until]);
  return !isLast;
}

/** Length of a stretch, in seconds. */
const STRETCH = 600;

const READ_FROM = `
  SELECT since, least(since + ${interval(OVERLAP + STRETCH)}, now()) AS until,
    since + ${interval(OVERLAP + STRETCH)} >= now() AS "isLast"
  FROM (
    SELECT greatest(least(read_until, now()) - ${interval(OVERLAP)}, now() - ${interval(accountLifetimes.noticePeriod)}) AS since
    FROM notice_progress FOR UPDATE SKIP LOCKED
  ) AS progress`;

/**
 * Matches the only opening of a secret and the first view of a transfer. A start time in the future dates from before
 * the clock was set back.
 */
const READ_OPENINGS = `
  INSERT INTO notices (item_id, kind, user_id, item_kind, item_created_at, happened_at)
  SELECT e.item_id, 'opened', s.user_id, coalesce(e.object->>'type', 'secret'), (e.object->>'createdAt')::timestamptz, e.created_at
  FROM notice_settings s JOIN users u ON u.id = s.user_id JOIN api_keys k ON k.user_id = s.user_id
  CROSS JOIN (VALUES ('transfer.completed'), ('secret.consumed')) AS opened (type)
  CROSS JOIN LATERAL (
    SELECT item_id, object, created_at FROM events
    WHERE api_key_id = k.id AND type = opened.type AND created_at > CASE WHEN s.opened_since <= now() THEN greatest($1, s.opened_since) ELSE $1 END AND created_at <= $2
  ) AS e
  WHERE s.opened_since IS NOT NULL AND coalesce(e.object->>'views', '1') = '1'
  FOR KEY SHARE OF u
  ON CONFLICT DO NOTHING`;

export interface DueNotice {
  kind: NoticeKind;
  userId: string;
  itemKind: string;
  itemCreatedAt: Date;
  happenedAt: Date;
  count: number;
}

/**
 * Takes due notices, ordered by person so that processes lock in the same order. The next one about the same item is
 * due after a pause. A later time dates from before the clock was set back.
 */
export async function takeDue(db: Db, limit: number): Promise<DueNotice[]> {
  const rows = await db.query<DueNotice>(TAKE_DUE, [limit]);
  return rows.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
}

const PAUSE = interval(accountLifetimes.noticePause);
const TAKE_DUE = `
  WITH due AS (
    SELECT n.item_id, n.kind, n.untold FROM notices n JOIN users u ON u.id = n.user_id
    WHERE n.untold > 0 AND (n.due_at <= now() OR n.due_at > now() + ${PAUSE} + interval '1 minute')
    ORDER BY n.due_at LIMIT $1 FOR UPDATE OF n SKIP LOCKED FOR KEY SHARE OF u SKIP LOCKED
  )
  UPDATE notices n SET untold = 0, due_at = now() + ${PAUSE} FROM due
  WHERE n.item_id = due.item_id AND n.kind = due.kind
  RETURNING n.kind, n.user_id AS "userId", n.item_kind AS "itemKind", n.item_created_at AS "itemCreatedAt",
    n.happened_at AS "happenedAt", due.untold AS count`;

/**
 * Counts a mail of a person within a day from the first. Undefined if notices are off or the address is unconfirmed.
 */
export async function countMail(
  db: Db,
  userId: string,
  kind: NoticeKind,
): Promise<{ mails: number; until: Date } | undefined> {
  const [row] = await db.query<{ mails: number; until: Date }>(
    `UPDATE notice_settings s
     SET mails = CASE WHEN ${COUNTS} THEN s.mails + 1 ELSE 1 END, counted_from = CASE WHEN ${COUNTS} THEN s.counted_from ELSE now() END
     FROM users u
     WHERE s.user_id = $1 AND u.id = s.user_id AND u.confirmed_email = u.email AND s.${kind}_since IS NOT NULL
     RETURNING s.mails, s.counted_from + ${PERIOD} AS until`,
    [userId],
  );
  return row;
}

const PERIOD = interval(accountLifetimes.noticePeriod);
const COUNTS = `(s.counted_from IS NOT NULL AND s.counted_from BETWEEN now() - ${PERIOD} AND now())`;
