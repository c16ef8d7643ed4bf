import type { Db } from '../../../storage/postgres/database.ts';
import { countPending, findFailing, setSkips } from './backlog-store.ts';

/**
 * Bounds the pending deliveries of failing endpoints. From `most` per key, new events skip these endpoints until
 * deliveries end or one succeeds. Working endpoints are not affected.
 * @returns ids of the endpoints that events now skip
 */
export async function boundBacklogs(db: Db, most: number): Promise<string[]> {
  const endpoints = await findFailing(db);
  if (endpoints.length === 0) return [];
  const failing = endpoints.filter(({ fails }) => fails);
  const pending = await countPending(
    db,
    failing.map(({ id }) => id),
    most,
  );
  const ofKeys = Map.groupBy(failing, ({ keyId }) => keyId);
  const isFull = (keyId: string): boolean =>
    (ofKeys.get(keyId) ?? []).reduce((sum, { id }) => sum + (pending.get(id) ?? 0), 0) >= most;
  const full = new Set([...ofKeys.keys()].filter(isFull));
  const toSkip = failing.filter(({ keyId, skips }) => !skips && full.has(keyId));
  const toReach = endpoints.filter(({ fails, keyId, skips }) => skips && !(fails && full.has(keyId)));
  const idsOf = (which: typeof endpoints) => which.map(({ id }) => id);
  await setSkips(db, idsOf(toReach), false);
  return setSkips(db, idsOf(toSkip), true);
}
