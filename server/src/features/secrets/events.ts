import type { Schema } from '@tempshare/contract';
import {
  defineEvent,
  instant,
  json,
  nullableInstant,
  type EventFields,
  type EventsOf,
} from '../../events/outbox.ts';

const FIELDS: EventFields<'secret.consumed'> = {
  secretId: json<string>('e.id'),
  state: json<Schema<'SecretState'>>('e.state'),
  expiresAt: nullableInstant('e.expires_at'),
  consumedAt: nullableInstant('e.ended_at'),
  createdAt: instant('e.created_at'),
};

export const secretEvents = {
  consumed: defineEvent('secret.consumed', FIELDS),
  updated: defineEvent('secret.updated', FIELDS),
} satisfies EventsOf<'secret'>;
