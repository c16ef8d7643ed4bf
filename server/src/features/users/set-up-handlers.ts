import type { PanelHandlersOf } from '../../domain/panel.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import { findLink, takeLink } from './link.ts';
import { deleteLinks } from './link-store.ts';
import type { PasswordHasher } from './password.ts';
import { enter } from './session.ts';
import * as store from './store.ts';
import { refuseWeak } from './strength.ts';
import { createUser, hasOwner } from './user.ts';

export const setUpHandlers = ({ hasher }: { hasher: PasswordHasher }) =>
  ({
    inspectLink: async ({ db, body }) => {
      const link = await findLink(db, body.token);
      const account = await store.findAccount(db, link.account_id);
      return {
        purpose: link.purpose,
        accountName: link.purpose === 'set-up' ? null : account.name,
        email: link.email,
        role: link.role,
        expiresAt: link.expires_at.toISOString(),
      };
    },

    setUp: async (context) => {
      const { db, body, address } = context;
      const { account_id: accountId } = await findLink(db, body.token, 'set-up');
      if (await hasOwner(db, accountId)) throw alreadySetUp();
      await refuseWeak(body.password, [body.email, body.name]);
      const passwordHash = await hasher.hash(body.password, address);
      return enter(context, { action: 'set up' }, async (trx) => {
        // Locks the account first, so that two links of it cannot deadlock.
        await store.lockAccount(trx, accountId);
        await takeLink(trx, body.token, 'set-up');
        if (await hasOwner(trx, accountId)) throw alreadySetUp();
        if (body.accountName !== undefined) await store.renameAccount(trx, accountId, body.accountName);
        await deleteLinks(trx, { account_id: accountId, purpose: 'set-up' });
        const { email, name } = body;
        return createUser(trx, { accountId, email, name, role: 'owner', passwordHash });
      });
    },
  }) satisfies Partial<PanelHandlersOf<'users'>>;

const alreadySetUp = (): ServiceProblem =>
  new ServiceProblem('already_set_up', 'This server already has an owner. Sign in instead.');
