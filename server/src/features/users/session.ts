import { accountLifetimes, type AccountSchema } from '@tempshare/contract/account';
import { panelToken, prefixedId, sha256, isPanelToken } from '../../crypto/tokens.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { MemberContext, SignedIn, VisitorContext } from '../../domain/panel.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { auditedBy, recordAudit, type AuditAction } from '../accounts/audit.ts';
import * as store from './session-store.ts';
import { lockAccount, type UserRow } from './store.ts';

/** Finds the session of a cookie, and notes its use at most once a minute. */
export async function findSignedIn(db: Db, token: string, network: string): Promise<SignedIn | undefined> {
  if (!isPanelToken(token)) return undefined;
  const found = await store.findSession(db, sha256(token));
  if (!found) return undefined;
  const { unnoted, ...signedIn } = found;
  // Not awaited: a request must not fail because its use cannot be noted.
  if (unnoted) store.noteSeen(db, signedIn.session.tokenHash, network).catch(() => undefined);
  return signedIn;
}

interface SessionTerms {
  lifetime?: number;
  confirmedAt?: Date;
}

/** Starts a session for the user whom a transaction finds or makes. `details` are read after it. */
export async function enter(
  context: VisitorContext,
  { action, details = {}, terms = {} }: { action: AuditAction; details?: object; terms?: SessionTerms },
  work: (trx: Db) => Promise<{ id: string }>,
): Promise<AccountSchema<'Session'>> {
  const { signedIn, token } = await context.db.transaction(async (trx) => {
    const { id } = await work(trx);
    const started = await startSession(trx, context, { ...terms, userId: id });
    const entry = { action, target: id, details: { ...details } };
    await recordAudit(trx, entry, auditedBy({ ...context, signedIn: started.signedIn }));
    return started;
  });
  context.cookie.set(token, signedIn.session.expiresAt);
  return toSession(signedIn, context.now);
}

/** Starts a session in place of the request's current one, which prevents session fixation. */
async function startSession(
  db: Db,
  { device, network, signedIn }: VisitorContext,
  { userId, lifetime = accountLifetimes.session, confirmedAt }: SessionTerms & { userId: string },
): Promise<{ signedIn: SignedIn; token: string }> {
  const token = panelToken();
  const tokenHash = sha256(token);
  if (signedIn) await store.endSessions(db, { token_hash: signedIn.session.tokenHash });
  await store.insertSession(db, {
    tokenHash,
    id: prefixedId('ses'),
    userId,
    device,
    network,
    lifetime,
    confirmedAt,
  });
  return { signedIn: (await store.findSession(db, tokenHash)) as SignedIn, token };
}

/** Serializes changes of an account. @throws ServiceProblem `not_signed_in` if the session has ended meanwhile */
export function change<Result>(
  { db, signedIn: { user, session } }: MemberContext,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (trx) => {
    await lockAccount(trx, user.accountId);
    if (!(await store.holdSession(trx, session.tokenHash)))
      throw new ServiceProblem('not_signed_in', 'This session has ended. Sign in again.');
    return work(trx);
  });
}

export async function confirm(db: Db, signedIn: SignedIn, now: Date): Promise<AccountSchema<'Session'>> {
  const confirmedAt = await store.confirmSession(db, signedIn.session.tokenHash);
  return toSession({ ...signedIn, session: { ...signedIn.session, confirmedAt } }, now);
}

export function toSession({ user, account, session }: SignedIn, now: Date): AccountSchema<'Session'> {
  const confirmedUntil = new Date(session.confirmedAt.getTime() + 1000 * accountLifetimes.recentSignIn);
  return {
    user: toUser({ ...user, created_at: user.createdAt }),
    account,
    hasPassword: user.hasPassword,
    confirmedUntil: confirmedUntil > now ? confirmedUntil.toISOString() : null,
    expiresAt: session.expiresAt.toISOString(),
  };
}

export const toUser = (
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'locale' | 'created_at'>,
): AccountSchema<'User'> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  locale: user.locale,
  createdAt: user.created_at.toISOString(),
});
