import type { AccountSchema } from '@tempshare/contract/account';
import { notFound } from '../../domain/problem.ts';
import type { PanelHandlersOf, VisitorContext } from '../../domain/panel.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { countAttempt } from '../../limits/attempts.ts';
import { auditedBy, recordAudit, type AuditAction, type AuditEntry } from '../accounts/audit.ts';
import type { FeatureDeps } from '../feature.ts';
import type { MailKind } from '../mail/mail.ts';
import {
  deletePasskey,
  deletePasskeys,
  invalidPasskey,
  listPasskeys,
  renamePasskey,
  type Passkeys,
} from './passkey.ts';
import type { PasskeyRow } from './passkey-store.ts';
import * as factor from './second-factor.ts';
import { change, toSession } from './session.ts';
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

/** Starts a session for the user whom a transaction finds. */
type Enter = (
  context: VisitorContext,
  entry: { action: AuditAction; details?: object },
  work: (trx: Db) => Promise<{ id: string }>,
) => Promise<AccountSchema<'Session'>>;

/** Authenticator apps, recovery codes and passkeys. */
export function secondFactorHandlers({
  vault,
  mails,
  passkeys,
  enter,
}: Pick<FeatureDeps, 'vault' | 'mails'> & { passkeys: Passkeys; enter: Enter }): Pick<
  PanelHandlersOf<'users'>,
  Operations
> {
  /** Tells a person of a change that somebody else may have made. */
  const notify = async (
    trx: Db,
    kind: MailKind,
    { email: to, locale }: { email: string; locale: string | null },
    values: Record<string, string> = {},
  ): Promise<void> => mails?.enqueue(trx, { kind, to, locale, values });
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
        change(db, signedIn, async (trx) => {
          const codes = await factor.confirmSecondFactor(trx, vault, { userId: id, code: body.code, now });
          await store.endSessions(trx, id, signedIn.session.tokenHash);
          const entry: AuditEntry = { action: 'turn second factor on', target: id, details: {} };
          await recordAudit(trx, entry, auditedBy(context));
          return codes;
        }),
      );
      return { recoveryCodes };
    },

    removeSecondFactor: async (context) => {
      const { db, signedIn } = context;
      await change(db, signedIn, async (trx) => {
        if (!(await factor.deleteSecondFactor(trx, signedIn.user.id))) return;
        const entry: AuditEntry = { action: 'turn second factor off', target: signedIn.user.id, details: {} };
        await recordAudit(trx, entry, auditedBy(context));
        await notify(trx, 'second-factor-off', signedIn.user);
      });
    },

    createRecoveryCodes: async (context) => {
      const { db, signedIn } = context;
      return change(db, signedIn, async (trx) => {
        const recoveryCodes = await factor.createRecoveryCodes(trx, vault, signedIn.user.id);
        const entry: AuditEntry = { action: 'create recovery codes', target: signedIn.user.id, details: {} };
        await recordAudit(trx, entry, auditedBy(context));
        return { recoveryCodes };
      });
    },

    removeMemberSecondFactor: async (context) => {
      const { db, params, signedIn } = context;
      await change(db, signedIn, async (trx) => {
        const member = await findManaged(trx, signedIn.user, params.id);
        const hadOne = await factor.deleteSecondFactor(trx, member.id);
        await deletePasskeys(trx, member.id);
        if (hadOne) await notify(trx, 'second-factor-off', member);
        await store.endSessions(trx, member.id);
        await store.deleteLinks(trx, member.account_id, { purpose: 'email', user_id: member.id });
        const entry: AuditEntry = {
          action: 'turn second factor off',
          target: member.id,
          details: { name: member.name },
        };
        await recordAudit(trx, entry, auditedBy(context));
      });
    },

    listPasskeys: async ({ db, signedIn }) => ({
      passkeys: (await listPasskeys(db, signedIn.user.id)).map(toPasskey),
    }),

    startPasskey: ({ db, signedIn: { user } }) => passkeys.start(db, user),

    addPasskey: async (context) => {
      const { db, body, signedIn } = context;
      return change(db, signedIn, async (trx) => {
        const row = await passkeys.add(trx, { userId: signedIn.user.id, ...body });
        const entry: AuditEntry = { action: 'add passkey', target: row.id, details: { name: row.name } };
        await recordAudit(trx, entry, auditedBy(context));
        await notify(trx, 'passkey-added', signedIn.user, { passkey: row.name });
        return toPasskey(row);
      });
    },

    renamePasskey: async ({ db, params, body, signedIn: { user } }) => {
      if (!(await renamePasskey(db, user.id, params.id, body.name))) throw notFound();
    },

    deletePasskey: async (context) => {
      const { db, params, signedIn } = context;
      await change(db, signedIn, async (trx) => {
        if (!(await deletePasskey(trx, signedIn.user.id, params.id))) throw notFound();
        const entry: AuditEntry = { action: 'delete passkey', target: params.id, details: {} };
        await recordAudit(trx, entry, auditedBy(context));
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
      const confirmedAt = await store.confirmSession(db, signedIn.session.tokenHash);
      return toSession({ ...signedIn, session: { ...signedIn.session, confirmedAt } }, now);
    },
  };
}

const toPasskey = (row: PasskeyRow): AccountSchema<'Passkey'> => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
