import type { AccountSchema } from '@tempshare/contract/account';
import type { MemberContext } from '../../domain/panel.ts';
import { invalid, notFound } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './store.ts';

/** Finds a key that the caller may manage; members manage those they created. @throws ServiceProblem `not_found` */
export async function findManagedKey(
  { signedIn: { user } }: MemberContext,
  db: Db,
  id: string,
): Promise<store.ListedKey> {
  const key = await store.findKey(db, user.accountId, id);
  if (!key || (user.role === 'member' && key.user_id !== user.id)) throw notFound();
  return key;
}

/** Checks the key that takes over items of a revoked one. @throws ServiceProblem `validation_failed` */
export async function checkHeir(
  context: MemberContext,
  db: Db,
  { id, environment, heir }: { id: string; environment: string; heir: string },
): Promise<void> {
  const key = heir === id ? undefined : await findManagedKey(context, db, heir);
  const isActive = key && (await store.lockLivingKey(db, key.account_id, heir));
  if (!isActive || key.environment !== environment)
    throw invalid('/body/handOverTo', 'key', `must be another active ${environment} key of this account`);
}

export function toKey(key: store.ListedKey, now: Date): AccountSchema<'Key'> {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    scopes: key.scopes,
    createdBy:
      key.user_id !== null && key.user_name !== null ? { id: key.user_id, name: key.user_name } : null,
    createdAt: key.created_at.toISOString(),
    expiresAt: key.expires_at?.toISOString() ?? null,
    revokedAt: key.revoked_at?.toISOString() ?? null,
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    requestsToday: key.requests_today,
    state: key.revoked_at ? 'revoked' : key.expires_at && key.expires_at <= now ? 'expired' : 'active',
    secrets: key.secrets,
  };
}
