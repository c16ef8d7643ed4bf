import type { Links } from '../../domain/links.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { createLink } from './link.ts';
import { deletePasskeys } from './passkey-store.ts';
import { deleteSecondFactor } from './second-factor-store.ts';
import * as store from './store.ts';

/** Creates a link that sets a new password, in place of earlier ones. */
export async function createResetLink(
  trx: Db,
  user: store.UserRow,
  { createdBy, links }: { createdBy: string; links: Links },
): Promise<{ url: string; expiresAt: string }> {
  const { id: userId, account_id: accountId } = user;
  await store.deleteLinks(trx, accountId, { purpose: 'reset', user_id: userId });
  const { token, row } = await createLink(trx, { purpose: 'reset', accountId, createdBy, userId });
  return { url: links.toPage('reset-password', token), expiresAt: row.expires_at.toISOString() };
}

/** Lets a user sign in by the password alone, and ends what another device could go on with. @returns whether there was a second factor */
export async function turnSecondFactorOff(trx: Db, { id, account_id }: store.UserRow): Promise<boolean> {
  const hadOne = await deleteSecondFactor(trx, id);
  await deletePasskeys(trx, id);
  await store.endSessions(trx, id);
  await store.deleteLinks(trx, account_id, { purpose: 'email', user_id: id });
  return hadOne;
}
