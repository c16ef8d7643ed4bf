import { accountLifetimes, type AccountSchema } from '@tempshare/contract/account';
import { panelToken, prefixedId, sha256, isPanelToken } from '../../crypto/tokens.ts';
import type { SignedIn, VisitorContext } from '../../domain/panel.ts';
import type { Db } from '../../storage/database.ts';
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

/** Starts a session of a user in place of the one that the request has, so that no session is fixed before sign-in. */
export async function startSession(
  db: Db,
  userId: string,
  { device, network, signedIn, cookie }: Pick<VisitorContext, 'device' | 'network' | 'signedIn' | 'cookie'>,
): Promise<SignedIn> {
  const token = panelToken();
  const tokenHash = sha256(token);
  if (signedIn) await store.endSession(db, signedIn.session.tokenHash);
  const expiresAt = await store.insertSession(db, {
    tokenHash,
    id: prefixedId('ses'),
    userId,
    device,
    network,
  });
  cookie.set(token, expiresAt);
  return (await store.findSession(db, tokenHash)) as SignedIn;
}

/** The contract's form of a session. */
export function toSession({ user, account, session }: SignedIn, now: Date): AccountSchema<'Session'> {
  const confirmedUntil = new Date(session.confirmedAt.getTime() + 1000 * accountLifetimes.recentSignIn);
  return {
    user: toUser({ ...user, created_at: user.createdAt }),
    account,
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
