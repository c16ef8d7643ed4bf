import { apiVersion } from '@tempshare/contract';
import type { WebhookEvent } from '@tempshare/sdk';
import { assertDay } from '../../domain/time.ts';
import { LISTED_FOR, timestamp } from '../../domain/lifetime.ts';
import { prefixedId } from '../../domain/tokens.ts';
import type { HandlersOf } from '../../feature.ts';
import { cutPage } from '../../http/page.ts';
import { notFound } from '../../http/problem.ts';
import { remembered, type State } from '../../state.ts';
import { schedule } from './deliveries.ts';
import { deliveryRecord, endpointsOf, itemOf, type StoredEndpoint } from './endpoint.ts';
import { ownedBy } from '../../domain/ownership.ts';

type EventType = WebhookEvent['type'];
type EventObject<Type extends EventType> = Extract<WebhookEvent, { type: Type }>['data']['object'];

/** Event; `type` determines the type of the object. */
type Happening<Type extends EventType> = {
  [Each in Type]: { type: Each; object: EventObject<Each> };
}[Type];
type EventBody<Type extends EventType> = {
  [Each in Type]: Omit<WebhookEvent, 'type' | 'data'> & { type: Each; data: { object: EventObject<Each> } };
}[Type];

/** Emitted events, oldest first, with the key of their item. */
export const eventLog = remembered(() => [] as { keyId: string; event: WebhookEvent }[]);

/** Records what happened to a thing, and puts it on its way to the endpoints. */
export function emit(
  state: State,
  { keyId, livemode }: { keyId: string; livemode: boolean },
  happened: Happening<EventType>,
): void {
  const event: WebhookEvent = bodyOf(happened, livemode, timestamp(state.now));
  eventLog(state).push({ keyId, event });
  schedule(state, keyId, event);
}

function bodyOf<Type extends EventType>(
  { type, object }: Happening<Type>,
  livemode: boolean,
  createdAt: string,
): EventBody<Type> {
  return { id: prefixedId('evt'), type, apiVersion, createdAt, livemode, data: { object } };
}

/** Records that an endpoint was disabled, if it is. */
export function tellIfDisabled(state: State, endpoint: StoredEndpoint): void {
  const { id, disabledReason, createdAt } = endpoint;
  if (disabledReason === null) return;
  const object = { id, disabledReason, createdAt: timestamp(createdAt) };
  emit(state, endpoint, { type: 'webhook_endpoint.disabled', object });
}

/** Forgets events after 30 days. */
export function forgetEvents(state: State): void {
  const log = eventLog(state);
  const kept = log.findIndex(({ event }) => Date.parse(event.createdAt) > state.now - LISTED_FOR);
  log.splice(0, kept === -1 ? log.length : kept);
}

type All = HandlersOf<'webhooks'>;

export const eventHandlers: Pick<All, Extract<keyof All, `events.${string}`>> = {
  'events.list': ({ state, key, query }) => {
    assertDay(query.from, '/query/from');
    assertDay(query.until, '/query/until');
    const matching = eventLog(state)
      .filter(
        ({ keyId, event }) =>
          keyId === key.id &&
          (query.type === undefined || event.type === query.type) &&
          (query.itemId === undefined || itemOf(event) === query.itemId) &&
          (query.from === undefined || event.createdAt >= query.from) &&
          (query.until === undefined || event.createdAt < query.until),
      )
      .map(({ event }) => ({ id: event.id, createdAt: Date.parse(event.createdAt), event }));
    const { rows, page } = cutPage(
      matching,
      ['events', key.id, query.type, query.itemId, query.from, query.until],
      query,
    );
    return { status: 200, body: { events: rows.map(({ event }) => event), ...page } };
  },

  'events.get': ({ state, key, params }) => {
    const found = eventLog(state).find(({ keyId, event }) => keyId === key.id && event.id === params.id);
    if (!found) throw notFound();
    return { status: 200, body: found.event };
  },

  'events.deliveries': ({ state, key, params }) => {
    const found = eventLog(state).find(({ keyId, event }) => keyId === key.id && event.id === params.id);
    if (!found) throw notFound();
    const deliveries = ownedBy(endpointsOf(state), key.id)
      .toReversed()
      .flatMap((endpoint) =>
        endpoint.deliveries
          .filter(({ event }) => event.id === params.id)
          .map((delivery) => deliveryRecord(endpoint, delivery)),
      );
    return { status: 200, body: { deliveries } };
  },
};
