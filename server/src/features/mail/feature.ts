import type { Module } from '../../domain/module.ts';
import { inBatches } from '../../jobs/batches.ts';
import { forgetExpired } from './store.ts';

export const mail = {
  folder: 'features/mail',
  // A restored backup would send again what was sent since.
  tables: { mails: { item: null, wrapsKeyOf: 'mail', backedUp: false } },
  cleanUp: [async ({ database }) => void (await inBatches((limit) => forgetExpired(database, limit)))],
} satisfies Module;
