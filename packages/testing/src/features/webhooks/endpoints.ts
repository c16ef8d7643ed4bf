import { defaults, limits } from '@tempshare/contract';
import type { WebhookRedelivery, WebhookStatistics } from '@tempshare/sdk/types';
import { timestamp } from '../../domain/lifetime.ts';
import { owned, ownedBy, ownership } from '../../domain/ownership.ts';
import { assertDay } from '../../domain/time.ts';
import { prefixedId, signingSecret } from '../../domain/tokens.ts';
import type { HandlersOf } from '../../feature.ts';
import { done } from '../../http/done.ts';
import { cutPage } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import { scheduleTest } from './deliveries.ts';
import {
  deliveryRecord,
  disable,
  endpointRecord,
  endpointsOf,
  rotationOf,
  takeOver,
  type StoredDelivery,
  type StoredEndpoint,
} from './endpoint.ts';
import { tellIfDisabled } from './events.ts';
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
    const wasEnabled = endpoint.disabledReason === null;
    if (enabled === false) disable(endpoint, 'owner');
    if (wasEnabled) tellIfDisabled(state, endpoint);
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

  'webhookEndpoints.deliveries.get': ({ state, key, params }) => {
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    const delivery = endpoint.deliveries.find(({ id }) => id === params.deliveryId);
    if (!delivery) throw notFound();
    const responses = delivery.responses.slice(-limits.webhookAttemptsShown);
    return { status: 200, body: { ...deliveryRecord(endpoint, delivery), responses } };
  },

  'webhookEndpoints.redeliveries.create': ({ state, key, now, params, body: { from, until } }) => {
    assertDay(from, '/body/from');
    assertDay(until, '/body/until');
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    if (endpoint.disabledReason !== null) {
      const detail = 'is of a disabled endpoint; enable it first';
      throw invalid([{ pointer: '/path/id', code: 'endpoint_disabled', detail }]);
    }
    if (until !== undefined && until <= from)
      throw invalid([{ pointer: '/body/until', code: 'period', detail: 'must be after from' }]);
    const failed = endpoint.deliveries.filter(
      (delivery) =>
        delivery.state === 'failed' &&
        delivery.event.test !== true &&
        delivery.createdAt >= Date.parse(from) &&
        delivery.createdAt < (until === undefined ? Infinity : Date.parse(until)),
    );
    const taken = failed.slice(0, limits.webhookRedeliveries);
    const id = prefixedId('whr');
    for (const delivery of taken)
      Object.assign(delivery, { state: 'pending', nextAttemptAt: now, attemptsLeft: 1, redeliveryId: id });
    const hasMore = failed.length > taken.length;
    return { status: 201, body: { success: true, ...progressOf(id, endpoint), hasMore } };
  },

  'webhookEndpoints.redeliveries.get': ({ state, key, params }) => {
    const endpoint = owned(endpointsOf(state), key.id, params.id);
    const progress = progressOf(params.redeliveryId, endpoint);
    if (progress.total === 0) throw notFound();
    return { status: 200, body: progress };
  },

  'webhookEndpoints.statistics': ({ state, key, now }) => {
    const from = now - 24 * HOUR;
    const endpoints = ownedBy(endpointsOf(state), key.id)
      .toReversed()
      .map(({ id, deliveries }) => {
        const between = (start: number, end: number): StoredDelivery[] =>
          deliveries.filter(
            ({ createdAt, event }) => createdAt >= start && createdAt < end && event.test !== true,
          );
        const hours = Array.from({ length: 24 }, (_, index) => {
          const start = from + index * HOUR;
          return { startsAt: timestamp(start), ...countsOf(between(start, start + HOUR)) };
        });
        return { endpointId: id, ...countsOf(between(from, now)), hours };
      });
    const body: WebhookStatistics = { from: timestamp(from), until: timestamp(now), endpoints };
    return { status: 200, body };
  },
};

function countsOf(deliveries: readonly StoredDelivery[]): Record<StoredDelivery['state'], number> {
  const counts = { pending: 0, delivered: 0, failed: 0 };
  for (const { state } of deliveries) counts[state] += 1;
  return counts;
}

function progressOf(id: string, endpoint: StoredEndpoint): WebhookRedelivery {
  const taken = endpoint.deliveries.filter(({ redeliveryId }) => redeliveryId === id);
  const counts = countsOf(taken);
  const state = counts.pending > 0 ? 'running' : 'completed';
  return { id, endpointId: endpoint.id, state, total: taken.length, ...counts };
}
