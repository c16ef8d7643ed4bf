import { userInfo } from 'node:os';
import { prefixedId } from '../../crypto/tokens.ts';
import type { Db } from '../../storage/database.ts';

/** What an operator did to what others have shared. */
export interface AuditEntry {
  action: string;
  target: string;
  details: Record<string, unknown>;
}

export type RecordedEntry = AuditEntry & { at: Date; actor: string };

/** Notes it in the transaction that does it. The actor is the user of the operating system. */
export async function recordAudit(db: Db, { action, target, details }: AuditEntry): Promise<void> {
  await db.query(
    'INSERT INTO audit_entries (id, actor, action, target, details) VALUES ($1, $2, $3, $4, $5)',
    [prefixedId('aud'), userInfo().username, action, target, JSON.stringify(details)],
  );
}

/** The newest entries, newest first. */
export function listAudit(db: Db, limit: number): Promise<RecordedEntry[]> {
  return db.query<RecordedEntry>(
    'SELECT at, actor, action, target, details FROM audit_entries ORDER BY at DESC, id DESC LIMIT $1',
    [limit],
  );
}
