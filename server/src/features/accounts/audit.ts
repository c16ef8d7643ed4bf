import { userInfo } from 'node:os';
import type { AccountSchema } from '@tempshare/contract/account';
import { prefixedId } from '../../crypto/tokens.ts';
import type { MemberContext } from '../../domain/panel.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { RecordedEntry } from './audit-store.ts';

export { deletedBy, listAudit } from './audit-store.ts';

export type AuditAction = AccountSchema<'AuditAction'>;

/** An action of an administrator or operator, without content. */
export interface AuditEntry {
  action: AuditAction;
  target: string;
  details: Record<string, unknown>;
}

/** Caller of a panel operation; on the command line the operating system's user. */
interface Actor {
  accountId: string | null;
  id: string | null;
  name: string;
  network: string | null;
  requestId: string | null;
}

export function auditedBy({ signedIn: { user }, network, requestId }: MemberContext): Actor {
  return { accountId: user.accountId, id: user.id, name: user.name, network, requestId };
}

/** Records an entry. Must run in the transaction of the action. */
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

export const audit = (context: MemberContext, db: Db, entry: AuditEntry): Promise<string> =>
  recordAudit(db, entry, auditedBy(context));

/**
 * Records an action of many transactions before it begins, and its outcome afterwards. An aborted action has no
 * outcome.
 */
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

/** The operating system's user, whose action is listed in an account's log, or in the log of operators. */
export function onCommandLine(accountId: string | null = null): Actor {
  return { accountId, id: null, name: systemUser(), network: null, requestId: null };
}

/** The user of a container may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

export const toEntry = (entry: RecordedEntry): AccountSchema<'AuditEntry'> => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: entry.actor,
  actorId: entry.actor_id,
  action: entry.action,
  target: entry.target,
  network: entry.network,
  requestId: entry.request_id,
  details: entry.details,
});
