import type { PanelHandlersOf } from '../../domain/panel.ts';
import { change } from '../users/session.ts';
import { findManaged } from '../users/user.ts';
import { audit } from './audit.ts';
import * as store from './quota-store.ts';

type Operations = 'getQuotas' | 'getOwnQuota' | 'setQuotas' | 'setMemberQuota';

/** Quotas of the account and its members, enforced by database triggers. */
export function quotaHandlers(): Pick<PanelHandlersOf<'accounts'>, Operations> {
  return {
    getQuotas: async ({ db, signedIn: { user } }) => {
      const { limits, memberLimits: memberDefault, used } = await store.findAccountQuotas(db, user.accountId);
      const members = await store.findMemberQuotas(db, user.accountId);
      return { account: { limits, used }, memberDefault, members };
    },

    getOwnQuota: async ({ db, signedIn: { user } }) => {
      const { limits, used } = await store.findAccountQuotas(db, user.accountId);
      const [own] = await store.findMemberQuotas(db, user.accountId, user.id);
      return { account: { limits, used }, member: { limits: own!.limits, used: own!.used } };
    },

    setQuotas: async (context) => {
      const { db, body, signedIn } = context;
      const { accountId } = signedIn.user;
      await change(db, signedIn, async (trx) => {
        const { account: limits, memberDefault: memberLimits } = body;
        await store.putAccountQuotas(trx, { accountId, limits, memberLimits });
        await audit(context, trx, { action: 'change quotas', target: accountId, details: { ...body } });
      });
    },

    setMemberQuota: async (context) => {
      const { db, body, params, signedIn } = context;
      const { accountId } = signedIn.user;
      await change(db, signedIn, async (trx) => {
        const { id: userId } = await findManaged(trx, signedIn.user, params.id);
        await store.putMemberQuotas(trx, { accountId, userId, limits: body.limits });
        await audit(context, trx, {
          action: 'change quotas of member',
          target: userId,
          details: { ...body },
        });
      });
    },
  };
}
