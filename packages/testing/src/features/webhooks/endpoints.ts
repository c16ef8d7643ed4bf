import { defaults, limits } from '@tempshare/contract';
import type { WebhookDelivery } from '@tempshare/sdk/types';
import { timestamp } from '../../domain/lifetime.ts';
import { owned, ownedBy, ownership } from '../../domain/ownership.ts';
import { prefixedId, signingSecret } from '../../domain/tokens.ts';
import type { HandlersOf } from '../../feature.ts';
import { done } from '../../http/done.ts';
import { cutPage } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import { scheduleTest } from './deliveries.ts';
import {
  disable,
  endpointRecord,
  endpointsOf,
  rotationOf,
  takeOver,
  type StoredDelivery,
  type StoredEndpoint,
} from './endpoint.ts';
import { assertDeliverable } from './target.ts';

const HOUR = 3_600_000;

export const endpointHandlers: Omit<HandlersOf<'webhooks'>, `events.${string}`> = {
  'webhookEndpoints.list': ({ state, key, query }) => {
    const own = ownedBy(endpointsOf(state), key.id);
    const { rows, page } = cutPage(own, ['webhook-endpoints', key.id], query);
    return { status: 200, body: { webhookEndpoints: rows.map(endpointRecord), ...page } };
  },

  'webhookEndpoints.create': ({ state, key, now, body }) => {
    assertDeliverable(body.url);
    if (ownedBy(endpointsOf(state), key.id).length >= limits.webhookEndpoints) {
      const detail = `is one endpoint more than the ${limits.webhookEndpoints} of a key`;
      throw invalid([{ pointer: '/body', code: 'too_many_endpoints', detail }]);
    }
    const endpoint: StoredEndpoint = {
      id: prefixedId('we'),
      ...ownership(key),
      url: body.url,
      description: body.description ?? null,
      events: body.events,
      disabledReason: null,
      secret: signingSecret(),
      next: null,
      failingSince: null,
      failures: 0,
      deliveries: [],
      createdAt: now,
    };
    endpointsOf(state).set(endpoint.id, endpoint);
    return { status: 201, body: { success: true, ...endpointRecord(endpoint), secret: endpoint.secret } };
  },

  'webhookEndpoints.get': ({ state, key, params }) => ({
    status: 200,
    body: endpointRecord(owned(endpointsOf(state), key.id, params.id)),
  }),

  'webhookEndpoints.update': ({ state, key, params, body: { enabled, ...changed } }) => {
    if (changed.url !== undefined) assertDeliverable(changed.url);
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    Object.assign(endpoint, changed);
    if (enabled === false) disable(endpoint, 'owner');
    if (enabled === true && endpoint.disabledReason !== null)
      Object.assign(endpoint, { disabledReason: null, failingSince: null, failures: 0 });
    return { status: 200, body: endpointRecord(endpoint) };
  },

  'webhookEndpoints.delete': ({ state, key, params }) => {
    endpointsOf(state).delete(owned(endpointsOf(state), key.id, params.id).id);
    return done('The webhook endpoint has been removed.');
  },

  'webhookEndpoints.rotateSecret': ({ state, key, now, params, body }) => {
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    const { overlapHours } = body ?? defaults;
    const secret = signingSecret();
    endpoint.next = { secret, startedAt: now, endsAt: now + overlapHours * HOUR };
    if (overlapHours === 0) takeOver(endpoint);
    const { id } = endpoint;
    const rotation = rotationOf(endpoint);
    return { status: 200, body: { success: true, id, secret, rotation, createdAt: timestamp(now) } };
  },

  'webhookEndpoints.confirmSecret': ({ state, key, params }) => {
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    takeOver(endpoint);
    return { status: 200, body: endpointRecord(endpoint) };
  },

  'webhookEndpoints.test': ({ state, key, params, body }) => {
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    const delivery = scheduleTest(state, endpoint, body?.type ?? 'transfer.created');
    return { status: 201, body: { success: true, ...deliveryRecord(endpoint, delivery) } };
  },

  'webhookEndpoints.deliveries.list': ({ state, key, params, query }) => {
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    const matching = endpoint.deliveries.filter(
      (delivery) => query.state === undefined || delivery.state === query.state,
    );
    const { rows, page } = cutPage(matching, ['deliveries', params.id, query.state], query);
    const deliveries = rows.map((delivery) => deliveryRecord(endpoint, delivery));
    return { status: 200, body: { deliveries, ...page } };
  },

  'webhookEndpoints.deliveries.redeliver': ({ state, key, now, params }) => {
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    const delivery = endpoint.deliveries.find(({ id }) => id === params.deliveryId);
    if (!delivery) throw notFound();
    if (endpoint.disabledReason !== null) {
      const detail = 'is of a disabled endpoint; enable it first';
      throw invalid([{ pointer: '/path/id', code: 'endpoint_disabled', detail }]);
    }
    if (delivery.state !== 'pending') delivery.attemptsLeft = 1;
    Object.assign(delivery, { state: 'pending', nextAttemptAt: now });
    return { status: 200, body: { success: true, ...deliveryRecord(endpoint, delivery) } };
  },
};

function deliveryRecord(endpoint: StoredEndpoint, delivery: StoredDelivery): WebhookDelivery {
  const { id, event, state, attempts, nextAttemptAt, createdAt } = delivery;
  return {
    id,
    endpointId: endpoint.id,
    eventId: event.id,
    eventType: event.type,
    test: event.test === true,
    state,
    attempts: attempts.slice(-limits.webhookAttemptsShown),
    nextAttemptAt: nextAttemptAt === null ? null : timestamp(nextAttemptAt),
    createdAt: timestamp(createdAt),
  };
}
