import { defineEvent, instant, json, type EventsOf } from '../../../events/outbox.ts';

type Reason = 'owner' | 'gone' | 'failing';

export const webhookEndpointEvents = {
  disabled: defineEvent(
    'webhook_endpoint.disabled',
    {
      id: json<string>('e.id'),
      disabledReason: json<Reason>('e.disabled_reason'),
      createdAt: instant('e.created_at'),
    },
    { about: 'NOT e.enabled', to: 'account' },
  ),
} satisfies EventsOf<'webhook_endpoint'>;
