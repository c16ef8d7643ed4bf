import type { Schema } from '@tempshare/contract';
import {
  defineEvent,
  instant,
  json,
  nullableInstant,
  text,
  type EventFields,
  type EventsOf,
  type EventWriter,
} from '../../events/outbox.ts';

type Status = Schema<'TransferEventObject'>['status'];
type Reason = Schema<'TransferDeletedObject'>['reason'];

const FIELDS: EventFields<'transfer.created'> = {
  id: json<string>('e.id'),
  type: json<Schema<'TransferType'>>('e.type'),
  views: json<number>('e.views'),
  maxViews: json<number | null>('e.max_views'),
  oneTime: json<boolean>('e.max_views IS NOT DISTINCT FROM 1'),
  expiresAt: nullableInstant('e.expires_at'),
  status: json<Status>('e.state'),
  createdAt: instant('e.created_at'),
};

/** The events of a transfer; `e` is its row. */
export const transferEvents = {
  created: defineEvent('transfer.created', FIELDS),
  completed: defineEvent('transfer.completed', FIELDS),
  deleted: (reason: Reason, status = FIELDS.status): EventWriter<'transfer.deleted'> =>
    defineEvent('transfer.deleted', { ...FIELDS, status, reason: text(reason) }),
} satisfies EventsOf<'transfer'>;
