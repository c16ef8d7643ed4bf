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
export async function recordAudit(db: Db, { action, target, details }: AuditEntry): Promise<string> {
  const id = prefixedId('aud');
  await db.query(
    'INSERT INTO audit_entries (id, actor, action, target, details) VALUES ($1, $2, $3, $4, $5)',
    [id, actor(), action, target, JSON.stringify(details)],
  );
  return id;
}

/** Notes what takes many transactions before it begins, and its outcome when it is over: what breaks off has none. */
export async function auditing<Outcome extends Record<string, unknown>>(
  db: Db,
  entry: AuditEntry,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  const id = await recordAudit(db, entry);
  const outcome = await act();
  const details = JSON.stringify({ ...entry.details, ...outcome });
  await db.query('UPDATE audit_entries SET details = $2 WHERE id = $1', [id, details]);
  return outcome;
}

/** In a container the user may have no name. */
function actor(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** The newest entries, newest first. */
export function listAudit(db: Db, limit: number): Promise<RecordedEntry[]> {
  return db.query<RecordedEntry>(
    'SELECT at, actor, action, target, details FROM audit_entries ORDER BY at DESC, id DESC LIMIT $1',
    [limit],
  );
}
