import type { Schema } from '@tempshare/contract';
import type { ItemVault } from '../../../crypto/item-vault.ts';
import type { OperationHandlers } from '../../../domain/operation.ts';
import { timeOf } from '../../../domain/time.ts';
import * as delivery from './delivery.ts';
import { getRedelivery, redeliverFailed } from './redelivery.ts';
import { statisticsOf } from './statistics.ts';
import type { DeliveryWithAttempts } from './store.ts';

type Operations =
  | `webhookEndpoints.${'test' | 'statistics'}`
  | `webhookEndpoints.deliveries.${'list' | 'get' | 'redeliver'}`
  | `webhookEndpoints.redeliveries.${'create' | 'get'}`
  | 'events.deliveries';

export function deliveryHandlers({ vault }: { vault: ItemVault }): Pick<OperationHandlers, Operations> {
  return {
    'webhookEndpoints.test': ({ params, body, principal, now }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const type = body?.type ?? 'transfer.created';
        const endpoint = { endpointId: params.id, keyId: principal.keyId };
        const sent = await delivery.sendTest(db, { ...endpoint, type, now });
        return { status: 201, body: { success: true, ...toDelivery(sent) } };
      },
    }),

    'webhookEndpoints.deliveries.list': async ({ db, params, query, principal }) => {
      const { state, limit, cursor } = query;
      const endpoint = { endpointId: params.id, keyId: principal.keyId };
      const { rows, page } = await delivery.listDeliveries(db, { ...endpoint, state, limit, cursor });
      return { status: 200, body: { deliveries: rows.map(toDelivery), ...page } };
    },

    'webhookEndpoints.deliveries.get': async ({ db, params, principal }) => {
      const owned = { id: params.deliveryId, endpointId: params.id, keyId: principal.keyId };
      const found = await delivery.getDelivery(db, vault, owned);
      return { status: 200, body: { ...toDelivery(found), responses: found.responses } };
    },

    'events.deliveries': async ({ db, params, principal }) => {
      const found = await delivery.deliveriesOfEvent(db, { id: params.id, keyId: principal.keyId });
      return { status: 200, body: { deliveries: found.map(toDelivery) } };
    },

    'webhookEndpoints.statistics': async ({ db, principal, now }) => ({
      status: 200,
      body: await statisticsOf(db, { keyId: principal.keyId, now }),
    }),

    'webhookEndpoints.redeliveries.create': async ({ db, params, body, principal }) => {
      const until = timeOf(body.until, '/body/until') ?? null;
      const period = { from: timeOf(body.from, '/body/from'), until };
      const owned = { endpointId: params.id, keyId: principal.keyId };
      const begun = await redeliverFailed(db, { ...owned, ...period });
      return { status: 201, body: { success: true, ...begun } };
    },

    'webhookEndpoints.redeliveries.get': async ({ db, params, principal }) => {
      const owned = { id: params.redeliveryId, endpointId: params.id, keyId: principal.keyId };
      return { status: 200, body: await getRedelivery(db, owned) };
    },

    'webhookEndpoints.deliveries.redeliver': ({ params, principal }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const endpoint = { endpointId: params.id, keyId: principal.keyId };
        const due = await delivery.redeliver(db, { ...endpoint, id: params.deliveryId });
        return { status: 200, body: { success: true, ...toDelivery(due) } };
      },
    }),
  };
}

function toDelivery(row: DeliveryWithAttempts): Schema<'WebhookDelivery'> {
  const { id, endpointId, eventId, eventType, test, state, nextAttemptAt, createdAt } = row;
  return {
    id,
    endpointId,
    eventId,
    eventType,
    test,
    state,
    attempts: row.attempts.map(({ startedAt, status, durationMs, error }) => ({
      startedAt: startedAt.toISOString(),
      status,
      durationMs,
      error,
    })),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
