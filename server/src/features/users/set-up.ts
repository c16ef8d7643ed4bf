import type { Db } from '../../storage/database.ts';
import { createLink } from './link.ts';
import { hasOwner } from './store.ts';

/** A link by which somebody becomes the owner of an account; undefined if the server has an owner. */
export async function createSetUpLink(
  db: Db,
  accountId: string,
  toPage: (token: string) => string,
): Promise<string | undefined> {
  if (await hasOwner(db, accountId)) return undefined;
  const { token } = await createLink(db, { purpose: 'set-up', accountId });
  return toPage(token);
}
