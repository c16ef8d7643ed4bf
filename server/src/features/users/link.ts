import { accountLifetimes, type Role } from '@tempshare/contract/account';
import { panelToken, prefixedId, sha256 } from '../../crypto/tokens.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './store.ts';

const LIFETIMES: Record<store.Purpose, number> = {
  'set-up': accountLifetimes.setUpLink,
  invitation: accountLifetimes.invitation,
  reset: accountLifetimes.resetLink,
  email: accountLifetimes.emailLink,
};

/** Creates a link, of whose token only the hash is stored. */
export async function createLink(
  db: Db,
  params: {
    purpose: store.Purpose;
    accountId: string;
    createdBy?: string;
    userId?: string;
    role?: Role;
    email?: string;
  },
): Promise<{ token: string; row: store.LinkRow }> {
  const { purpose, accountId, createdBy = null, userId = null, role = null, email = null } = params;
  const token = panelToken();
  const row = await store.insertLink(db, {
    tokenHash: sha256(token),
    id: prefixedId('inv'),
    lifetime: LIFETIMES[purpose],
    ...{ purpose, accountId, createdBy, userId, role, email },
  });
  return { token, row };
}

/** @throws ServiceProblem `invalid_link` */
export async function findLink(db: Db, token: string, purpose?: store.Purpose): Promise<store.LinkRow> {
  const link = await store.findLink(db, sha256(token));
  if (!link || (purpose !== undefined && link.purpose !== purpose)) throw invalidLink();
  return link;
}

/** Consumes a link in the transaction of its action. @throws ServiceProblem `invalid_link` */
export async function takeLink(db: Db, token: string, purpose: store.Purpose): Promise<store.LinkRow> {
  const link = await store.takeLink(db, sha256(token), purpose);
  if (!link) throw invalidLink();
  return link;
}

const invalidLink = (): ServiceProblem =>
  new ServiceProblem('invalid_link', 'This link has expired or was already used. Ask for a new one.');
