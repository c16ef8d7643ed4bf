import type { Schema } from '@tempshare/contract';
import { defineEvent, instant, json, nullableInstant, type EventsOf } from '../../events/outbox.ts';

/** The events of a secret; `e` is its row. */
export const secretEvents = {
  consumed: defineEvent('secret.consumed', {
    secretId: json<string>('e.id'),
    state: json<Schema<'SecretState'>>('e.state'),
    expiresAt: nullableInstant('e.expires_at'),
    consumedAt: nullableInstant('e.ended_at'),
    createdAt: instant('e.created_at'),
  }),
} satisfies EventsOf<'secret'>;
