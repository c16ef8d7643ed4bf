import type { AccountSchema } from '@tempshare/contract/account';
import { notFound } from '../../domain/problem.ts';
import type { PanelHandlersOf } from '../../domain/panel.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { countAttempt } from '../../limits/attempts.ts';
import { audit } from '../accounts/audit.ts';
import type { FeatureDeps } from '../feature.ts';
import type { MailKind } from '../mail/mail.ts';
import { invalidPasskey, type Passkeys } from './passkey.ts';
import * as passkeyStore from './passkey-store.ts';
import * as factor from './second-factor.ts';
import { countRecoveryCodes, deleteSecondFactor, findSecondFactor } from './second-factor-store.ts';
import { change, confirm, type Enter } from './session.ts';
import * as store from './store.ts';
import { findManaged } from './user.ts';

type Operations =
  | 'getSecondFactor'
  | 'startSecondFactor'
  | 'confirmSecondFactor'
  | 'removeSecondFactor'
  | 'createRecoveryCodes'
  | 'removeMemberSecondFactor'
  | 'listPasskeys'
  | 'startPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'deletePasskey'
  | 'startPasskeySignIn'
  | 'signInByPasskey'
  | 'startPasskeyConfirmation'
  | 'confirmByPasskey';

export function secondFactorHandlers({
  vault,
  mails,
  passkeys,
  enter,
}: Pick<FeatureDeps, 'vault' | 'mails'> & { passkeys: Passkeys; enter: Enter }): Pick<
  PanelHandlersOf<'users'>,
  Operations
> {
  /** Notifies a person of a change that somebody else may have made. */
  const notify = async (
    trx: Db,
    { email: to, locale }: { email: string; locale: string | null },
    mail: { kind: MailKind; values?: Record<string, string> },
  ): Promise<void> => mails?.enqueue(trx, { ...mail, to, locale });
  return {
    getSecondFactor: async ({ db, signedIn: { user } }) => {
      const row = await findSecondFactor(db, user.id);
      return {
        enabled: row?.secret != null,
        recoveryCodesLeft: await countRecoveryCodes(db, user.id),
      };
    },

    startSecondFactor: ({ db, signedIn: { user } }) => factor.startSecondFactor(db, vault, user),

    confirmSecondFactor: async (context) => {
      const { db, body, now, address, signedIn } = context;
      const { id } = signedIn.user;
      const recoveryCodes = await countAttempt(db, { itemId: `code:${id}`, address }, () =>
        change(db, signedIn, async (trx) => {
          const codes = await factor.confirmSecondFactor(trx, vault, { userId: id, code: body.code, now });
          await store.endSessions(trx, id, signedIn.session.tokenHash);
          await audit(context, trx, { action: 'turn second factor on', target: id, details: {} });
          return codes;
        }),
      );
      return { recoveryCodes };
    },

    removeSecondFactor: async (context) => {
      const { db, signedIn } = context;
      await change(db, signedIn, async (trx) => {
        if (!(await deleteSecondFactor(trx, signedIn.user.id))) return;
        await audit(context, trx, {
          action: 'turn second factor off',
          target: signedIn.user.id,
          details: {},
        });
        await notify(trx, signedIn.user, { kind: 'second-factor-off' });
      });
    },

    createRecoveryCodes: async (context) => {
      const { db, signedIn } = context;
      return change(db, signedIn, async (trx) => {
        const recoveryCodes = await factor.createRecoveryCodes(trx, vault, signedIn.user.id);
        await audit(context, trx, { action: 'create recovery codes', target: signedIn.user.id, details: {} });
        return { recoveryCodes };
      });
    },

    removeMemberSecondFactor: async (context) => {
      const { db, params, signedIn } = context;
      await change(db, signedIn, async (trx) => {
        const member = await findManaged(trx, signedIn.user, params.id);
        const hadOne = await deleteSecondFactor(trx, member.id);
        await passkeyStore.deletePasskeys(trx, member.id);
        if (hadOne) await notify(trx, member, { kind: 'second-factor-off' });
        await store.endSessions(trx, member.id);
        await store.deleteLinks(trx, member.account_id, { purpose: 'email', user_id: member.id });
        await audit(context, trx, {
          action: 'turn second factor off',
          target: member.id,
          details: { name: member.name },
        });
      });
    },

    listPasskeys: async ({ db, signedIn }) => ({
      passkeys: (await passkeyStore.listPasskeys(db, signedIn.user.id)).map(toPasskey),
    }),

    startPasskey: ({ db, signedIn: { user } }) => passkeys.start(db, user),

    addPasskey: async (context) => {
      const { db, body, signedIn } = context;
      return change(db, signedIn, async (trx) => {
        const row = await passkeys.add(trx, { userId: signedIn.user.id, ...body });
        await audit(context, trx, { action: 'add passkey', target: row.id, details: { name: row.name } });
        await notify(trx, signedIn.user, { kind: 'passkey-added', values: { passkey: row.name } });
        return toPasskey(row);
      });
    },

    renamePasskey: async ({ db, params, body, signedIn: { user } }) => {
      if (!(await passkeyStore.renamePasskey(db, { userId: user.id, id: params.id, name: body.name })))
        throw notFound();
    },

    deletePasskey: async (context) => {
      const { db, params, signedIn } = context;
      await change(db, signedIn, async (trx) => {
        if (!(await passkeyStore.deletePasskey(trx, signedIn.user.id, params.id))) throw notFound();
        await audit(context, trx, { action: 'delete passkey', target: params.id, details: {} });
      });
    },

    startPasskeySignIn: ({ db }) => passkeys.startSignIn(db),

    signInByPasskey: async (context) => {
      const id = await passkeys.signIn(context.db, context.body.response);
      return enter(context, { action: 'sign in', details: { by: 'passkey' } }, async (trx) => {
        if (!(await store.holdUser(trx, { id }))) throw invalidPasskey();
        return { id };
      });
    },

    startPasskeyConfirmation: ({ db, signedIn: { user } }) => passkeys.startSignIn(db, user.id),

    confirmByPasskey: async ({ db, body, signedIn, now }) => {
      await passkeys.signIn(db, body.response, signedIn.user.id);
      return confirm(db, signedIn, now);
    },
  };
}

const toPasskey = (row: passkeyStore.PasskeyRow): AccountSchema<'Passkey'> => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
