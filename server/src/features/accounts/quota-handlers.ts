import type { PanelHandlersOf } from '../../domain/panel.ts';
import { change } from '../users/session.ts';
import { findManaged } from '../users/user.ts';
import { audit } from './audit.ts';
import * as store from './quota-store.ts';

/** Quotas of the account and its members, enforced by database triggers. */
export const quotaHandlers = {
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

  setQuotas: (context) =>
    change(context, async (trx) => {
      const { account: limits, memberDefault: memberLimits } = context.body;
      const { accountId } = context.signedIn.user;
      await store.putAccountQuotas(trx, { accountId, limits, memberLimits });
      const details = { ...context.body };
      await audit(context, trx, { action: 'change quotas', target: accountId, details });
    }),

  setMemberQuota: (context) =>
    change(context, async (trx) => {
      const {
        body,
        params,
        signedIn: { user },
      } = context;
      const { id: userId } = await findManaged(trx, user, params.id);
      await store.putMemberQuotas(trx, { accountId: user.accountId, userId, limits: body.limits });
      const details = { ...body };
      await audit(context, trx, { action: 'change quotas of member', target: userId, details });
    }),
} satisfies Partial<PanelHandlersOf<'accounts'>>;
