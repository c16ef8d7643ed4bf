import type { Links } from '../../domain/links.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { createLink } from './link.ts';
import { deleteLinks } from './link-store.ts';
import { deletePasskeys } from './passkey-store.ts';
import { deleteSecondFactor } from './second-factor-store.ts';
import { endSessions } from './session-store.ts';
import type { UserRow } from './store.ts';

/** Creates a link that sets a new password, in place of earlier ones. */
export async function createResetLink(
  trx: Db,
  user: UserRow,
  { createdBy, links }: { createdBy: string; links: Links },
): Promise<{ url: string; expiresAt: string }> {
  const { id: user_id, account_id } = user;
  await deleteLinks(trx, { user_id, purpose: 'reset' });
  const { token, row } = await createLink(trx, {
    purpose: 'reset',
    account_id,
    user_id,
    created_by: createdBy,
  });
  return { url: links.toPage('reset-password', token), expiresAt: row.expires_at.toISOString() };
}

/** Lets a user sign in by the password alone, and ends what another device could go on with. @returns whether there was a second factor */
export async function turnSecondFactorOff(trx: Db, { id }: UserRow): Promise<boolean> {
  const hadOne = await deleteSecondFactor(trx, id);
  await deletePasskeys(trx, { user_id: id });
  await endSessions(trx, { user_id: id });
  await deleteLinks(trx, { user_id: id, purpose: 'email' });
  return hadOne;
}
