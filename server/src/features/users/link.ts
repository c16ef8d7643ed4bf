import { accountLifetimes } from '@tempshare/contract/account';
import { panelToken, prefixedId, sha256 } from '../../crypto/tokens.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './link-store.ts';

const LIFETIMES: Record<store.Purpose, number> = {
  'set-up': accountLifetimes.setUpLink,
  invitation: accountLifetimes.invitation,
  reset: accountLifetimes.resetLink,
  email: accountLifetimes.emailLink,
};

/** Creates a link, of whose token only the hash is stored. */
export async function createLink(
  db: Db,
  link: store.NewLink,
): Promise<{ token: string; row: store.LinkRow }> {
  const token = panelToken();
  const stored = { ...link, id: prefixedId('inv'), token_hash: sha256(token) };
  return { token, row: await store.insertLink(db, stored, LIFETIMES[link.purpose]) };
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
