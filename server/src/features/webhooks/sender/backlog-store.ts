import type { Db } from '../../../storage/postgres/database.ts';

/** An endpoint that fails, or that events skip. */
export interface FailingEndpoint {
  id: string;
  keyId: string;
  fails: boolean;
  skips: boolean;
}

/** Ten failures in a row, or two attempts in a row that hung: few receivers that work do either. */
const fails = (e: string): string => `(${e}.enabled AND (${e}.failures >= 10 OR ${e}.hangs >= 2))`;

export const findFailing = (db: Db): Promise<FailingEndpoint[]> => db.query<FailingEndpoint>(FIND_FAILING);

const FIND_FAILING = `
  SELECT id, api_key_id AS "keyId", ${fails('e')} AS fails, skips FROM webhook_endpoints e WHERE skips OR ${fails('e')}`;

/** Counts the pending deliveries of each endpoint, up to `most`. */
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

/** Lets events skip endpoints, or reach them again. @returns the ids of those that changed. */
export async function setSkips(db: Db, endpointIds: readonly string[], skips: boolean): Promise<string[]> {
  if (endpointIds.length === 0) return [];
  const rows = await db.query<{ id: string }>(skips ? SKIP : REACH, [endpointIds]);
  return rows.map(({ id }) => id);
}

/**
 * The period of one outage is one, although its end is not known before a delivery succeeds. It begins a minute early: an event
 * has the time at which its transaction began.
 */
const SKIP = `
  UPDATE webhook_endpoints e SET skips = true, skipped_until = NULL,
    skipped_from = CASE WHEN skipped_from > failing_since THEN skipped_from ELSE now() - interval '1 minute' END
  WHERE id = ANY ($1) AND NOT skips AND ${fails('e')} RETURNING id`;

const REACH = `
  UPDATE webhook_endpoints SET skips = false, skipped_until = now() WHERE id = ANY ($1) AND skips RETURNING id`;
