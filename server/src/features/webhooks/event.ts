import { apiVersion, type EventType, type WebhookEvent } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';
import type { EventObject } from '../../events/outbox.ts';
import { findListed, type PageInfo } from '../../domain/page.ts';
import { timeOf } from '../../domain/time.ts';
import { notFound } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './store.ts';

type EventBody<Type extends EventType> = {
  [Each in Type]: Omit<WebhookEvent, 'type' | 'data'> & { type: Each; data: { object: EventObject<Each> } };
}[Type];

export function toWebhookEvent<Type extends EventType>(row: store.EventRow<Type>): EventBody<Type> {
  const { id, type, livemode, object } = row;
  const createdAt = row.createdAt.toISOString();
  return { id, type, apiVersion, createdAt, livemode, data: { object } };
}

const { webhooks } = openApiDocument();

/** A test event: the example in the contract. The same parameters give the same event. */
export function testEvent(event: { id: string; type: EventType; createdAt: Date }): WebhookEvent {
  const { id, type, createdAt } = event;
  const { value: example } = webhooks[type].post.requestBody.content['application/json'].examples.event;
  return { ...example, id, createdAt: createdAt.toISOString(), livemode: false, test: true };
}

export async function listEvents(
  db: Db,
  params: {
    keyId: string;
    type?: EventType | undefined;
    itemId?: string | undefined;
    from?: string | undefined;
    until?: string | undefined;
    limit: number;
    cursor?: string | undefined;
  },
): Promise<{ rows: store.EventRow[]; page: PageInfo }> {
  const { keyId, type, itemId, limit, cursor } = params;
  const [from, until] = [timeOf(params.from, '/query/from'), timeOf(params.until, '/query/until')];
  return findListed(
    { list: ['events', keyId, type, itemId, params.from, params.until], limit, cursor },
    (page) => store.listEvents(db, { keyId, type, itemId, from, until }, page),
    ({ createdAt }) => createdAt,
  );
}

export { eventsOfItem } from './store.ts';

export async function getEvent(db: Db, params: { id: string; keyId: string }): Promise<store.EventRow> {
  const event =
    /^evt_[0-9A-Za-z]{22}$/.test(params.id) && (await store.findEvent(db, params.id, params.keyId));
  if (!event) throw notFound();
  return event;
}
