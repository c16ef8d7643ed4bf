import type { Module } from '../../domain/module.ts';
import { inBatches } from '../../jobs/batches.ts';
import { forgetEnded } from './store.ts';

/** Deleted items in the list of all items. */
export const endedItems = {
  folder: 'features/ended-items',
  tables: {
    /** Written by triggers. */
    ended_items: {
      item: 'id',
      bytesOfKey: '0',
      wrapsOwnerKeyOf: `CASE WHEN kind IN ('text', 'url', 'file', 'debug') THEN 'transfer' ELSE kind END`,
      labelUnder: 'owner-key',
    },
  },
  cleanUp: [async ({ database }) => void (await inBatches((limit) => forgetEnded(database, limit)))],
} satisfies Module;
