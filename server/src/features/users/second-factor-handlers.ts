import type { AccountSchema } from '@tempshare/contract/account';
import { notFound } from '../../domain/problem.ts';
import type { PanelHandlersOf } from '../../domain/panel.ts';
import { countAttempt } from '../../limits/attempts.ts';
import { auditedBy, recordAudit } from '../accounts/audit.ts';
import type { FeatureDeps } from '../feature.ts';
import { deletePasskey, listPasskeys, renamePasskey, type Passkeys } from './passkey.ts';
import type { PasskeyRow } from './passkey-store.ts';
import * as factor from './second-factor.ts';
import { startSession, toSession } from './session.ts';
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
  | 'signInByPasskey';

/** Authenticator apps, recovery codes and passkeys. */
export function secondFactorHandlers(
  { vault }: Pick<FeatureDeps, 'vault'>,
  passkeys: Passkeys,
): Pick<PanelHandlersOf<'users'>, Operations> {
  return {
    getSecondFactor: async ({ db, signedIn: { user } }) => {
      const row = await factor.findSecondFactor(db, user.id);
      return {
        enabled: row?.secret != null,
        recoveryCodesLeft: await factor.countRecoveryCodes(db, user.id),
      };
    },

    startSecondFactor: ({ db, signedIn: { user } }) => factor.startSecondFactor(db, vault, user),

    confirmSecondFactor: async (context) => {
      const { db, body, now, address, signedIn } = context;
      const { id } = signedIn.user;
      const recoveryCodes = await countAttempt(db, { itemId: `code:${id}`, address }, () =>
        db.transaction(async (trx) => {
          const codes = await factor.confirmSecondFactor(trx, vault, { userId: id, code: body.code, now });
          await store.endSessions(trx, id, signedIn.session.tokenHash);
          const entry = { action: 'turn second factor on', target: id, details: {} };
          await recordAudit(trx, entry, auditedBy(context));
          return codes;
        }),
      );
      return { recoveryCodes };
    },

    removeSecondFactor: async (context) => {
      const {
        db,
        signedIn: { user },
      } = context;
      await db.transaction(async (trx) => {
        if (!(await factor.deleteSecondFactor(trx, user.id))) return;
        const entry = { action: 'turn second factor off', target: user.id, details: {} };
        await recordAudit(trx, entry, auditedBy(context));
      });
    },

    createRecoveryCodes: async (context) => {
      const {
        db,
        signedIn: { user },
      } = context;
      return db.transaction(async (trx) => {
        const recoveryCodes = await factor.createRecoveryCodes(trx, vault, user.id);
        const entry = { action: 'create recovery codes', target: user.id, details: {} };
        await recordAudit(trx, entry, auditedBy(context));
        return { recoveryCodes };
      });
    },

    removeMemberSecondFactor: async (context) => {
      const { db, params, signedIn } = context;
      await db.transaction(async (trx) => {
        const member = await findManaged(trx, signedIn.user, params.id);
        await factor.deleteSecondFactor(trx, member.id);
        await store.endSessions(trx, member.id);
        const entry = { action: 'turn second factor off', target: member.id, details: { name: member.name } };
        await recordAudit(trx, entry, auditedBy(context));
      });
    },

    listPasskeys: async ({ db, signedIn }) => ({
      passkeys: (await listPasskeys(db, signedIn.user.id)).map(toPasskey),
    }),

    startPasskey: ({ db, signedIn: { user } }) => passkeys.start(db, user),

    addPasskey: async (context) => {
      const {
        db,
        body,
        signedIn: { user },
      } = context;
      const row = await passkeys.add(db, { userId: user.id, ...body });
      const entry = { action: 'add passkey', target: row.id, details: { name: row.name } };
      await recordAudit(db, entry, auditedBy(context));
      return toPasskey(row);
    },

    renamePasskey: async ({ db, params, body, signedIn: { user } }) => {
      if (!(await renamePasskey(db, user.id, params.id, body.name))) throw notFound();
    },

    deletePasskey: async (context) => {
      const {
        db,
        params,
        signedIn: { user },
      } = context;
      await db.transaction(async (trx) => {
        if (!(await deletePasskey(trx, user.id, params.id))) throw notFound();
        const entry = { action: 'delete passkey', target: params.id, details: {} };
        await recordAudit(trx, entry, auditedBy(context));
      });
    },

    startPasskeySignIn: ({ db }) => passkeys.startSignIn(db),

    signInByPasskey: async (context) => {
      const { db, body } = context;
      const userId = await passkeys.signIn(db, body.response);
      return db.transaction(async (trx) => {
        const signedIn = await startSession(trx, userId, context);
        const entry = { action: 'sign in', target: userId, details: { by: 'passkey' } };
        await recordAudit(trx, entry, auditedBy({ ...context, signedIn }));
        return toSession(signedIn, context.now);
      });
    },
  };
}

const toPasskey = (row: PasskeyRow): AccountSchema<'Passkey'> => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
