import type { Links } from '../../domain/links.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { MailQueue } from '../mail/mail.ts';
import { createLink } from './link.ts';
import { mailSetUpLink } from './mailed-links.ts';
import { hasOwner } from './user.ts';

/** Creates a link for the first owner, mailed to `to` if set. Undefined if the account has an owner. */
export async function createSetUpLink(
  db: Db,
  accountId: string,
  { links, mails, to }: { links: Links; mails?: MailQueue | undefined; to?: string | undefined },
): Promise<string | undefined> {
  if (await hasOwner(db, accountId)) return undefined;
  const { token, row } = await createLink(db, { purpose: 'set-up', account_id: accountId });
  const url = links.toPage('set-up', token);
  // Mail passes many hands, so its token is in the fragment.
  if (mails && to !== undefined) await mailSetUpLink(mails, db, { row, to, url: url.replace('?', '#') });
  return url;
}
