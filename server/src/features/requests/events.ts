import type { Schema } from '@tempshare/contract';
import {
  defineEvent,
  instant,
  json,
  nullableInstant,
  type EventFields,
  type EventsOf,
} from '../../events/outbox.ts';

const FIELDS: EventFields<'request.created'> = {
  requestId: json<string>('e.id'),
  state: json<Schema<'UploadRequestState'>>('e.state'),
  fileCount: json<number>('e.file_count'),
  expiresAt: nullableInstant('e.expires_at'),
  closedAt: nullableInstant('e.closed_at'),
  createdAt: instant('e.created_at'),
};

const FILES = json<Schema<'UploadRequestClosedObject'>['files']>(`(
  SELECT jsonb_agg(jsonb_build_object('id', f.id, 'size', f.size) ORDER BY f.completed_at, f.id)
  FROM files f WHERE f.item_id = e.id AND f.request_id = e.id AND f.blob_id IS NOT NULL)`);

export const requestEvents = {
  created: defineEvent('request.created', FIELDS),
  updated: defineEvent('request.updated', FIELDS),
  closed: defineEvent('request.closed', { ...FIELDS, files: FILES }),
} satisfies EventsOf<'request'>;
