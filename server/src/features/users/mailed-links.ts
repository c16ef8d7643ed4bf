import { accountLifetimes, accountLimits } from '@tempshare/contract/account';
import { sha256 } from '../../crypto/tokens.ts';
import type { Links } from '../../domain/links.ts';
import type { PanelHandlersOf } from '../../domain/panel.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { countTry, secondsToNextTry } from '../../limits/attempt-store.ts';
import { isUniqueViolation, type Db } from '../../storage/postgres/database.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { FeatureDeps } from '../feature.ts';
import type { Mail, MailQueue } from '../mail/mail.ts';
import type { ResolveReset } from '../mail/worker.ts';
import type { NotifyDisabled } from '../webhooks/endpoints/endpoint.ts';
import { createLink, findLink, takeLink } from './link.ts';
import { countMailedLinks, deleteLinks, type LinkRow } from './link-store.ts';
import { change } from './session.ts';
import * as store from './store.ts';
import { emailTaken, hasOwner, normalizeEmail } from './user.ts';

/** Links that are only mailed: for a forgotten password, and for a new e-mail address. */
export const mailedLinkHandlers = ({ links, mails }: Pick<FeatureDeps, 'links' | 'mails'>) =>
  ({
    requestPasswordReset: async ({ db, body, address, locale }) => {
      const queue = requireMail(mails);
      await countRequest(db, `reset:${hashOf(body.email)}`, address);
      // The worker looks the address up, so neither the response nor its time reveals who has an account.
      const seconds = accountLifetimes.resetLink;
      await queue.enqueue(db, { kind: 'reset-request', to: body.email, locale }, { seconds });
    },

    requestEmailChange: async (context) => {
      const queue = requireMail(mails);
      const { id: userId, accountId, locale } = context.signedIn.user;
      await change(context, async (trx) => {
        if ((await countMailedLinks(trx, userId, 'email')) >= accountLimits.emailLinks)
          throw new ServiceProblem(
            'limit_reached',
            `There are ${accountLimits.emailLinks} links for another address. Wait until one ends.`,
          );
        const email = normalizeEmail(context.body.email);
        const { token, row } = await createLink(trx, {
          purpose: 'email',
          account_id: accountId,
          user_id: userId,
          email,
        });
        const mail = mailOfLink(row, { kind: 'email', to: email, url: links.toPage('confirm-email', token) });
        await queue.enqueue(trx, { ...mail, locale: locale ?? context.locale }, ofLink(row, 'emailLink'));
      });
    },

    confirmEmail: async ({ db, body, network, requestId }) => {
      const { account_id: accountId } = await findLink(db, body.token, 'email');
      const confirm = async (trx: Db): Promise<void> => {
        await store.lockAccount(trx, accountId);
        const { user_id, email } = await takeLink(trx, body.token, 'email');
        const user = await store.findUser(trx, { id: user_id! });
        const { id, name, email: before, locale } = user!;
        await store.updateUser(trx, id, { email: email!, confirmed_email: email! });
        await deleteLinks(trx, { user_id: id });
        if (email === before) return;
        await recordAudit(
          trx,
          { action: 'change e-mail address', target: id, details: {} },
          { accountId, id, name, network, requestId },
        );
        await mails?.enqueue(trx, { kind: 'email-changed', to: before, locale });
      };
      await db.transaction(confirm).catch((error: unknown) => {
        throw isUniqueViolation(error) ? emailTaken() : error;
      });
    },
  }) satisfies Partial<PanelHandlersOf<'users'>>;

/** Creates the mail of a reset request. The number per person and hour is limited across all networks. */
export const resetResolver =
  (links: Links): ResolveReset =>
  async (trx, { to, locale }) => {
    const user = await store.holdByEmail(trx, normalizeEmail(to));
    // People without a password sign in at the identity provider.
    if (!user || user.password_hash === null) return undefined;
    const { id: user_id, account_id, email } = user;
    if ((await countMailedLinks(trx, user_id, 'reset')) >= accountLimits.resetMails) return undefined;
    const { token, row } = await createLink(trx, { purpose: 'reset', account_id, user_id });
    const mail = mailOfLink(row, { kind: 'reset', to: email, url: links.toPage('reset-password', token) });
    return { mail: { ...mail, locale: user.locale ?? locale }, ...ofLink(row, 'resetLink') };
  };

export async function mailInvitation(
  queue: MailQueue,
  trx: Db,
  {
    row,
    url,
    inviter,
    locale,
  }: {
    row: LinkRow;
    url: string;
    inviter: { name: string; account: string };
    locale: string;
  },
): Promise<void> {
  const values = { name: inviter.name, team: inviter.account };
  const mail = mailOfLink(row, { kind: 'invitation', to: row.email!, url });
  await queue.enqueue(trx, { ...mail, locale, values }, ofLink(row, 'invitation'));
}

/** Creates a link for the first owner, mailed to `to` if set. Undefined if the account has an owner. */
export async function createSetUpLink(
  db: Db,
  accountId: string,
  { links, mails, to }: { links: Links; mails?: MailQueue | undefined; to?: string | undefined },
): Promise<string | undefined> {
  if (await hasOwner(db, accountId)) return undefined;
  const { token, row } = await createLink(db, { purpose: 'set-up', account_id: accountId });
  const url = links.toPage('set-up', token);
  if (mails && to !== undefined) {
    // Mail passes many hands, so its token is in the fragment.
    const mail = mailOfLink(row, { kind: 'set-up', to, url: url.replace('?', '#') });
    await mails.enqueue(db, { ...mail, locale: null }, ofLink(row, 'setUpLink'));
  }
  return url;
}

export const mailDisabledEndpoint =
  (queue: MailQueue, appUrl: string): NotifyDisabled =>
  async (trx, { endpointId, accountId, userId }) => {
    const url = `${appUrl}/developers/webhooks/${endpointId}`;
    for (const { email: to, locale } of await store.listRecipients(trx, { accountId, userId }))
      await queue.enqueue(trx, {
        kind: 'endpoint-disabled',
        to,
        locale,
        url,
        values: { endpoint: endpointId },
      });
  };

const mailOfLink = (
  { expires_at: until }: LinkRow,
  mail: Pick<Mail, 'kind' | 'to'> & { url: string },
): Omit<Mail, 'locale'> => ({ ...mail, until: until.toISOString() });

const ofLink = ({ id: linkId }: LinkRow, lifetime: keyof typeof accountLifetimes) => ({
  linkId,
  seconds: accountLifetimes[lifetime] as number,
});

const hashOf = (email: string): string => sha256(normalizeEmail(email)).toString('base64url');

/** Applies the rate limit, whether or not the user exists. @throws ServiceProblem `rate_limited` */
async function countRequest(db: Db, itemId: string, address: string): Promise<void> {
  if (await countTry(db, itemId, address)) return;
  const retryAfter = await secondsToNextTry(db, itemId, address);
  throw new ServiceProblem(
    'rate_limited',
    `Too many links were asked for. Retry after ${retryAfter} seconds.`,
    {
      retryAfter,
    },
  );
}

function requireMail(mails: MailQueue | undefined): MailQueue {
  if (mails) return mails;
  throw new ServiceProblem('no_mail', 'This server sends no mail. Ask an owner or administrator for a link.');
}
