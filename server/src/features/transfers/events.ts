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

/** Excludes debug shares, and awaited files, whose `transfer.created` comes with their bytes. */
export const EMITS_EVENTS = `e.type <> 'debug' AND e.state <> 'awaiting'`;

export const transferEvents = {
  created: defineEvent('transfer.created', FIELDS, { about: EMITS_EVENTS }),
  completed: defineEvent('transfer.completed', FIELDS, { about: EMITS_EVENTS }),
  updated: defineEvent('transfer.updated', FIELDS, { about: EMITS_EVENTS }),
  deleted: (reason: Reason, status = FIELDS.status): EventWriter<'transfer.deleted'> =>
    defineEvent('transfer.deleted', { ...FIELDS, status, reason: text(reason) }, { about: EMITS_EVENTS }),
} satisfies EventsOf<'transfer'>;
