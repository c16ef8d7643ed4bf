import { allScopes } from '@tempshare/contract';
import type { AccountSchema } from '@tempshare/contract/account';
import { lifetimes } from '@tempshare/contract/account/constants';
import { linkId } from '../../../../testing/src/domain/tokens.ts';
import {
  AccountProblem,
  audit,
  found,
  idOf,
  iso,
  pagesKeyOf,
  type Account,
  type HandlersOf,
  type MemberContext,
  type OneTimeLink,
  type User,
  type VisitorContext,
} from './account.ts';
import { startSession } from './sessions.ts';
import { settle } from './settlement.ts';

/** A token of one-time links: 43 base62 characters. */
const newToken = (): string => (linkId() + linkId()).slice(0, 43);

function makeLink({ account, appUrl }: VisitorContext, path: string, link: OneTimeLink): string {
  const token = newToken();
  account.links.set(token, link);
  return `${appUrl}/${path}?token=${token}`;
}

/** The living link with a token. @throws AccountProblem `invalid_link` */
function linkOf({ account, now }: VisitorContext, token: string): OneTimeLink {
  const link = account.links.get(token);
  const isLiving = link && Date.parse(link.expiresAt) > now;
  const isThere =
    account.users.some(({ id }) => id === link?.about) || invitationOf(account, link?.about) !== undefined;
  if (!isLiving || !isThere) throw new AccountProblem('invalid_link');
  return link;
}

const invitationOf = ({ invitations }: Account, id: string | undefined) =>
  invitations.find((invitation) => invitation.id === id);

function toMember({ recoveryCodesLeft: _, ...member }: User): AccountSchema<'Member'> {
  return member;
}

const ownersIn = ({ users }: Account): number => users.filter(({ role }) => role === 'owner').length;

/** Someone that this person may change: administrators all but owners. @throws MockProblem `not_found` */
const managed = ({ account, user }: MemberContext, id: string): User =>
  found(account.users.find((other) => other.id === id && (user.role === 'owner' || other.role !== 'owner')));

/** Takes somebody out of the account. @throws AccountProblem `last_owner` */
function remove(
  context: MemberContext,
  user: User,
  { shared = 'keep', handOverTo }: { shared?: AccountSchema<'Shared'>; handOverTo?: string },
): void {
  const { account, now, state } = context;
  if (user.role === 'owner' && ownersIn(account) === 1) throw new AccountProblem('last_owner');
  const heir =
    handOverTo === undefined ? undefined : found(account.users.find(({ id }) => id === handOverTo));
  const keys = account.keys.filter(({ createdBy }) => createdBy === user.id);
  const to = heir && pagesKeyOf(context, heir, allScopes, now).id;
  settle(
    state,
    keys.map(({ id }) => id),
    shared,
    to,
  );
  for (const key of keys)
    if (!key.hidden) Object.assign(key, { revokedAt: key.revokedAt ?? now, secrets: [] });
  account.users = account.users.filter((other) => other !== user);
  account.sessions = account.sessions.filter(({ userId }) => userId !== user.id);
}

type Operations =
  | 'listMembers'
  | 'updateMember'
  | 'removeMember'
  | 'removeMemberSecondFactor'
  | 'createResetLink'
  | 'listInvitations'
  | 'createInvitation'
  | 'cancelInvitation'
  | 'inspectLink'
  | 'acceptInvitation'
  | 'resetPassword'
  | 'leaveAccount';

export const peopleHandlers: HandlersOf<Operations> = {
  listMembers: ({ account }) => ({ members: account.users.map(toMember) }),

  updateMember: (context) => {
    const { account, body, params } = context;
    const member = managed(context, params.id);
    if (member.role === 'owner' && body.role !== 'owner' && ownersIn(account) === 1)
      throw new AccountProblem('last_owner');
    const from = member.role;
    member.role = body.role;
    audit(context, 'change role', member.id, { from, to: body.role });
    return toMember(member);
  },

  removeMember: (context) => {
    const member = managed(context, context.params.id);
    remove(context, member, context.query);
    audit(context, 'remove member', member.id, { shared: context.query.shared ?? 'keep' });
  },

  removeMemberSecondFactor: (context) => {
    const member = managed(context, context.params.id);
    member.secondFactor = false;
    audit(context, 'turn second factor off', member.id);
  },

  createResetLink: (context) => {
    const member = managed(context, context.params.id);
    const expiresAt = iso(context.now + 1000 * lifetimes.resetLink);
    const url = makeLink(context, 'reset-password', { purpose: 'reset', about: member.id, expiresAt });
    audit(context, 'create reset link', member.id);
    return { url, expiresAt };
  },

  listInvitations: ({ account, now }) => ({
    invitations: account.invitations.filter(({ expiresAt }) => Date.parse(expiresAt) > now),
  }),

  createInvitation: (context) => {
    const { account, now, body } = context;
    const { role, email = null } = body;
    const [createdAt, expiresAt] = [iso(now), iso(now + 1000 * lifetimes.invitation)];
    const invitation = { id: idOf('inv'), role, email, createdAt, expiresAt };
    account.invitations.push(invitation);
    const url = makeLink(context, 'join', { purpose: 'invitation', about: invitation.id, expiresAt });
    audit(context, 'invite', invitation.id, { role });
    return { invitation, mailed: false, url };
  },

  cancelInvitation: (context) => {
    const { account, params } = context;
    const invitation = found(invitationOf(account, params.id));
    account.invitations = account.invitations.filter((other) => other !== invitation);
    audit(context, 'cancel invitation', invitation.id);
  },

  inspectLink: (context) => {
    const { account, body } = context;
    const { purpose, about, expiresAt } = linkOf(context, body.token);
    const invitation = invitationOf(account, about);
    const user = account.users.find(({ id }) => id === about);
    return {
      ...{ purpose, accountName: account.name, expiresAt },
      ...{ email: invitation?.email ?? user?.email ?? null, role: invitation?.role ?? null },
    };
  },

  acceptInvitation: (context) => {
    const { account, now, body } = context;
    const { about } = linkOf(context, body.token);
    const { role, email } = found(invitationOf(account, about));
    if (email !== null && email.toLowerCase() !== body.email.toLowerCase())
      throw new AccountProblem('invalid_link');
    if (account.users.some((user) => user.email.toLowerCase() === body.email.toLowerCase()))
      throw new AccountProblem('email_taken');
    const user: User = {
      ...{ id: idOf('user'), email: body.email, name: body.name, role, locale: null, createdAt: iso(now) },
      ...{ lastSeenAt: iso(now), secondFactor: false, passkeys: 0, recoveryCodesLeft: 0 },
    };
    account.users.push(user);
    account.invitations = account.invitations.filter(({ id }) => id !== about);
    account.links.delete(body.token);
    audit({ ...context, user }, 'join', user.id, { role });
    return startSession(context, user);
  },

  resetPassword: (context) => {
    const { account, body } = context;
    const user = found(account.users.find(({ id }) => id === linkOf(context, body.token).about));
    if (user.secondFactor && body.code === undefined) throw new AccountProblem('code_required');
    account.links.delete(body.token);
    audit({ ...context, user }, 'reset password', user.id);
    return startSession(context, user);
  },

  leaveAccount: (context) => {
    const { account, query, user } = context;
    remove(context, user, query);
    account.signedInAs = null;
    audit(context, 'leave', user.id, { shared: query.shared ?? 'keep' });
  },
};
