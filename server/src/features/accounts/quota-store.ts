import type { AccountSchema } from '@tempshare/contract/account';
import { forget } from '../../storage/forget.ts';
import type { Db } from '../../storage/postgres/database.ts';

type Limits = AccountSchema<'QuotaLimits'>;
type MemberQuota = AccountSchema<'MemberQuota'>;
type AccountQuotas = AccountSchema<'QuotaUse'> & { memberLimits: Limits };

/** SQL: usage of keys, and uploads of their owner. */
const usedBy = (keys: string, owner: string): string => `jsonb_build_object('items', living_items(${keys}),
  'bytes', held_bytes(${keys}), 'uploads', uploads_today(${owner})) AS used`;

export async function findAccountQuotas(db: Db, accountId: string): Promise<AccountQuotas> {
  const [row] = await db.query<AccountQuotas>(FIND_ACCOUNT, [accountId]);
  return row as AccountQuotas;
}

const FIND_ACCOUNT = `
  SELECT jsonb_build_object('items', q.items, 'bytes', q.bytes, 'uploads', q.uploads) AS limits,
    jsonb_build_object('items', q.member_items, 'bytes', q.member_bytes, 'uploads', q.member_uploads) AS "memberLimits",
    ${usedBy('a.keys', '$1')}
  FROM (SELECT keys_under_quota($1, NULL) AS keys) AS a LEFT JOIN account_quotas q ON q.account_id = $1`;

export const findMemberQuotas = (db: Db, accountId: string, userId?: string): Promise<MemberQuota[]> =>
  db.query<MemberQuota>(FIND_MEMBERS, [accountId, userId]);

const FIND_MEMBERS = `
  SELECT u.id, u.name, u.email, m.user_id IS NOT NULL AS "isOwn",
    CASE WHEN m.user_id IS NULL
      THEN jsonb_build_object('items', q.member_items, 'bytes', q.member_bytes, 'uploads', q.member_uploads)
      ELSE jsonb_build_object('items', m.items, 'bytes', m.bytes, 'uploads', m.uploads) END AS limits,
    ${usedBy('k.keys', 'u.id')}
  FROM users u LEFT JOIN member_quotas m ON m.user_id = u.id LEFT JOIN account_quotas q ON q.account_id = $1
  LEFT JOIN (
    SELECT user_id, array_agg(id) AS keys FROM api_keys WHERE account_id = $1 GROUP BY user_id
  ) AS k ON k.user_id = u.id
  WHERE u.account_id = $1 AND u.id = coalesce($2::text, u.id) ORDER BY u.name, u.id`;

export async function putAccountQuotas(
  db: Db,
  { accountId, limits, memberLimits }: { accountId: string; limits: Limits; memberLimits: Limits },
): Promise<void> {
  await db.query(
    `INSERT INTO account_quotas (account_id, items, bytes, uploads, member_items, member_bytes, member_uploads)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (account_id) DO UPDATE SET items = $2, bytes = $3, uploads = $4, member_items = $5, member_bytes = $6,
       member_uploads = $7`,
    [
      ...[accountId, limits.items, limits.bytes, limits.uploads],
      ...[memberLimits.items, memberLimits.bytes, memberLimits.uploads],
    ],
  );
  await forgetIdle(db, accountId);
}

/** Sets the quotas of a member; null restores the default. */
export async function putMemberQuotas(
  db: Db,
  { accountId, userId, limits }: { accountId: string; userId: string; limits: Limits | null },
): Promise<void> {
  if (limits === null) {
    await db.query('DELETE FROM member_quotas WHERE user_id = $1', [userId]);
    await forgetIdle(db, accountId);
    return;
  }
  await db.query(
    `WITH account AS (INSERT INTO account_quotas (account_id) VALUES ($1) ON CONFLICT DO NOTHING)
     INSERT INTO member_quotas (user_id, items, bytes, uploads) VALUES ($2, $3, $4, $5)
     ON CONFLICT (user_id) DO UPDATE SET items = $3, bytes = $4, uploads = $5`,
    [accountId, userId, limits.items, limits.bytes, limits.uploads],
  );
}

/** Deletes the row of an account without quotas, because creating items locks that row. */
async function forgetIdle(db: Db, accountId: string): Promise<void> {
  await db.query(
    `DELETE FROM account_quotas WHERE account_id = $1
     AND coalesce(items, bytes, uploads, member_items, member_bytes, member_uploads) IS NULL
     AND NOT EXISTS (SELECT FROM member_quotas m JOIN users u ON u.id = m.user_id WHERE u.account_id = $1)`,
    [accountId],
  );
}

/** Deletes counts of days that have ended in every time zone. */
export const forgetUploads = forget('quota_uploads', ['owner'], `day < (now() AT TIME ZONE 'UTC')::date - 1`);
