import { lifetimes } from '@tempshare/contract';
import type { Module } from '../domain/module.ts';
import { inBatches } from '../jobs/batches.ts';
import { forgetSessions } from './store.ts';

export const sessions = {
  folder: 'sessions',
  tables: { sessions: { item: 'item_id' } },
  cleanUp: [
    async ({ database }) => {
      await inBatches((limit) => forgetSessions(database, lifetimes.session, limit));
    },
  ],
} satisfies Module;
