import type { Module } from '../../domain/module.ts';
import { inBatches } from '../../jobs/batches.ts';
import { forgetExpired } from './store.ts';

export const mail = {
  folder: 'features/mail',
  // Excluded from backups: a restore would send mails again.
  tables: { mails: { item: null, wrapsKeyOf: 'mail', backedUp: false } },
  cleanUp: [async ({ database }) => void (await inBatches((limit) => forgetExpired(database, limit)))],
} satisfies Module;
