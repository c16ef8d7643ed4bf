import { accountLimits, type Role } from '@tempshare/contract/account';
import { prefixedId, sha256 } from '../../crypto/tokens.ts';
import { invalid, notFound, ServiceProblem } from '../../domain/problem.ts';
import { countAttempt } from '../../limits/attempts.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { revokeKeysOf } from '../accounts/api-key.ts';
import type { PasswordHasher } from './password.ts';
import { deleteLinksOf } from './link-store.ts';
import { endSessions } from './session-store.ts';
import * as store from './store.ts';

export const normalizeEmail = (email: string): string => email.normalize('NFC').toLowerCase();

export interface Attempt {
  email: string;
  password: string;
  address: string;
  /** Checks the second factor. A wrong code counts like a wrong password. */
  check?: (user: store.UserRow) => Promise<void>;
}

/**
 * Counts failures by address and network even for unknown users, so that nothing reveals who has an account.
 * @throws ServiceProblem `wrong_credentials`, `too_many_attempts`
 */
export async function authenticate(
  db: Db,
  hasher: PasswordHasher,
  { email, password, address, check }: Attempt,
): Promise<store.UserRow> {
  const itemId = `email:${sha256(normalizeEmail(email)).toString('base64url')}`;
  return countAttempt(db, { itemId, address }, async () => {
    const user = await store.findUser(db, { email: normalizeEmail(email) });
    const isRight = await hasher.matches(password, user?.password_hash, address);
    if (!user || !isRight) throw wrongCredentials();
    await check?.(user);
    return user;
  });
}

export const wrongCredentials = (): ServiceProblem =>
  new ServiceProblem('wrong_credentials', 'The e-mail address or the password is wrong.');

/** @throws ServiceProblem `email_taken`, `limit_reached` */
export async function createUser(
  db: Db,
  user: { accountId: string; email: string; name: string; role: Role; passwordHash: string | null },
): Promise<store.UserRow> {
  if ((await store.countUsers(db, { account_id: user.accountId })) >= accountLimits.usersPerAccount)
    throw new ServiceProblem(
      'limit_reached',
      `An account has at most ${accountLimits.usersPerAccount} members.`,
    );
  const row = await store.insertUser(db, {
    id: prefixedId('user'),
    account_id: user.accountId,
    email: normalizeEmail(user.email),
    name: user.name,
    role: user.role,
    password_hash: user.passwordHash,
  });
  if (!row) throw emailTaken();
  return row;
}

export const emailTaken = (): ServiceProblem =>
  new ServiceProblem('email_taken', 'Another member of this server has this e-mail address.');

/** Finds a member whom this role may manage. @throws ServiceProblem `not_found`, `insufficient_role` */
export async function findManaged(
  db: Db,
  by: { accountId: string; role: Role },
  id: string,
): Promise<store.UserRow> {
  const member = await store.findUser(db, { account_id: by.accountId, id });
  if (!member) throw notFound();
  requireOwnerFor(member.role, by.role);
  return member;
}

/** @throws ServiceProblem `validation_failed` */
export async function findHeir(db: Db, member: store.UserRow, id: string): Promise<store.UserRow> {
  const heir = id === member.id ? undefined : await store.findUser(db, { account_id: member.account_id, id });
  if (!heir || heir.role === 'auditor')
    throw invalid('/query/handOverTo', 'member', 'must be another member of this account, and no auditor');
  return heir;
}

/** @throws ServiceProblem `insufficient_role`: only owners manage owners */
export function requireOwnerFor(concerned: Role | undefined, by: Role): void {
  if (concerned === 'owner' && by !== 'owner')
    throw new ServiceProblem('insufficient_role', 'Only owners manage owners.');
}

/** Ends sessions and links, and the API keys of an auditor. @returns details for the audit log */
export async function changeRole(db: Db, { id, role: from }: store.UserRow, to: Role) {
  await store.updateUser(db, id, { role: to });
  await endSessions(db, { user_id: id });
  await deleteLinksOf(db, id);
  const revokedKeys = to === 'auditor' ? await revokeKeysOf(db, id, { hidden: false }) : 0;
  return { from, to, revokedKeys };
}

/** The account's row must be locked. @throws ServiceProblem `last_owner` */
export async function keepAnOwner(db: Db, member: store.UserRow): Promise<void> {
  if (member.role !== 'owner') return;
  if ((await countOwners(db, member.account_id)) <= 1)
    throw new ServiceProblem('last_owner', 'This is the last owner. Make another member owner first.');
}

export const countOwners = (db: Db, accountId: string): Promise<number> =>
  store.countUsers(db, { account_id: accountId, role: 'owner' });

export const hasOwner = async (db: Db, accountId: string): Promise<boolean> =>
  (await countOwners(db, accountId)) > 0;
