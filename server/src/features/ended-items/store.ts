import { lifetimes } from '@tempshare/contract';
import type { ListedItems, ListedKind } from '../../domain/listed-item.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { interval } from '../../storage/interval.ts';

const SHOWN = `ended_at > now() - ${interval(lifetimes.listedAfterEnd)}`;

/** Deleted secrets keep their own row. */
const KINDS: readonly ListedKind[] = ['text', 'url', 'file', 'debug', 'request', 'room', 'drop'];

/** Deleted items in the list of all items. Triggers leave a row of each. */
export const listedEnded: { table: string; listed: ListedItems } = {
  table: 'ended_items',
  listed: {
    kinds: KINDS,
    columns: {
      kind: 'kind',
      shortCode: 'short_code',
      encryption: 'encryption',
      requiresPassword: 'requires_password',
      state: `'deleted'`,
      views: 'views',
      maxViews: 'max_views',
      firstViewedAt: 'first_viewed_at',
      lastViewedAt: 'last_viewed_at',
      received: 'received',
      endReason: `'deleted'`,
      expiresAt: 'expires_at',
      endedAt: 'ended_at',
      wrappedKey: 'NULL::bytea',
      title: 'NULL::bytea',
      ownerWrappedKey: 'owner_wrapped_key',
      label: 'label',
    },
    parts: ({ kind, state }) => {
      if (state !== undefined && state !== 'deleted') return [];
      if (kind === undefined) return [SHOWN];
      return KINDS.includes(kind) ? [`kind = '${kind}' AND ${SHOWN}`] : [];
    },
    shown: SHOWN,
    code: 'short_code',
  },
};

/** Forgets items that were deleted 30 days ago. @returns how many, at most `limit`. */
export async function forgetEnded(db: Db, limit: number): Promise<number> {
  const rows = await db.query(FORGET_ENDED, [limit]);
  return rows.length;
}

const FORGET_ENDED = `
  WITH due AS (
    SELECT id FROM ended_items WHERE ended_at <= now() - ${interval(lifetimes.listedAfterEnd)}
    LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM ended_items USING due WHERE ended_items.id = due.id RETURNING due.id`;
