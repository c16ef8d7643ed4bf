import type { Module } from '../domain/module.ts';
import { inBatches } from '../jobs/batches.ts';
import { forgetReadings } from './reading-store.ts';

export const readings = {
  folder: 'readings',
  tables: { readings: { item: 'item_id', wrapsKeysUntil: 'kept_until', backedUp: false } },
  sweep: [({ database }) => inBatches((limit) => forgetReadings(database, limit)).then(() => undefined)],
} satisfies Module;
