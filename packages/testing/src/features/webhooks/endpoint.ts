import { limits } from '@tempshare/contract';
import type { WebhookEvent } from '@tempshare/sdk';
import type {
  EventType,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookResponse,
} from '@tempshare/sdk/types';
import { LISTED_FOR, timestamp } from '../../domain/lifetime.ts';
import { remembered, type State } from '../../state.ts';

export interface StoredEndpoint {
  id: string;
  keyId: string;
  livemode: boolean;
  url: string;
  description: string | null;
  events: EventType[] | null;
  /** Null while the endpoint is enabled. */
  disabledReason: WebhookEndpoint['disabledReason'];
  secret: string;
  /** The secret that a rotation brings, until it takes over. */
  next: { secret: string; startedAt: number; endsAt: number } | null;
  /** Since when every attempt has failed. */
  failingSince: number | null;
  /** How often in a row. */
  failures: number;
  /** Oldest first. */
  deliveries: StoredDelivery[];
  createdAt: number;
}

export interface StoredDelivery {
  id: string;
  event: WebhookEvent;
  state: WebhookDelivery['state'];
  attempts: WebhookAttempt[];
  /** One for each attempt. */
  responses: (WebhookResponse | null)[];
  /** The redelivery of a period that has taken it last. */
  redeliveryId: string | null;
  attemptsLeft: number;
  /** A time while the delivery is pending. */
  nextAttemptAt: number | null;
  createdAt: number;
}

export const endpointsOf = remembered(() => new Map<string, StoredEndpoint>());

/** An endpoint as the contract writes it; never its secrets. */
export function endpointRecord(endpoint: StoredEndpoint): WebhookEndpoint {
  const { id, url, description, events, disabledReason, livemode } = endpoint;
  return {
    id,
    url,
    description,
    events,
    enabled: disabledReason === null,
    disabledReason,
    // The clock of this service stands still while a receiver has it wait.
    pausedUntil: null,
    skipped: null,
    rotation: rotationOf(endpoint),
    livemode,
    createdAt: timestamp(endpoint.createdAt),
  };
}

export function rotationOf({ next }: StoredEndpoint): WebhookEndpoint['rotation'] {
  return next && { startedAt: timestamp(next.startedAt), endsAt: timestamp(next.endsAt) };
}

/** Ends a rotation: the new secret takes the place of the old one. */
export function takeOver(endpoint: StoredEndpoint): void {
  if (endpoint.next) Object.assign(endpoint, { secret: endpoint.next.secret, next: null });
}

/** Disables an endpoint, and gives up what was on its way to it. */
export function disable(endpoint: StoredEndpoint, reason: StoredEndpoint['disabledReason']): void {
  endpoint.disabledReason = reason;
  for (const delivery of endpoint.deliveries)
    if (delivery.state === 'pending') Object.assign(delivery, { state: 'failed', nextAttemptAt: null });
}

/** Ends rotations whose overlap is over, and forgets deliveries after 30 days. */
export function sweep(state: State): void {
  const { now } = state;
  for (const endpoint of endpointsOf(state).values()) {
    if (endpoint.next && endpoint.next.endsAt <= now) takeOver(endpoint);
    endpoint.deliveries = endpoint.deliveries.filter(({ createdAt }) => createdAt > now - LISTED_FOR);
  }
}

/** The item that an event is about. */
export function itemOf({ data: { object } }: WebhookEvent): string {
  if ('secretId' in object) return object.secretId;
  return 'requestId' in object ? object.requestId : object.id;
}

/** A delivery as the contract writes it. */
export function deliveryRecord(endpoint: StoredEndpoint, delivery: StoredDelivery): WebhookDelivery {
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
