import { accountLimits, type AccountSchema } from '@tempshare/contract/account';
import type { PanelHandlersOf } from '../../domain/panel.ts';
import { invalid, notFound, ServiceProblem } from '../../domain/problem.ts';
import { audit } from '../accounts/audit.ts';
import type { FeatureDeps } from '../feature.ts';
import { createLink, findLink, takeLink } from './link.ts';
import * as store from './link-store.ts';
import { mailInvitation } from './mailed-links.ts';
import type { PasswordHasher } from './password.ts';
import { change, enter } from './session.ts';
import { lockAccount } from './store.ts';
import { refuseWeak } from './strength.ts';
import { createUser, normalizeEmail, requireOwnerFor } from './user.ts';

export const invitationHandlers = ({
  hasher,
  links,
  mails,
}: Pick<FeatureDeps, 'links' | 'mails'> & { hasher: PasswordHasher }) =>
  ({
    listInvitations: async ({ db, signedIn }) => ({
      invitations: (await store.listInvitations(db, signedIn.user.accountId)).map(toInvitation),
    }),

    createInvitation: (context) =>
      change(context, async (trx) => {
        const { body, signedIn } = context;
        const { accountId, id: createdBy, role, name, locale } = signedIn.user;
        requireOwnerFor(body.role, role);
        const open = await store.listInvitations(trx, accountId);
        if (open.length >= accountLimits.usersPerAccount) throw tooManyInvitations(open.length);
        const details = {
          role: body.role,
          ...(body.email !== undefined && { email: normalizeEmail(body.email) }),
        };
        const { token, row } = await createLink(trx, {
          purpose: 'invitation',
          account_id: accountId,
          created_by: createdBy,
          ...details,
        });
        await audit(context, trx, { action: 'invite', target: row.id, details });
        const url = links.toPage('join', token);
        const mailed = mails !== undefined && row.email !== null;
        if (mailed) {
          const inviter = { name, account: signedIn.account.name };
          await mailInvitation(mails, trx, { row, url, inviter, locale: locale ?? context.locale });
        }
        return { invitation: toInvitation(row), url, mailed };
      }),

    cancelInvitation: (context) =>
      change(context, async (trx) => {
        const { id } = context.params;
        const { accountId: account_id } = context.signedIn.user;
        if ((await store.deleteLinks(trx, { account_id, purpose: 'invitation', id })) === 0) throw notFound();
        await audit(context, trx, { action: 'cancel invitation', target: id, details: {} });
      }),

    acceptInvitation: async (context) => {
      const { db, body, address } = context;
      const { token, email, name, password } = body;
      const link = await findLink(db, token, 'invitation');
      if (link.email !== null && link.email !== normalizeEmail(email))
        throw invalid('/body/email', 'email', 'must be the address that was invited');
      await refuseWeak(password, [email, name]);
      const passwordHash = await hasher.hash(password, address);
      return enter(context, { action: 'join' }, async (trx) => {
        await lockAccount(trx, link.account_id);
        const { role } = await takeLink(trx, token, 'invitation');
        return createUser(trx, { accountId: link.account_id, email, name, role: role!, passwordHash });
      });
    },
  }) satisfies Partial<PanelHandlersOf<'users'>>;

const tooManyInvitations = (count: number): ServiceProblem =>
  new ServiceProblem('limit_reached', `There are ${count} open invitations. Cancel some first.`);

const toInvitation = (row: store.LinkRow): AccountSchema<'Invitation'> => ({
  id: row.id,
  role: row.role!,
  email: row.email,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});
