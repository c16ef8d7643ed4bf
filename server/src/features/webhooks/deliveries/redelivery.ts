import type { Schema } from '@tempshare/contract';
import { prefixedId } from '../../../crypto/tokens.ts';
import { invalid, notFound } from '../../../domain/problem.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import { getEndpoint } from '../endpoints/endpoint.ts';
import * as store from './redelivery-store.ts';
import { endPause } from './store.ts';

type Redelivery = Schema<'WebhookRedelivery'>;

interface Owned {
  endpointId: string;
  keyId: string;
}

/**
 * Retries the failed deliveries of a period once. Deliveries are taken one by one, so after a crash another call takes
 * the rest.
 * @throws ServiceProblem `not_found`; `validation_failed` if the endpoint is disabled or the period is empty
 */
export async function redeliverFailed(
  db: Db,
  { endpointId, keyId, from, until }: Owned & store.Period,
): Promise<Redelivery & { hasMore: boolean }> {
  const { enabled } = await getEndpoint(db, { id: endpointId, keyId });
  if (!enabled) throw invalid('/path/id', 'endpoint_disabled', 'is of a disabled endpoint; enable it first');
  if (until && until <= from) throw invalid('/body/until', 'period', 'must be after from');
  const failed = await store.findFailed(db, endpointId, { from, until });
  const id = prefixedId('whr');
  if (failed.ids.length > 0) await endPause(db, endpointId);
  const pending = failed.ids.length === 0 ? 0 : await store.takeFailed(db, id, failed);
  return { ...progressOf(id, endpointId, { pending, delivered: 0, failed: 0 }), hasMore: failed.hasMore };
}

export async function getRedelivery(
  db: Db,
  { id, endpointId, keyId }: Owned & { id: string },
): Promise<Redelivery> {
  await getEndpoint(db, { id: endpointId, keyId });
  const progress = progressOf(id, endpointId, await store.countRedelivery(db, id, endpointId));
  if (progress.total === 0) throw notFound();
  return progress;
}

function progressOf(id: string, endpointId: string, counts: store.StateCounts): Redelivery {
  const total = counts.pending + counts.delivered + counts.failed;
  return { id, endpointId, state: counts.pending > 0 ? 'running' : 'completed', total, ...counts };
}
