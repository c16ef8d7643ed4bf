import type { PanelHandlersOf } from '../../domain/panel.ts';
import { notFound } from '../../domain/problem.ts';
import { countAttempt } from '../../limits/attempts.ts';
import { audit } from '../accounts/audit.ts';
import type { FeatureDeps } from '../feature.ts';
import { findLink, takeLink } from './link.ts';
import { deleteLinks } from './link-store.ts';
import { deletePasskeys } from './passkey-store.ts';
import type { PasswordHasher } from './password.ts';
import { createResetLink } from './reset.ts';
import { checkSecondFactor } from './second-factor.ts';
import { change, enter } from './session.ts';
import { endSessions } from './session-store.ts';
import * as store from './store.ts';
import { refuseWeak } from './strength.ts';
import { authenticate, findManaged } from './user.ts';

export const passwordHandlers = ({
  hasher,
  vault,
  links,
  mails,
}: Pick<FeatureDeps, 'vault' | 'links' | 'mails'> & { hasher: PasswordHasher }) =>
  ({
    changePassword: async (context) => {
      const { db, body, address, signedIn } = context;
      const { id, email, name, locale } = signedIn.user;
      await authenticate(db, hasher, { email, password: body.current, address });
      await refuseWeak(body.password, [email, name]);
      const password_hash = await hasher.hash(body.password, address);
      await change(context, async (trx) => {
        await store.updateUser(trx, id, { password_hash });
        await endSessions(trx, { user_id: id }, signedIn.session.tokenHash);
        await deleteLinks(trx, { user_id: id });
        await audit(context, trx, { action: 'change password', target: id, details: {} });
        await mails?.enqueue(trx, { kind: 'password-changed', to: email, locale });
      });
    },

    createResetLink: (context) =>
      change(context, async (trx) => {
        const by = context.signedIn.user;
        const member = await findManaged(trx, by, context.params.id);
        const link = await createResetLink(trx, member, { createdBy: by.id, links });
        await audit(context, trx, { action: 'create reset link', target: member.id, details: {} });
        return link;
      }),

    resetPassword: async (context) => {
      const { db, body, address, now } = context;
      const { user_id, account_id: accountId } = await findLink(db, body.token, 'reset');
      const userId = user_id!;
      const { email, name } = (await store.findUser(db, { id: userId })) ?? { email: '', name: '' };
      await refuseWeak(body.password, [email, name]);
      const password_hash = await hasher.hash(body.password, address);
      await countAttempt(db, { itemId: `code:${userId}`, address }, () =>
        checkSecondFactor(db, vault, { userId, code: body.code, now }),
      );
      return enter(context, { action: 'reset password' }, async (trx) => {
        await store.lockAccount(trx, accountId);
        const { created_by: createdBy } = await takeLink(trx, body.token, 'reset');
        const user = await store.findUser(trx, { id: userId });
        if (!user) throw notFound();
        if (createdBy === null) await store.confirmEmail(trx, userId, user.email);
        await store.updateUser(trx, userId, { password_hash });
        await endSessions(trx, { user_id: userId });
        await deleteLinks(trx, { user_id: userId });
        // A device may be lost, or an attacker may have added a passkey.
        await deletePasskeys(trx, { user_id: userId });
        await mails?.enqueue(trx, { kind: 'password-changed', to: user.email, locale: user.locale });
        return user;
      });
    },
  }) satisfies Partial<PanelHandlersOf<'users'>>;
