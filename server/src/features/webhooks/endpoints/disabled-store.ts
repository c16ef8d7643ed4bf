import type { Db } from '../../../storage/postgres/database.ts';
import { webhookEndpointEvents } from './events.ts';

/** Writes `webhook_endpoint.disabled`. Must run in the transaction that disables the endpoint. */
export async function insertDisabled(db: Db, id: string, eventId: string): Promise<void> {
  await db.query(INSERT, [id, eventId]);
}

const INSERT = `
  WITH disabled AS (
    SELECT $1::text AS id, account_id, api_key_id, livemode, enabled, disabled_reason, created_at
    FROM webhook_endpoints WHERE id = $1
  ), ${webhookEndpointEvents.disabled({ as: 'event', id: '$2::text', from: 'disabled' })}
  SELECT id FROM event`;
