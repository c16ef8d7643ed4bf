import type { EventType } from '@tempshare/contract';
import type { Knex } from 'knex';
import { newestFirst, type Page } from '../../storage/newest-first.ts';
import type { Db } from '../../storage/database.ts';

export interface EventRow {
  id: string;
  type: EventType;
  livemode: boolean;
  object: Record<string, unknown>;
  createdAt: Date;
}

const COLUMNS = { id: 'id', type: 'type', livemode: 'livemode', object: 'object', createdAt: 'created_at' };

/** A page of the events of a key's things, newest first, and how many there are on all pages. */
export async function listEvents(
  db: Db,
  filter: { keyId: string; type: EventType | undefined },
  page: Page,
): Promise<{ rows: EventRow[]; total: number }> {
  const matching = (knex: Knex) =>
    knex('events')
      .where('api_key_id', filter.keyId)
      .modify((query) => {
        if (filter.type) void query.where('type', filter.type);
      });
  const rows = await db.build<EventRow>((knex) => matching(knex).select(COLUMNS).modify(newestFirst(page)));
  const [count] = await db.build<{ total: string }>((knex) => matching(knex).count({ total: '*' }));
  return { rows, total: Number(count?.total) };
}

export async function findEvent(db: Db, id: string, keyId: string): Promise<EventRow | undefined> {
  const [row] = await db.build<EventRow>((knex) =>
    knex('events').select(COLUMNS).where({ id, api_key_id: keyId }),
  );
  return row;
}
