import type { PanelHandlersOf } from '../../domain/panel.ts';
import { countAttempt } from '../../limits/attempts.ts';
import { audit } from '../accounts/audit.ts';
import type { FeatureDeps } from '../feature.ts';
import { turnSecondFactorOff } from './reset.ts';
import * as factor from './second-factor.ts';
import { countRecoveryCodes, deleteSecondFactor, findSecondFactor } from './second-factor-store.ts';
import { change } from './session.ts';
import { endSessions } from './session-store.ts';
import { findManaged } from './user.ts';

export const secondFactorHandlers = ({ vault, mails }: Pick<FeatureDeps, 'vault' | 'mails'>) =>
  ({
    getSecondFactor: async ({ db, signedIn: { user } }) => {
      const row = await findSecondFactor(db, user.id);
      return { enabled: row?.secret != null, recoveryCodesLeft: await countRecoveryCodes(db, user.id) };
    },

    startSecondFactor: ({ db, signedIn: { user } }) => factor.startSecondFactor(db, vault, user),

    confirmSecondFactor: async (context) => {
      const { db, body, now, address, signedIn } = context;
      const { id } = signedIn.user;
      const recoveryCodes = await countAttempt(db, { itemId: `code:${id}`, address }, () =>
        change(context, async (trx) => {
          const codes = await factor.confirmSecondFactor(trx, vault, { userId: id, code: body.code, now });
          await endSessions(trx, { user_id: id }, signedIn.session.tokenHash);
          await audit(context, trx, { action: 'turn second factor on', target: id, details: {} });
          return codes;
        }),
      );
      return { recoveryCodes };
    },

    removeSecondFactor: (context) =>
      change(context, async (trx) => {
        const { id, email: to, locale } = context.signedIn.user;
        if (!(await deleteSecondFactor(trx, id))) return;
        await audit(context, trx, { action: 'turn second factor off', target: id, details: {} });
        await mails?.enqueue(trx, { kind: 'second-factor-off', to, locale });
      }),

    createRecoveryCodes: (context) =>
      change(context, async (trx) => {
        const { id } = context.signedIn.user;
        const recoveryCodes = await factor.createRecoveryCodes(trx, vault, id);
        await audit(context, trx, { action: 'create recovery codes', target: id, details: {} });
        return { recoveryCodes };
      }),

    removeMemberSecondFactor: (context) =>
      change(context, async (trx) => {
        const member = await findManaged(trx, context.signedIn.user, context.params.id);
        const { id, name, email: to, locale } = member;
        const hadOne = await turnSecondFactorOff(trx, member);
        if (hadOne) await mails?.enqueue(trx, { kind: 'second-factor-off', to, locale });
        await audit(context, trx, { action: 'turn second factor off', target: id, details: { name } });
      }),
  }) satisfies Partial<PanelHandlersOf<'users'>>;
