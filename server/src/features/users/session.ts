import { accountLifetimes, type AccountSchema } from '@tempshare/contract/account';
import { panelToken, prefixedId, sha256, isPanelToken } from '../../crypto/tokens.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { SignedIn, VisitorContext } from '../../domain/panel.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './store.ts';

/** Finds the session of a cookie, and notes at most once a minute that it is used. */
export async function findSignedIn(db: Db, token: string, network: string): Promise<SignedIn | undefined> {
  if (!isPanelToken(token)) return undefined;
  const found = await store.findSession(db, sha256(token));
  if (!found) return undefined;
  const { unnoted, ...signedIn } = found;
  // Nobody waits for that, or is refused because it cannot be noted.
  if (unnoted) store.noteSeen(db, signedIn.session.tokenHash, network).catch(() => undefined);
  return signedIn;
}

export interface SessionTerms {
  /** Seconds. */
  lifetime?: number;
  /** When the person has proved who they are; now, unless it is given. */
  confirmedAt?: Date;
}

/** Starts a session of a user in place of the one that the request has, so that no session is fixed before sign-in. */
export async function startSession(
  db: Db,
  userId: string,
  { device, network, signedIn }: Pick<VisitorContext, 'device' | 'network' | 'signedIn'>,
  { lifetime = accountLifetimes.session, confirmedAt }: SessionTerms = {},
): Promise<{ signedIn: SignedIn; token: string }> {
  const token = panelToken();
  const tokenHash = sha256(token);
  if (signedIn) await store.endSession(db, signedIn.session.tokenHash);
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

/**
 * Runs a change of a member in one transaction. Changes of an account come one after the other, and none is made by a
 * session that has ended meanwhile.
 * @throws ServiceProblem `not_signed_in`
 */
export function change<Result>(
  db: Db,
  { user, session }: SignedIn,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (trx) => {
    await store.lockAccount(trx, user.accountId);
    if (!(await store.holdSession(trx, session.tokenHash)))
      throw new ServiceProblem('not_signed_in', 'This session has ended. Sign in again.');
    return work(trx);
  });
}

/** The contract's form of a session. */
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
  user: Pick<store.UserRow, 'id' | 'email' | 'name' | 'role' | 'locale' | 'created_at'>,
): AccountSchema<'User'> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  locale: user.locale,
  createdAt: user.created_at.toISOString(),
});
