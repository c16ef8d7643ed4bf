import type { GuardedItems, Module } from '../domain/module.ts';
import { forget } from '../storage/forget.ts';
import type { Db } from '../storage/postgres/database.ts';

/** SQL: a request log has been idle for 10 minutes, which are ten windows, or dates from before the clock was set back. */
const IS_IDLE = `abs(decided - (extract(epoch FROM now()) * 1000)::bigint) >= 600000`;

export const limits = {
  folder: 'limits',
  tables: { attempts: { item: 'item_id' }, rate_limits: { item: null, counts: true } },
  cleanUp: [forgetAttempts, forget('rate_limits', ['bucket'], IS_IDLE)],
} satisfies Module;

/**
 * SQL: spares tries of sign-ins and links, whose names have a colon and no item, for a day, and for good if the network
 * was right before.
 */
const IS_FORGETTABLE = `NOT (a.item_id LIKE '%:%' AND (
  coalesce(a.recent[cardinality(a.recent)] > now() - interval '1 day', false) OR coalesce(a.busy_until > now(), false) OR a.proven))`;

function forgetAttempts(deps: { database: Db; guardedItems: readonly GuardedItems[] }): Promise<void> {
  const ended = deps.guardedItems.map(
    ({ table, guarded }) => `NOT EXISTS (SELECT FROM ${table} WHERE id = a.item_id AND ${guarded})`,
  );
  return forget('attempts a', ['item_id', 'address'], [IS_FORGETTABLE, ...ended].join(' AND '))(deps);
}
