import type { EventType } from '@tempshare/contract';

/**
 * SQL that writes an event for each row of `from` (a CTE with `account_id`, `api_key_id` and `livemode`), to stand in
 * the statement that changes the state: the event and the change commit together or not at all.
 */
export function emit(event: {
  type: EventType;
  id: string;
  object: string;
  from: string;
  where?: string;
}): string {
  const { type, id, object, from, where = 'true' } = event;
  return `
    INSERT INTO events (id, type, account_id, api_key_id, livemode, object, created_at)
    SELECT ${id}, '${type}', e.account_id, e.api_key_id, e.livemode, ${object}, date_trunc('milliseconds', now()) FROM ${from} e WHERE ${where}`;
}
