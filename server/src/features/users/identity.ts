import type { Role } from '@tempshare/contract/account';
import { ServiceProblem } from '../../domain/problem.ts';
import type { VisitorContext } from '../../domain/panel.ts';
import { countTry } from '../../limits/attempt-store.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { defaultAccount } from '../accounts/api-key.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { Identity, OidcClient } from './oidc-client.ts';
import { roleOfGroups } from './groups.ts';
import { deleteLinksOf } from './link-store.ts';
import * as identities from './oidc-store.ts';
import { deletePasskeys } from './passkey-store.ts';
import { deleteSecondFactor } from './second-factor-store.ts';
import { endSessions } from './session-store.ts';
import * as store from './store.ts';
import { changeRole, countOwners, createUser, normalizeEmail } from './user.ts';

interface Admitted {
  user: store.UserRow;
  details: { by: 'oidc'; joined?: true; connected?: true; from?: Role; to?: Role; revokedKeys?: number };
}

/**
 * Finds or creates the user of an identity, with the role of its groups. Users are matched by issuer and subject, and
 * connected by e-mail address as in decision 0081.
 * @throws ServiceProblem `no_group`, `unverified_email`, `not_connected`, `limit_reached`
 */
export async function admitIdentity(trx: Db, oidc: OidcClient, identity: Identity): Promise<Admitted> {
  const admitted = await findOrMake(trx, oidc, identity);
  const { email, emailIsVerified } = identity;
  if (email !== undefined && emailIsVerified)
    await store.confirmEmail(trx, admitted.user.id, normalizeEmail(email));
  return admitted;
}

async function findOrMake(trx: Db, oidc: OidcClient, identity: Identity): Promise<Admitted> {
  const role = roleOfGroups(oidc.roles, identity.groups);
  if (role === undefined) throw noGroup();
  const { issuer, subject } = identity;
  const known = await identities.findIdentity(trx, issuer, subject);
  if (known !== undefined) return followGroups(trx, oidc, { id: known, role });
  const { email, emailIsVerified } = identity;
  if (email === undefined || !emailIsVerified) throw unverifiedEmail();
  const accountId = oidc.accountId ?? (await defaultAccount(trx));
  await store.lockAccount(trx, accountId);
  const found = await store.findUser(trx, { email: normalizeEmail(email) });
  if (found) return connect(trx, oidc, { identity, user: found, role, accountId });
  const name = identity.name ?? email.slice(0, 100);
  const user = await createUser(trx, { accountId, email, name, role, passwordHash: null }).catch(
    asNotConnected,
  );
  if (!(await identities.insertIdentity(trx, { issuer, subject, userId: user.id }))) throw notConnected();
  return { user, details: { by: 'oidc', joined: true } };
}

interface Refusal {
  oidc: OidcClient;
  identity: Identity;
  reason: string;
}

/** Ends the sessions of a person who has lost every group, and records the refusal if the database can. */
export async function refuse(context: VisitorContext, refusal: Refusal): Promise<void> {
  const { issuer, subject } = refusal.identity;
  const id = await identities.findIdentity(context.db, issuer, subject);
  if (id !== undefined && refusal.reason === 'no_group') await endSessions(context.db, { user_id: id });
  await recordRefusal(context, id, refusal).catch(() => undefined);
}

/** Records a refusal, limited like wrong passwords. */
async function recordRefusal(
  { db, address, network, requestId }: VisitorContext,
  id: string | undefined,
  { oidc, identity, reason }: Refusal,
): Promise<void> {
  const { subject, email, name } = identity;
  const user = id === undefined ? undefined : await store.findUser(db, { id });
  const accountId = user?.account_id ?? oidc.accountId ?? (await defaultAccount(db));
  if (!(await countTry(db, `refusals:${accountId}`, address))) return;
  const by = { accountId, id: user?.id ?? null, name: user?.name ?? email ?? name ?? subject };
  const details = { by: 'oidc', reason, subject };
  await recordAudit(
    db,
    { action: 'refuse sign-in', target: user?.id ?? accountId, details },
    { ...by, network, requestId },
  );
}

/**
 * Connects the member with this address. Password, passkeys and second factor end, because their creator did not have
 * to prove the address. An owner is connected only if a group gives `owner`.
 */
async function connect(
  trx: Db,
  oidc: OidcClient,
  {
    identity,
    user,
    role,
    accountId,
  }: { identity: Identity; user: store.UserRow; role: Role; accountId: string },
): Promise<Admitted> {
  const { issuer, subject } = identity;
  if (user.account_id !== accountId || (user.role === 'owner' && role !== 'owner')) throw notConnected();
  if (!(await identities.insertIdentity(trx, { issuer, subject, userId: user.id }))) throw notConnected();
  await store.updateUser(trx, user.id, { password_hash: null });
  await deletePasskeys(trx, { user_id: user.id });
  await deleteSecondFactor(trx, user.id);
  await deleteLinksOf(trx, user.id);
  await endSessions(trx, { user_id: user.id });
  const { user: row, details } = await followGroups(trx, oidc, { id: user.id, role });
  return { user: row, details: { ...details, connected: true } };
}

async function followGroups(
  trx: Db,
  oidc: OidcClient,
  { id, role }: { id: string; role: Role },
): Promise<Admitted> {
  const before = await store.findUser(trx, { id });
  if (!before) throw notConnected();
  await store.lockAccount(trx, before.account_id);
  const user = await store.findUser(trx, { id });
  if (!user) throw notConnected();
  if (user.role === role || (await staysOwner(trx, oidc, user))) return { user, details: { by: 'oidc' } };
  return { user: { ...user, role }, details: { by: 'oidc', ...(await changeRole(trx, user, role)) } };
}

/** Keeps ownership if groups cannot give it, and of the last owner. */
async function staysOwner(trx: Db, oidc: OidcClient, user: store.UserRow): Promise<boolean> {
  if (user.role !== 'owner') return false;
  if (![...oidc.roles.values()].includes('owner')) return true;
  return (await countOwners(trx, user.account_id)) <= 1;
}

function asNotConnected(error: unknown): never {
  throw error instanceof ServiceProblem && error.code === 'email_taken' ? notConnected() : error;
}

const noGroup = (): ServiceProblem =>
  new ServiceProblem(
    'no_group',
    'The identity provider knows you, but none of your groups has a role here. Ask an administrator.',
  );

const unverifiedEmail = (): ServiceProblem =>
  new ServiceProblem(
    'unverified_email',
    'The identity provider gave no verified e-mail address. Verify it there, then begin again.',
  );

const notConnected = (): ServiceProblem =>
  new ServiceProblem(
    'not_connected',
    'A member with this e-mail address exists, and cannot be connected with your sign-in. Ask an owner.',
  );
