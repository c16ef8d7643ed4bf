import type { Schema } from '@tempshare/contract';
import type { OperationHandlers } from '../../../domain/operation.ts';
import * as delivery from './delivery.ts';
import type { DeliveryWithAttempts } from './store.ts';

type Operations =
  'webhookEndpoints.test' | 'webhookEndpoints.deliveries.list' | 'webhookEndpoints.deliveries.redeliver';

export function deliveryHandlers(): Pick<OperationHandlers, Operations> {
  return {
    'webhookEndpoints.test': ({ params, body, principal, now }) => ({
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

    'webhookEndpoints.deliveries.redeliver': ({ params, principal }) => ({
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
