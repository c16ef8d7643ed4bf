import { accountLimits, type AccountSchema } from '@tempshare/contract/account';
import { invalid, notFound, ServiceProblem } from '../../domain/problem.ts';
import type { PanelHandlersOf } from '../../domain/panel.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { VERSION } from '../../package.ts';
import { audit, auditedBy, recordAudit } from '../accounts/audit.ts';
import { hiddenKeyOf, revokeKeysOf } from '../accounts/api-key.ts';
import { findKeysOf, readFate, settle, type Fate } from '../accounts/settlement.ts';
import type { FeatureDeps } from '../feature.ts';
import { createLink, findLink, takeLink } from './link.ts';
import { canHashPasswords, PasswordHasher } from './password.ts';
import { countAttempt } from '../../limits/attempts.ts';
import { Passkeys } from './passkey.ts';
import { deletePasskeys } from './passkey-store.ts';
import { checkSecondFactor } from './second-factor.ts';
import { secondFactorHandlers } from './second-factor-handlers.ts';
import { oidcHandlers, withoutPasswords } from './oidc-handlers.ts';
import { mailedLinkHandlers, mailInvitation } from './mailed-links.ts';
import { change, confirm, startSession, toSession, toUser, type Enter } from './session.ts';
import * as store from './store.ts';
import { refuseWeak } from './strength.ts';
import {
  authenticate,
  createUser,
  findHeir,
  findManaged,
  keepAnOwner,
  normalizeEmail,
  requireOwnerFor,
  wrongCredentials,
} from './user.ts';

export function userHandlers({
  links,
  appUrl,
  vault,
  oidc,
  capacity,
  mails,
  anonymousSenders,
}: Pick<
  FeatureDeps,
  'links' | 'appUrl' | 'vault' | 'oidc' | 'capacity' | 'mails' | 'anonymousSenders'
>): PanelHandlersOf<'users'> {
  const hasher = new PasswordHasher();
  const passkeys = new Passkeys(appUrl);
  const enter: Enter = async (context, { action, details = {}, terms }, work) => {
    const { signedIn, token } = await context.db.transaction(async (trx) => {
      const user = await work(trx);
      const started = await startSession(trx, { userId: user.id, context, terms });
      const entry = { action, target: user.id, details: { ...details } };
      await recordAudit(trx, entry, auditedBy({ ...context, signedIn: started.signedIn }));
      return started;
    });
    context.cookie.set(token, signedIn.session.expiresAt);
    return toSession(signedIn, context.now);
  };

  /** Removes a user and settles their items. @returns the details of the audit entry */
  const remove = async (trx: Db, member: store.UserRow, fate: Fate): Promise<Record<string, unknown>> => {
    await keepAnOwner(trx, member);
    const revokedKeys = await revokeKeysOf(trx, member.id, { hidden: true });
    if (fate.shared !== 'keep') {
      const heir = fate.handOverTo === undefined ? null : await findHeir(trx, member, fate.handOverTo);
      const heirId = heir && (await hiddenKeyOf(trx, heir));
      const keyIds = await findKeysOf(trx, member.id);
      await settle(trx, { keyIds, heirId, maxBytes: capacity.keyBytes });
    }
    await store.deleteUser(trx, member.id);
    return { name: member.name, revokedKeys, ...fate };
  };

  const handlers: PanelHandlersOf<'users'> = {
    ...secondFactorHandlers({ vault, mails, passkeys, enter }),
    ...mailedLinkHandlers({ links, mails }),
    ...oidcHandlers({ oidc, enter }),

    getFrontDoor: async ({ db }) => ({
      needsSetUp: !(await store.hasOwner(db)),
      accounts: canHashPasswords(),
      address: passkeys.origin,
      passkeys: passkeys.areHere && !oidc?.isOnly,
      mail: mails !== undefined,
      anonymous: anonymousSenders?.limits ?? null,
      oidc: oidc ? { name: oidc.name, only: oidc.isOnly } : null,
      version: VERSION,
    }),

    setUp: async (context) => {
      const { db, body, address } = context;
      const { account_id: accountId } = await findLink(db, body.token, 'set-up');
      if (await store.hasOwner(db, accountId)) throw alreadySetUp();
      await refuseWeak(body.password, [body.email, body.name]);
      const passwordHash = await hasher.hash(body.password, address);
      return enter(context, { action: 'set up' }, async (trx) => {
        // Locks the account first, so that two links of it cannot deadlock.
        await store.lockAccount(trx, accountId);
        await takeLink(trx, body.token, 'set-up');
        if (await store.hasOwner(trx, accountId)) throw alreadySetUp();
        if (body.accountName !== undefined) await store.renameAccount(trx, accountId, body.accountName);
        await store.deleteLinks(trx, accountId, { purpose: 'set-up' });
        const { email, name } = body;
        return createUser(trx, { accountId, email, name, role: 'owner', passwordHash });
      });
    },

    signIn: async (context) => {
      const { db, body, address, now } = context;
      const check = ({ id: userId }: store.UserRow) =>
        checkSecondFactor(db, vault, { userId, code: body.code, now });
      const user = await authenticate(db, hasher, { ...body, address, check });
      return enter(context, { action: 'sign in' }, async (trx) => {
        if (!(await store.holdUser(trx, user))) throw wrongCredentials();
        return user;
      });
    },

    signOut: async ({ db, signedIn, cookie }) => {
      if (signedIn) await store.endSession(db, signedIn.session.tokenHash);
      cookie.clear();
    },

    getSession: ({ signedIn, now }) => toSession(signedIn, now),

    confirmSession: async ({ db, body, address, signedIn, now }) => {
      const { email } = signedIn.user;
      const check = ({ id: userId }: store.UserRow) =>
        checkSecondFactor(db, vault, { userId, code: body.code, now });
      await authenticate(db, hasher, { email, password: body.password, address, check });
      return confirm(db, signedIn, now);
    },

    listSessions: async ({ db, signedIn }) => ({
      sessions: (await store.listSessions(db, signedIn.user.id)).map((row) => ({
        id: row.id,
        isCurrent: row.id === signedIn.session.id,
        device: row.device,
        network: row.network,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.seen_at.toISOString(),
      })),
    }),

    endSession: async ({ db, params, signedIn, cookie }) => {
      if (!(await store.endSessionById(db, signedIn.user.id, params.id))) throw notFound();
      if (params.id === signedIn.session.id) cookie.clear();
    },

    endOtherSessions: ({ db, signedIn }) =>
      store.endSessions(db, signedIn.user.id, signedIn.session.tokenHash),

    updateUser: async ({ db, body, signedIn: { user } }) => {
      await store.updateUser(db, user.id, body);
      return toUser({ ...user, ...body, created_at: user.createdAt });
    },

    changePassword: async (context) => {
      const { db, body, address, signedIn } = context;
      const { id, email, name } = signedIn.user;
      await authenticate(db, hasher, { email, password: body.current, address });
      await refuseWeak(body.password, [email, name]);
      const password_hash = await hasher.hash(body.password, address);
      await change(db, signedIn, async (trx) => {
        await store.updateUser(trx, id, { password_hash });
        await store.endSessions(trx, id, signedIn.session.tokenHash);
        await store.deleteOwnLinks(trx, id);
        await audit(context, trx, { action: 'change password', target: id, details: {} });
        await mails?.enqueue(trx, { kind: 'password-changed', to: email, locale: signedIn.user.locale });
      });
    },

    listMembers: async ({ db, signedIn }) => ({
      members: (await store.listMembers(db, { account_id: signedIn.user.accountId })).map(toMember),
    }),

    updateMember: async (context) => {
      const { db, params, body, signedIn } = context;
      return change(db, signedIn, async (trx) => {
        const member = await findManaged(trx, signedIn.user, params.id);
        requireOwnerFor(body.role, signedIn.user.role);
        if (body.role !== member.role) {
          if (body.role !== 'owner') await keepAnOwner(trx, member);
          await store.updateUser(trx, member.id, { role: body.role });
          await store.endSessions(trx, member.id);
          await store.deleteLinksOf(trx, member.id);
          const revokedKeys =
            body.role === 'auditor' ? await revokeKeysOf(trx, member.id, { hidden: false }) : 0;
          const details = { from: member.role, to: body.role, revokedKeys };
          await audit(context, trx, { action: 'change role', target: member.id, details });
        }
        const [changed] = await store.listMembers(trx, { id: member.id });
        return toMember(changed!);
      });
    },

    removeMember: async (context) => {
      const { db, params, query, signedIn } = context;
      const fate = readFate(query, 'query');
      await change(db, signedIn, async (trx) => {
        const member = await findManaged(trx, signedIn.user, params.id);
        const details = await remove(trx, member, fate);
        await audit(context, trx, { action: 'remove member', target: member.id, details });
      });
    },

    leaveAccount: async (context) => {
      const { db, query, signedIn, cookie } = context;
      const { id, accountId } = signedIn.user;
      const fate = readFate(query, 'query');
      await change(db, signedIn, async (trx) => {
        const details = await remove(trx, (await store.findUser(trx, accountId, id))!, fate);
        await audit(context, trx, { action: 'leave', target: id, details });
      });
      cookie.clear();
    },

    createResetLink: async (context) => {
      const { db, params, signedIn } = context;
      return change(db, signedIn, async (trx) => {
        const { accountId, id: createdBy } = signedIn.user;
        const member = await findManaged(trx, signedIn.user, params.id);
        await store.deleteLinks(trx, accountId, { purpose: 'reset', user_id: member.id });
        const { token, row } = await createLink(trx, {
          purpose: 'reset',
          accountId,
          createdBy,
          userId: member.id,
        });
        await audit(context, trx, { action: 'create reset link', target: member.id, details: {} });
        return { url: links.toPage('reset-password', token), expiresAt: row.expires_at.toISOString() };
      });
    },

    listInvitations: async ({ db, signedIn }) => ({
      invitations: (await store.listInvitations(db, signedIn.user.accountId)).map(toInvitation),
    }),

    createInvitation: async (context) => {
      const { db, body, signedIn } = context;
      const { accountId, id: createdBy, role } = signedIn.user;
      requireOwnerFor(body.role, role);
      return change(db, signedIn, async (trx) => {
        const open = await store.listInvitations(trx, accountId);
        if (open.length >= accountLimits.usersPerAccount)
          throw new ServiceProblem(
            'limit_reached',
            `There are ${open.length} open invitations. Cancel some first.`,
          );
        const email = body.email === undefined ? {} : { email: normalizeEmail(body.email) };
        const params = { purpose: 'invitation', accountId, createdBy, role: body.role, ...email } as const;
        const { token, row } = await createLink(trx, params);
        await audit(context, trx, {
          action: 'invite',
          target: row.id,
          details: { role: body.role, ...email },
        });
        const url = links.toPage('join', token);
        const mailed = mails !== undefined && row.email !== null;
        if (mailed) {
          const inviter = { name: signedIn.user.name, account: signedIn.account.name };
          const locale = signedIn.user.locale ?? context.locale;
          await mailInvitation(mails, trx, { row: { ...row, email: row.email! }, url, inviter, locale });
        }
        return { invitation: toInvitation(row), url, mailed };
      });
    },

    cancelInvitation: async (context) => {
      const { db, params, signedIn } = context;
      await change(db, signedIn, async (trx) => {
        const which = { purpose: 'invitation', id: params.id } as const;
        if ((await store.deleteLinks(trx, signedIn.user.accountId, which)) === 0) throw notFound();
        await audit(context, trx, { action: 'cancel invitation', target: params.id, details: {} });
      });
    },

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

    acceptInvitation: async (context) => {
      const { db, body, address } = context;
      const { token, email, name, password } = body;
      const link = await findLink(db, token, 'invitation');
      if (link.email !== null && link.email !== normalizeEmail(email))
        throw invalid('/body/email', 'email', 'must be the address that was invited');
      await refuseWeak(password, [email, name]);
      const passwordHash = await hasher.hash(password, address);
      return enter(context, { action: 'join' }, async (trx) => {
        await store.lockAccount(trx, link.account_id);
        const { role } = await takeLink(trx, token, 'invitation');
        return createUser(trx, { accountId: link.account_id, email, name, role: role!, passwordHash });
      });
    },

    resetPassword: async (context) => {
      const { db, body, address, now } = context;
      const { user_id, account_id: accountId } = await findLink(db, body.token, 'reset');
      const userId = user_id!;
      const { email, name } = (await store.findUser(db, accountId, userId)) ?? { email: '', name: '' };
      await refuseWeak(body.password, [email, name]);
      const password_hash = await hasher.hash(body.password, address);
      await countAttempt(db, { itemId: `code:${userId}`, address }, () =>
        checkSecondFactor(db, vault, { userId, code: body.code, now }),
      );
      return enter(context, { action: 'reset password' }, async (trx) => {
        await store.lockAccount(trx, accountId);
        const { created_by: createdBy } = await takeLink(trx, body.token, 'reset');
        const user = await store.findUser(trx, accountId, userId);
        if (!user) throw notFound();
        if (createdBy === null) await store.confirmEmail(trx, userId, user.email);
        await store.updateUser(trx, userId, { password_hash });
        await store.endSessions(trx, userId);
        await store.deleteOwnLinks(trx, userId);
        // A device may be lost, or an attacker may have added a passkey.
        await deletePasskeys(trx, userId);
        await mails?.enqueue(trx, { kind: 'password-changed', to: user.email, locale: user.locale });
        return user;
      });
    },
  };
  return oidc?.isOnly ? withoutPasswords(handlers) : handlers;
}

const alreadySetUp = (): ServiceProblem =>
  new ServiceProblem('already_set_up', 'This server already has an owner. Sign in instead.');

const toMember = (row: store.MemberRow): AccountSchema<'Member'> => ({
  ...toUser(row),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  secondFactor: row.second_factor,
  passkeys: row.passkeys,
});

const toInvitation = (row: store.LinkRow): AccountSchema<'Invitation'> => ({
  id: row.id,
  role: row.role!,
  email: row.email,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});
