import { accountLimits } from '@tempshare/contract/account';
import { panelToken, sha256 } from '../../crypto/tokens.ts';
import type { Links } from '../../domain/links.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { inBatches } from '../../jobs/batches.ts';
import type { Database, Db } from '../../storage/postgres/database.ts';
import type { MailQueue, Notice, Recipient } from '../mail/mail.ts';
import * as store from './store.ts';

const AT_ONCE = 50;

/** Reads new openings and enqueues mails of due notices. */
export async function sendNotices(
  database: Database,
  { mails, links }: { mails: MailQueue; links: Links },
): Promise<void> {
  try {
    await store.readOpenings(database);
  } finally {
    await inBatches(
      (limit) =>
        database.transaction(async (trx) => {
          const due = await store.takeDue(trx, limit);
          for (const notice of due) await enqueue(trx, { mails, links }, notice);
          return due.length;
        }),
      AT_ONCE,
    );
  }
}

/** Enqueues the mail of a notice with a link that stops notices. The last one of a day says that more has happened. */
async function enqueue(
  trx: Db,
  { mails, links }: { mails: MailQueue; links: Links },
  { kind, userId, itemKind, itemCreatedAt, happenedAt, count }: store.DueNotice,
): Promise<void> {
  const counted = await store.countMail(trx, userId, kind);
  if (!counted || counted.mails > accountLimits.noticesPerDay) return;
  const token = panelToken();
  await store.insertLink(trx, sha256(token), userId);
  const notice = { userId, about: kind, stop: links.toPage('stop-notices', token) };
  if (counted.mails === accountLimits.noticesPerDay)
    return mails.enqueue(trx, {
      ...notice,
      kind: 'notices-paused',
      values: { count: String(counted.mails) },
      times: { at: counted.until.toISOString() },
    });
  await mails.enqueue(trx, {
    ...notice,
    kind: `item-${kind}`,
    item: itemKind,
    values: { count: String(count) },
    times: { sent: itemCreatedAt.toISOString(), at: happenedAt.toISOString() },
  });
}

/**
 * Finds the recipient of a notice at sending: none if notices are off, the person left, or the address is unconfirmed.
 */
export const recipientOf = (db: Db, { userId, about }: Notice): Promise<Recipient | undefined> =>
  store.findRecipient(db, userId, about);

/** Turns off all notices of a link's person. @throws ServiceProblem `invalid_link` */
export async function stopNotices(db: Db, token: string): Promise<void> {
  if (await store.stop(db, sha256(token))) return;
  throw new ServiceProblem('invalid_link', 'This link has expired. Turn notices off in your account.');
}
