import { userInfo } from 'node:os';
import { prefixedId } from '../../crypto/tokens.ts';
import type { MemberContext } from '../../domain/panel.ts';
import type { Db } from '../../storage/database.ts';
import type { Page } from '../../storage/listing.ts';

/** An action of an administrator or operator. Never content. */
export interface AuditEntry {
  action: string;
  target: string;
  details: Record<string, unknown>;
}

/** The caller of an operation of the panel; on the command line the user of the operating system. */
export interface Actor {
  accountId: string | null;
  id: string | null;
  name: string;
  network: string | null;
  requestId: string | null;
}

export interface RecordedEntry extends AuditEntry {
  id: string;
  at: Date;
  actor: string;
  actor_id: string | null;
  network: string | null;
  request_id: string | null;
}

/** The person behind a request of the panel. */
export function auditedBy({ signedIn: { user }, network, requestId }: MemberContext): Actor {
  return { accountId: user.accountId, id: user.id, name: user.name, network, requestId };
}

/** Records an entry in the transaction that does what it says. */
export async function recordAudit(
  db: Db,
  { action, target, details }: AuditEntry,
  by: Actor = onCommandLine(),
): Promise<string> {
  const id = prefixedId('aud');
  await db.build((knex) =>
    knex('audit_entries').insert({
      ...{ id, action, target, details: JSON.stringify(details) },
      actor: by.name,
      actor_id: by.id,
      account_id: by.accountId,
      network: by.network,
      request_id: by.requestId,
    }),
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

function onCommandLine(): Actor {
  return { accountId: null, id: null, name: systemUser(), network: null, requestId: null };
}

/** In a container the user may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** The newest entries, newest first. */
export const listAudit = (db: Db, limit: number): Promise<RecordedEntry[]> =>
  db.build<RecordedEntry>((knex) => knex('audit_entries').select(ENTRY).orderBy(NEWEST_FIRST).limit(limit));

const ENTRY = [
  'id',
  'at',
  'actor',
  'actor_id',
  'action',
  'target',
  'details',
  'network',
  'request_id',
] as const;
const NEWEST_FIRST = [
  { column: 'at', order: 'desc' },
  { column: 'id', order: 'desc' },
];

/**
 * A page of the entries of an account, newest first; one row more when another page follows. What operators did on the
 * command line is in the log of the oldest account, which is theirs.
 */
export const findAuditPage = (db: Db, accountId: string, { limit, after }: Page): Promise<RecordedEntry[]> =>
  db.build<RecordedEntry>((knex) => {
    const query = knex('audit_entries')
      .select(ENTRY)
      .whereRaw(
        '(account_id = ? OR account_id IS NULL AND ? = (SELECT id FROM accounts ORDER BY created_at, id LIMIT 1))',
        [accountId, accountId],
      )
      .orderBy(NEWEST_FIRST)
      .limit(limit + 1);
    return after ? query.whereRaw('(at, id) < (?, ?)', [after.at, after.id]) : query;
  });
