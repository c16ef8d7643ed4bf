import type { EventType } from '@tempshare/contract';
import { prefixedId } from '../../../crypto/tokens.ts';
import { findListed, type PageInfo } from '../../../domain/page.ts';
import { invalid, notFound } from '../../../domain/problem.ts';
import type { Db } from '../../../storage/database.ts';
import * as store from './store.ts';
import { getEndpoint } from '../endpoints/endpoint.ts';

/** A page of what was sent to an endpoint, newest first. */
export async function listDeliveries(
  db: Db,
  params: {
    endpointId: string;
    keyId: string;
    state: store.DeliveryRow['state'] | undefined;
    limit: number;
    cursor: string | undefined;
  },
): Promise<{ rows: store.DeliveryWithAttempts[]; page: PageInfo }> {
  const { endpointId, keyId, state, limit, cursor } = params;
  await getEndpoint(db, { id: endpointId, keyId });
  return findListed(
    { list: ['deliveries', endpointId, state], limit, cursor },
    (page) => store.listDeliveries(db, { endpointId, state }, page),
    ({ createdAt }) => createdAt,
  );
}

/** Puts a made-up event on its way to an endpoint, whatever its filter and even if it is disabled. */
export async function sendTest(
  db: Db,
  params: { endpointId: string; keyId: string; type: EventType; now: Date },
): Promise<store.DeliveryWithAttempts> {
  const ids = { id: prefixedId('whd'), eventId: prefixedId('evt') };
  const delivery = await db.transaction((trx) => store.insertTest(trx, { ...params, ...ids }));
  if (!delivery) throw notFound();
  return delivery;
}

/**
 * Makes the next attempt of a delivery now, whatever its state.
 * @throws ServiceProblem `not_found`; `validation_failed` when the endpoint is disabled.
 */
export async function redeliver(
  db: Db,
  params: { id: string; endpointId: string; keyId: string },
): Promise<store.DeliveryWithAttempts> {
  const { id, endpointId, keyId } = params;
  const { enabled } = await getEndpoint(db, { id: endpointId, keyId });
  const itemId = await store.itemOfDelivery(db, id, endpointId);
  if (itemId === undefined) throw notFound();
  if (!enabled) throw invalid('/path/id', 'endpoint_disabled', 'is of a disabled endpoint; enable it first');
  const delivery = await db.transaction((trx) => store.redeliver(trx, { id, itemId, endpointId }));
  if (!delivery) throw notFound();
  return delivery;
}
