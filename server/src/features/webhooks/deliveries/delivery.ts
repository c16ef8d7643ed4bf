import type { EventType } from '@tempshare/contract';
import type { ItemVault } from '../../../crypto/item-vault.ts';
import { prefixedId } from '../../../crypto/tokens.ts';
import { findListed, type PageInfo } from '../../../domain/page.ts';
import { invalid, notFound } from '../../../domain/problem.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import * as store from './store.ts';
import { getEndpoint } from '../endpoints/endpoint.ts';
import { listEndpointIds } from '../endpoints/store.ts';
import { getEvent } from '../event.ts';
import type { ReceiverResponse } from '../sender/response.ts';
import { openResponse } from './sealed-response.ts';

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

/** Returns a delivery with the response to each attempt. @throws ServiceProblem `not_found` */
export async function getDelivery(
  db: Db,
  vault: ItemVault,
  { id, endpointId, keyId }: { id: string; endpointId: string; keyId: string },
): Promise<store.DeliveryWithAttempts & { responses: (ReceiverResponse | null)[] }> {
  const { wrappedKey } = await getEndpoint(db, { id: endpointId, keyId });
  const delivery = await store.findDelivery(db, id, endpointId);
  if (!delivery) throw notFound();
  const sealed = new Map((await store.findResponses(db, id)).map((each) => [each.lease, each.sealed]));
  const responses = delivery.attempts.map(({ lease }) => {
    const response = sealed.get(lease);
    return response
      ? openResponse(vault, {
          endpoint: { endpointId, wrappedKey },
          attempt: { id, lease },
          sealed: response,
        })
      : null;
  });
  return { ...delivery, responses };
}

/** Returns the deliveries of an event, newest endpoint first. @throws ServiceProblem `not_found` */
export async function deliveriesOfEvent(
  db: Db,
  params: { id: string; keyId: string },
): Promise<store.DeliveryWithAttempts[]> {
  const event = await getEvent(db, params);
  const endpointIds = await listEndpointIds(db, params.keyId);
  const deliveries = await store.findDeliveriesOf(db, event, endpointIds);
  return deliveries.sort((a, b) => endpointIds.indexOf(a.endpointId) - endpointIds.indexOf(b.endpointId));
}

/** Queues a test event for an endpoint, even if its filter excludes the type or it is disabled. */
export async function sendTest(
  db: Db,
  params: { endpointId: string; keyId: string; type: EventType; now: Date },
): Promise<store.DeliveryWithAttempts> {
  const ids = { id: prefixedId('whd'), eventId: prefixedId('evt') };
  const delivery = await db.transaction((trx) => store.insertTest(trx, { ...params, ...ids }));
  if (!delivery) throw notFound();
  return delivery;
}

/** @throws ServiceProblem `not_found`; `validation_failed` if the endpoint is disabled */
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
