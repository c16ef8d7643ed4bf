import type { HandlersOf } from '../../domain/operation.ts';
import { deliveryHandlers } from './deliveries/handlers.ts';
import { endpointHandlers, type EndpointDeps } from './endpoints/handlers.ts';
import * as event from './event.ts';

export function webhookHandlers(deps: EndpointDeps): HandlersOf<'webhooks'> {
  return {
    ...endpointHandlers(deps),
    ...deliveryHandlers(deps),

    'events.list': async ({ db, query, principal }) => {
      const { rows, page } = await event.listEvents(db, { keyId: principal.keyId, ...query });
      return { status: 200, body: { events: rows.map(event.toWebhookEvent), ...page } };
    },

    'events.get': async ({ db, params, principal }) => {
      const found = await event.getEvent(db, { id: params.id, keyId: principal.keyId });
      return { status: 200, body: event.toWebhookEvent(found) };
    },
  };
}
