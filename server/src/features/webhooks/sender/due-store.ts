import { idStarts } from '../../../crypto/tokens.ts';
import { select } from '../../../storage/columns.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import { DUE, OPEN, USABLE } from './queue-store.ts';
import type { Candidate } from './slots.ts';

export interface DueEndpoint extends Candidate {
  /** True if its API key is valid. If not, its due deliveries only fail. */
  usable: boolean;
}

export interface Queue {
  /** Endpoints with due deliveries, except paused ones and those with a trial in flight. */
  due: DueEndpoint[];
  waiting: readonly string[];
}

/**
 * Finds due endpoints. @param before endpoints that had pending deliveries last time; if they are still all, one query
 * suffices
 */
export async function findDue(db: Db, before: readonly string[] = []): Promise<Queue> {
  const waiting = await findWaiting(db, before);
  if (waiting.length === 0) return { due: [], waiting };
  const due = await db.query<DueEndpoint>(FIND_DUE, [waiting]);
  return { due: [...new Map(due.map((endpoint) => [endpoint.endpointId, endpoint])).values()], waiting };
}

/** Starting points spread over the index, so that one query searches many parts. */
const STARTS: readonly string[] = ['', ...idStarts('we')];

/**
 * Skip scan: each found endpoint starts the next search, so the cost depends on the number of endpoints, not of
 * deliveries.
 */
async function findWaiting(db: Db, before: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const searched = new Set<string>();
  for (let from = [...new Set([...STARTS, ...before])]; from.length > 0;) {
    for (const place of from) searched.add(place);
    const next = await db.query<{ id: string }>(NEXT_WAITING, [from]);
    for (const { id } of next) found.add(id);
    from = [...found].filter((id) => !searched.has(id));
  }
  return [...found];
}

/** Ranges end where the next one begins, so that dead index entries are read only once. */
const NEXT_WAITING = `
  SELECT next.id FROM (
    SELECT id, lead(id) OVER (ORDER BY id) AS until FROM unnest($1::text[]) AS place (id)) place
  CROSS JOIN LATERAL (
    (SELECT endpoint_id AS id FROM webhook_deliveries
     WHERE state = 'pending' AND endpoint_id > place.id AND endpoint_id <= place.until
     ORDER BY endpoint_id, next_attempt_at LIMIT 1)
    UNION ALL
    (SELECT endpoint_id FROM webhook_deliveries
     WHERE place.until IS NULL AND state = 'pending' AND endpoint_id > place.id
     ORDER BY endpoint_id, next_attempt_at LIMIT 1)) next`;

const DUE_ENDPOINT = select<DueEndpoint>({
  endpointId: 'e.id',
  host: 'e.host',
  keyId: 'e.api_key_id',
  trial: 'NOT e.answers',
  usable: 'e.usable',
});

/** The LIMITs keep the planner from joining instead. */
const FIND_DUE = `
  SELECT ${DUE_ENDPOINT}
  FROM unnest($1::text[]) AS waiting (id) CROSS JOIN LATERAL (
    SELECT e.*, ${USABLE} AS usable FROM webhook_endpoints e WHERE e.id = waiting.id LIMIT 1) e
    CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${DUE} ORDER BY d.next_attempt_at LIMIT 1) first
  WHERE ${OPEN} OR NOT e.usable`;
