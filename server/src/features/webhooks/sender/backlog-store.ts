import type { Db } from '../../../storage/postgres/database.ts';

export interface FailingEndpoint {
  id: string;
  keyId: string;
  fails: boolean;
  skips: boolean;
}

/** Matches endpoints with ten failures or two hung attempts in a row, which working receivers rarely have. */
const fails = (e: string): string => `(${e}.enabled AND (${e}.failures >= 10 OR ${e}.hangs >= 2))`;

export const findFailing = (db: Db): Promise<FailingEndpoint[]> => db.query<FailingEndpoint>(FIND_FAILING);

const FIND_FAILING = `
  SELECT id, api_key_id AS "keyId", ${fails('e')} AS fails, skips FROM webhook_endpoints e WHERE skips OR ${fails('e')}`;

export async function countPending(
  db: Db,
  endpointIds: readonly string[],
  most: number,
): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; pending: number }>(COUNT_PENDING, [endpointIds, most]);
  const counts = new Map<string, number>();
  for (const { id, pending } of rows) counts.set(id, (counts.get(id) ?? 0) + pending);
  return counts;
}

const COUNT_PENDING = `
  SELECT endpoint.id, count(*)::int AS pending FROM unnest($1::text[]) AS endpoint (id) CROSS JOIN LATERAL (
    SELECT FROM webhook_deliveries WHERE endpoint_id = endpoint.id AND state = 'pending' LIMIT $2) pending
  GROUP BY endpoint.id`;

/** Makes events skip endpoints, or reach them again. @returns the ids that changed */
export async function setSkips(db: Db, endpointIds: readonly string[], skips: boolean): Promise<string[]> {
  if (endpointIds.length === 0) return [];
  const rows = await db.query<{ id: string }>(skips ? SKIP : REACH, [endpointIds]);
  return rows.map(({ id }) => id);
}

/**
 * Keeps one period for an outage, although its end is unknown until a delivery succeeds. It starts a minute early,
 * because an event has the start time of its transaction.
 */
const SKIP = `
  UPDATE webhook_endpoints e SET skips = true, skipped_until = NULL,
    skipped_from = CASE WHEN skipped_from > failing_since THEN skipped_from ELSE now() - interval '1 minute' END
  WHERE id = ANY ($1) AND NOT skips AND ${fails('e')} RETURNING id`;

const REACH = `
  UPDATE webhook_endpoints SET skips = false, skipped_until = now() WHERE id = ANY ($1) AND skips RETURNING id`;
