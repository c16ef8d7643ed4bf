import type { EventType } from '@tempshare/contract';

/**
 * CTEs that write an event for each row of `from` (a CTE with `account_id`, `api_key_id` and `livemode`), and its
 * delivery to each webhook endpoint that asks for it. They stand in the statement that changes the state: the event, its
 * deliveries and the change commit together or not at all.
 */
export function emit(event: {
  /** What the CTEs are called. */
  as: string;
  type: EventType;
  /** An expression for the event's id; `e` is the row. */
  id: string;
  /** An expression for `data.object`. */
  object: string;
  from: string;
  where?: string;
}): string {
  const { as, type, id, object, from, where = 'true' } = event;
  return `
  ${as} AS (
    INSERT INTO events (id, type, account_id, api_key_id, livemode, object, created_at)
    SELECT ${id}, '${type}', e.account_id, e.api_key_id, e.livemode, ${object}, date_trunc('milliseconds', now())
    FROM ${from} e WHERE ${where}
    RETURNING id, api_key_id, created_at
  ), ${as}_deliveries AS (
    INSERT INTO webhook_deliveries (endpoint_id, event_id, event_type, next_attempt_at, created_at)
    SELECT w.id, e.id, '${type}', now(), e.created_at
    FROM ${as} e JOIN webhook_endpoints w ON w.api_key_id = e.api_key_id
    WHERE w.enabled AND (w.events IS NULL OR '${type}' = ANY (w.events))
  )`;
}
