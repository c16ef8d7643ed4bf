import { lifetimes } from '@tempshare/contract';
import type { Module } from '../domain/module.ts';
import { inBatches } from '../jobs/batches.ts';
import type { Db } from '../storage/postgres/database.ts';
import { interval } from '../storage/interval.ts';

export const events = {
  folder: 'events',
  tables: { events: { item: 'item_id', bytesOfKey: '0' } },
  borrows: {
    webhook_endpoints: 'The endpoints that ask for an event are found in the statement that writes it.',
    webhook_deliveries: 'An event and its deliveries commit with the change that they are about.',
    notices: 'A notice commits with the change that it is about.',
    notice_settings: 'The person who wants a notice is found in the statement that leaves it.',
    api_keys: 'The person whose key made the item gets the notice.',
    users: 'A person who is removed meanwhile gets no notice.',
  },
  cleanUp: [({ database }) => forgetOld(database)],
} satisfies Module;

async function forgetOld(db: Db): Promise<void> {
  await inBatches(async (limit) => (await db.query(FORGET, [limit])).length);
}

const FORGET = `
  WITH due AS (
    SELECT id, item_id FROM events WHERE created_at <= now() - ${interval(lifetimes.listedAfterEnd)} LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM events USING due WHERE events.id = due.id AND events.item_id = due.item_id RETURNING due.id`;
