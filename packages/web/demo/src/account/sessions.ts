import type { AccountSchema } from '@tempshare/contract/account';
import { lifetimes, limits } from '@tempshare/contract/account/constants';
import { linkId } from '../../../../testing/src/domain/tokens.ts';
import {
  AccountProblem,
  audit,
  found,
  idOf,
  iso,
  type HandlersOf,
  type MemberContext,
  type User,
  type VisitorContext,
} from './account.ts';

function toUser({ id, email, name, role, locale, createdAt }: User): AccountSchema<'User'> {
  return { id, email, name, role, locale, createdAt };
}

/** The session of this browser, which needs no confirmation: nobody has a password. */
const toSession = ({ account, now }: VisitorContext, user: User): AccountSchema<'Session'> => ({
  user: toUser(user),
  hasPassword: true,
  account: { id: account.id, name: account.name, runsServer: true },
  confirmedUntil: iso(now + 1000 * lifetimes.recentSignIn),
  expiresAt: iso(now + 1000 * lifetimes.sessionIdle),
});

/** Signs somebody in on this browser. */
export function startSession(context: VisitorContext, user: User): AccountSchema<'Session'> {
  const { account, now } = context;
  for (const session of account.sessions) session.isCurrent = false;
  const at = iso(now);
  account.sessions.push({
    ...{ id: idOf('ses'), userId: user.id, isCurrent: true, device: null, network: '127.0.0.0/24' },
    ...{ createdAt: at, lastSeenAt: at },
  });
  account.signedInAs = user.id;
  user.lastSeenAt = at;
  return toSession(context, user);
}

/** @throws AccountProblem `code_required`, `wrong_code` for somebody with a second factor */
function checkCode({ secondFactor }: User, code: string | undefined): void {
  if (!secondFactor) return;
  if (code === undefined) throw new AccountProblem('code_required');
  if (!CODE.test(code.replaceAll(/\s/g, ''))) throw new AccountProblem('wrong_code');
}

/** Any code of an app, or recovery code: the demo checks the form alone. */
const CODE = /^\d{6}$|^[0-9a-z]{5}-?[0-9a-z]{5}$/i;

const recoveryCodes = (): string[] =>
  Array.from({ length: limits.recoveryCodes }, () => {
    const letters = linkId().toLowerCase();
    return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
  });

const ofUser = ({ account, user }: MemberContext) =>
  account.sessions.filter(({ userId }) => userId === user.id);

type Operations =
  | 'getSession'
  | 'signIn'
  | 'signOut'
  | 'confirmSession'
  | 'listSessions'
  | 'endOtherSessions'
  | 'endSession'
  | 'updateUser'
  | 'changePassword'
  | 'getSecondFactor'
  | 'startSecondFactor'
  | 'confirmSecondFactor'
  | 'removeSecondFactor'
  | 'createRecoveryCodes';

export const sessionHandlers: HandlersOf<Operations> = {
  getSession: (context) => toSession(context, context.user),

  signIn: (context) => {
    const { account, body } = context;
    const user = account.users.find(({ email }) => email.toLowerCase() === body.email.trim().toLowerCase());
    if (!user) throw new AccountProblem('wrong_credentials');
    checkCode(user, body.code);
    audit({ ...context, user }, 'sign in', user.id);
    return startSession(context, user);
  },

  signOut: ({ account }) => {
    account.signedInAs = null;
    account.sessions = account.sessions.filter(({ isCurrent }) => !isCurrent);
  },

  confirmSession: (context) => {
    checkCode(context.user, context.body.code);
    return toSession(context, context.user);
  },

  listSessions: (context) => ({ sessions: ofUser(context).map(({ userId: _, ...session }) => session) }),

  endOtherSessions: ({ account, user }) => {
    account.sessions = account.sessions.filter(({ userId, isCurrent }) => userId !== user.id || isCurrent);
  },

  endSession: (context) => {
    const { account, params } = context;
    const session = found(ofUser(context).find(({ id }) => id === params.id));
    account.sessions = account.sessions.filter((other) => other !== session);
    if (session.isCurrent) account.signedInAs = null;
  },

  updateUser: ({ user, body }) => toUser(Object.assign(user, body)),

  changePassword: (context) => audit(context, 'change password', context.user.id),

  getSecondFactor: ({ user: { secondFactor: enabled, recoveryCodesLeft } }) => ({
    enabled,
    recoveryCodesLeft,
  }),

  startSecondFactor: ({ user }) => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const secret = Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
    const label = encodeURIComponent(`Tempshare:${user.email}`);
    return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Tempshare` };
  },

  confirmSecondFactor: (context) => {
    checkCode({ ...context.user, secondFactor: true }, context.body.code);
    Object.assign(context.user, { secondFactor: true, recoveryCodesLeft: limits.recoveryCodes });
    audit(context, 'turn second factor on', context.user.id);
    return { recoveryCodes: recoveryCodes() };
  },

  removeSecondFactor: (context) => {
    Object.assign(context.user, { secondFactor: false, recoveryCodesLeft: 0 });
    audit(context, 'turn second factor off', context.user.id);
  },

  createRecoveryCodes: (context) => {
    if (!context.user.secondFactor) throw new AccountProblem('no_second_factor');
    context.user.recoveryCodesLeft = limits.recoveryCodes;
    audit(context, 'create recovery codes', context.user.id);
    return { recoveryCodes: recoveryCodes() };
  },
};
