import type { Role } from '@tempshare/contract/account';
import type { Db } from '../../storage/postgres/database.ts';

export type Purpose = 'set-up' | 'invitation' | 'reset' | 'email';

export interface LinkRow {
  id: string;
  purpose: Purpose;
  account_id: string;
  user_id: string | null;
  created_by: string | null;
  role: Role | null;
  email: string | null;
  created_at: Date;
  expires_at: Date;
}

/** `*` would fail on an old server once a newer one has added a column. */
const LINK = [
  'id',
  'purpose',
  'account_id',
  'user_id',
  'created_by',
  'role',
  'email',
  'created_at',
  'expires_at',
] as const;

export type NewLink = Pick<LinkRow, 'purpose' | 'account_id'> &
  Partial<Pick<LinkRow, 'user_id' | 'created_by' | 'role' | 'email'>>;

export async function insertLink(
  db: Db,
  link: NewLink & { id: string; token_hash: Buffer },
  lifetimeSeconds: number,
): Promise<LinkRow> {
  const [row] = await db.build<LinkRow>((knex) => {
    const expires_at = knex.raw('now() + make_interval(secs => ?)', [lifetimeSeconds]);
    return knex('one_time_links')
      .insert({ ...link, expires_at })
      .returning([...LINK]);
  });
  return row as LinkRow;
}

/** Counts valid mailed links, which nobody created. */
export async function countMailedLinks(db: Db, userId: string, purpose: Purpose): Promise<number> {
  const [row] = await db.build<{ count: number }>((knex) =>
    knex('one_time_links')
      .where({ user_id: userId, purpose })
      .whereNull('created_by')
      .whereRaw('expires_at > now()')
      .select(knex.raw('count(*)::int AS count')),
  );
  return (row as { count: number }).count;
}

export async function findLink(db: Db, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await db.build<LinkRow>((knex) =>
    knex('one_time_links').select(LINK).where({ token_hash: tokenHash }).whereRaw('expires_at > now()'),
  );
  return row;
}

/** Consumes a link; of concurrent callers one gets it. */
export async function takeLink(db: Db, tokenHash: Buffer, purpose: Purpose): Promise<LinkRow | undefined> {
  const [row] = await db.build<LinkRow>((knex) =>
    knex('one_time_links')
      .delete()
      .where({ token_hash: tokenHash, purpose })
      .whereRaw('expires_at > now()')
      .returning([...LINK]),
  );
  return row;
}

export async function deleteLinks(
  db: Db,
  which: { user_id: string; purpose?: Purpose } | { account_id: string; purpose: Purpose; id?: string },
): Promise<number> {
  const rows = await db.build((knex) => knex('one_time_links').delete().where(which).returning('id'));
  return rows.length;
}

/** Deletes the links for a user, and those that the user created. */
export async function deleteLinksOf(db: Db, userId: string): Promise<void> {
  await db.build((knex) =>
    knex('one_time_links').delete().where({ user_id: userId }).orWhere({ created_by: userId }),
  );
}

export const listInvitations = (db: Db, accountId: string): Promise<LinkRow[]> =>
  db.build<LinkRow>((knex) =>
    knex('one_time_links')
      .select(LINK)
      .where({ account_id: accountId, purpose: 'invitation' })
      .whereRaw('expires_at > now()')
      .orderBy('created_at', 'desc'),
  );
