import { eventTypes, type EventType } from '@tempshare/contract';
import type { EventObject } from '../../events/outbox.ts';
import { select } from '../../storage/columns.ts';
import { findPage, type Found, type Listing, type Page } from '../../storage/listing.ts';
import type { Db } from '../../storage/postgres/database.ts';

export type LoggedEvent<Type extends EventType = EventType> = {
  [Each in Type]: { type: Each; livemode: boolean; object: EventObject<Each> };
}[Type];

export type EventRow<Type extends EventType = EventType> = LoggedEvent<Type> & {
  id: string;
  createdAt: Date;
};

const COLUMNS = select<EventRow>({
  id: 'id',
  type: 'type',
  livemode: 'livemode',
  object: 'object',
  createdAt: 'created_at',
});

interface EventFilter {
  keyId: string;
  type: EventType | undefined;
  itemId: string | undefined;
  from: Date | undefined;
  until: Date | undefined;
}

/** Returns the conditions of a filter. An item is found by its own index, everything else by the index of types. */
function partsOf({ type, itemId, from, until }: EventFilter): { parts: string[]; values: unknown[] } {
  const values: unknown[] = [];
  const param = (value: unknown): string => `$${values.push(value) + 1}`;
  const period = [
    ...(from ? [`created_at >= ${param(from)}::timestamptz`] : []),
    ...(until ? [`created_at < ${param(until)}::timestamptz`] : []),
  ];
  const of = (...conditions: string[]): string => ['api_key_id = $1', ...conditions, ...period].join(' AND ');
  if (itemId) {
    const item = `item_id = ${param(itemId)}`;
    return { parts: [of(item, ...(type ? [`type = '${type}'`] : []))], values };
  }
  return { parts: (type ? [type] : eventTypes).map((each) => of(`type = '${each}'`)), values };
}

export async function listEvents(db: Db, filter: EventFilter, page: Page): Promise<Found<EventRow>> {
  const listing: Listing = {
    table: 'events',
    columns: COLUMNS,
    order: 'created_at',
    as: 'createdAt',
    ...partsOf(filter),
  };
  return findPage<EventRow>(db, listing, { owner: filter.keyId, ...page });
}

const MOST_OF_ITEM = 50;

/** Returns the latest events of an item with their keys, newest first. */
export const eventsOfItem = (
  db: Db,
  { itemId, keyIds }: { itemId: string; keyIds: readonly string[] },
): Promise<(EventRow & { keyId: string })[]> =>
  db.query<EventRow & { keyId: string }>(
    `SELECT ${COLUMNS}, api_key_id AS "keyId" FROM events WHERE item_id = $1 AND api_key_id = ANY ($2)
     ORDER BY created_at DESC, id DESC LIMIT ${MOST_OF_ITEM}`,
    [itemId, keyIds],
  );

export async function findEvent(db: Db, id: string, keyId: string): Promise<EventRow | undefined> {
  const [row] = await db.query<EventRow>(`SELECT ${COLUMNS} FROM events WHERE id = $1 AND api_key_id = $2`, [
    id,
    keyId,
  ]);
  return row;
}
