import type { AccountSchema } from '@tempshare/contract/account';
import type { Db } from '../../storage/postgres/database.ts';
import type { Position } from '../../storage/listing.ts';

export interface RecordedEntry {
  id: string;
  at: Date;
  actor: string;
  actor_id: string | null;
  action: string;
  target: string;
  details: Record<string, unknown>;
  network: string | null;
  request_id: string | null;
}

export interface AuditFilter {
  accountId: string;
  actor?: string | undefined;
  action?: AccountSchema<'AuditAction'> | undefined;
  /** Id of the target, request or entry. */
  id?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

const ENTRY = 'id, at, actor, actor_id, action, target, details, network, request_id';
const NEWEST_FIRST = 'ORDER BY at DESC, id DESC';

export const listAudit = (db: Db, limit: number): Promise<RecordedEntry[]> =>
  db.query<RecordedEntry>(`SELECT ${ENTRY} FROM audit_entries ${NEWEST_FIRST} LIMIT $1`, [limit]);

/**
 * Finds the next entries after a position, newest first. The oldest account also has the entries of the command line,
 * since it is the operators'. Each part is read in index order and cut before the merge.
 */
export async function findEntries(
  db: Db,
  { accountId, actor, action, id, from, until }: AuditFilter,
  { count, after }: { count: number; after: Position | null },
): Promise<RecordedEntry[]> {
  const values: unknown[] = [accountId, count];
  const param = (value: unknown): string => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (after) conditions.push(`(at, id) < (${param(after.at)}, ${param(after.id)})`);
  if (from !== undefined) conditions.push(`at >= ${param(from)}::timestamptz`);
  if (until !== undefined) conditions.push(`at < ${param(until)}::timestamptz`);
  if (action !== undefined) conditions.push(`action = ${param(action)}`);
  if (id !== undefined) {
    conditions.push(`${param(id)} IN (target, request_id, id)`);
  }
  if (actor !== undefined) {
    const value = param(actor);
    conditions.push(`(actor_id = ${value} OR strpos(lower(actor), lower(${value})) > 0)`);
  }
  const part = (owner: string): string =>
    `(SELECT ${ENTRY} FROM audit_entries WHERE ${[owner, ...conditions].join(' AND ')} ${NEWEST_FIRST} LIMIT $2)`;
  const ofOperators = 'account_id IS NULL AND $1 = (SELECT id FROM accounts ORDER BY created_at, id LIMIT 1)';
  return db.query<RecordedEntry>(
    `${part('account_id = $1')} UNION ALL ${part(ofOperators)} ${NEWEST_FIRST} LIMIT $2`,
    values,
  );
}

/** Returns the person who deleted an item in the panel; null for other ways. */
export async function deletedBy(
  db: Db,
  id: string,
  accountId: string,
): Promise<{ id: string; name: string } | null> {
  const [row] = await db.query<{ id: string; name: string }>(
    `SELECT actor_id AS id, actor AS name FROM audit_entries
     WHERE action = 'items delete' AND target = $1 AND account_id = $2 AND actor_id IS NOT NULL ORDER BY at DESC LIMIT 1`,
    [id, accountId],
  );
  return row ?? null;
}

/** Takes unmarked entries, oldest first, and locks them until the transaction ends. */
export async function takeUnlogged(
  db: Db,
  limit: number,
): Promise<(RecordedEntry & { account_id: string | null })[]> {
  const rows = await db.query<RecordedEntry & { account_id: string | null }>(
    `UPDATE audit_entries SET logged = true WHERE id IN (
       SELECT id FROM audit_entries WHERE NOT logged ORDER BY at, id LIMIT $1 FOR UPDATE SKIP LOCKED
     ) RETURNING ${ENTRY}, account_id`,
    [limit],
  );
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}
