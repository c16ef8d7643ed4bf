import type { AccountSchema } from '@tempshare/contract/account';
import type { PanelHandlersOf } from '../../domain/panel.ts';
import { notFound } from '../../domain/problem.ts';
import { audit } from '../accounts/audit.ts';
import type { FeatureDeps } from '../feature.ts';
import { invalidPasskey, type Passkeys } from './passkey.ts';
import * as store from './passkey-store.ts';
import { change, confirm, enter } from './session.ts';
import { holdUser } from './store.ts';

export const passkeyHandlers = ({ passkeys, mails }: Pick<FeatureDeps, 'mails'> & { passkeys: Passkeys }) =>
  ({
    listPasskeys: async ({ db, signedIn }) => ({
      passkeys: (await store.listPasskeys(db, signedIn.user.id)).map(toPasskey),
    }),

    startPasskey: ({ db, signedIn: { user } }) => passkeys.start(db, user),

    addPasskey: (context) =>
      change(context, async (trx) => {
        const { id: userId, email: to, locale } = context.signedIn.user;
        const row = await passkeys.add(trx, { userId, ...context.body });
        const { id, name } = row;
        await audit(context, trx, { action: 'add passkey', target: id, details: { name } });
        await mails?.enqueue(trx, { kind: 'passkey-added', to, locale, values: { passkey: name } });
        return toPasskey(row);
      }),

    renamePasskey: async ({ db, params: { id }, body: { name }, signedIn: { user } }) => {
      if (!(await store.renamePasskey(db, { userId: user.id, id, name }))) throw notFound();
    },

    deletePasskey: (context) =>
      change(context, async (trx) => {
        const { id } = context.params;
        if (!(await store.deletePasskeys(trx, { user_id: context.signedIn.user.id, id }))) throw notFound();
        await audit(context, trx, { action: 'delete passkey', target: id, details: {} });
      }),

    startPasskeySignIn: ({ db }) => passkeys.startSignIn(db),

    signInByPasskey: async (context) => {
      const id = await passkeys.signIn(context.db, context.body.response);
      return enter(context, { action: 'sign in', details: { by: 'passkey' } }, async (trx) => {
        if (!(await holdUser(trx, { id }))) throw invalidPasskey();
        return { id };
      });
    },

    startPasskeyConfirmation: ({ db, signedIn: { user } }) => passkeys.startSignIn(db, user.id),

    confirmByPasskey: async ({ db, body, signedIn, now }) => {
      await passkeys.signIn(db, body.response, signedIn.user.id);
      return confirm(db, signedIn, now);
    },
  }) satisfies Partial<PanelHandlersOf<'users'>>;

const toPasskey = (row: store.PasskeyRow): AccountSchema<'Passkey'> => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
