import { apiVersion } from '@tempshare/contract';
import type { WebhookEvent } from '@tempshare/sdk';
import { LISTED_FOR, timestamp } from '../../domain/lifetime.ts';
import { prefixedId } from '../../domain/tokens.ts';
import type { HandlersOf } from '../../feature.ts';
import { cutPage } from '../../http/page.ts';
import { notFound } from '../../http/problem.ts';
import { remembered, type State } from '../../state.ts';
import { schedule } from './deliveries.ts';

type EventType = WebhookEvent['type'];
type EventObject<Type extends EventType> = Extract<WebhookEvent, { type: Type }>['data']['object'];

/** What happened; `type` tells what the object is. */
type Happening<Type extends EventType> = {
  [Each in Type]: { type: Each; object: EventObject<Each> };
}[Type];
type EventBody<Type extends EventType> = {
  [Each in Type]: Omit<WebhookEvent, 'type' | 'data'> & { type: Each; data: { object: EventObject<Each> } };
}[Type];

/** What was emitted, oldest first, with the key of the thing it happened to. */
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

/** Forgets events after 30 days. */
export function forgetEvents(state: State): void {
  const log = eventLog(state);
  const kept = log.findIndex(({ event }) => Date.parse(event.createdAt) > state.now - LISTED_FOR);
  log.splice(0, kept === -1 ? log.length : kept);
}

type All = HandlersOf<'webhooks'>;

export const eventHandlers: Pick<All, Extract<keyof All, `events.${string}`>> = {
  'events.list': ({ state, key, query }) => {
    const matching = eventLog(state)
      .filter(
        ({ keyId, event }) => keyId === key.id && (query.type === undefined || event.type === query.type),
      )
      .map(({ event }) => ({ id: event.id, createdAt: Date.parse(event.createdAt), event }));
    const { rows, page } = cutPage(matching, ['events', key.id, query.type], query);
    return { status: 200, body: { events: rows.map(({ event }) => event), ...page } };
  },

  'events.get': ({ state, key, params }) => {
    const found = eventLog(state).find(({ keyId, event }) => keyId === key.id && event.id === params.id);
    if (!found) throw notFound();
    return { status: 200, body: found.event };
  },
};
