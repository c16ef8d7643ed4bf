import { apiVersion } from '@tempshare/contract';
import type { WebhookEvent } from '@tempshare/sdk';
import { timestamp } from '../../domain/lifetime.ts';
import { prefixedId } from '../../domain/tokens.ts';
import type { HandlersOf } from '../../feature.ts';
import { cutPage } from '../../http/page.ts';
import { notFound } from '../../http/problem.ts';
import { remembered, type State } from '../../state.ts';
import { schedule } from './deliveries.ts';

type Emitted<Event> = Event extends WebhookEvent
  ? { type: Event['type']; object: Event['data']['object'] }
  : never;

/** What was emitted, oldest first, with the key of the thing it happened to. */
export const eventLog = remembered(() => [] as { keyId: string; event: WebhookEvent }[]);

/** Records what happened to a thing, and puts it on its way to the endpoints. */
export function emit(
  state: State,
  { keyId, livemode }: { keyId: string; livemode: boolean },
  { type, object }: Emitted<WebhookEvent>,
): void {
  const [id, createdAt] = [prefixedId('evt'), timestamp(state.now)];
  const event = { id, type, apiVersion, createdAt, livemode, data: { object } } as WebhookEvent;
  eventLog(state).push({ keyId, event });
  schedule(state, keyId, event);
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
