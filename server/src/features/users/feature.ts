import type { Module } from '../../domain/module.ts';
import { inBatches } from '../../jobs/batches.ts';
import { forgetEnded } from './store.ts';

export const users = {
  folder: 'features/users',
  tables: { users: { item: null }, user_sessions: { item: null }, one_time_links: { item: null } },
  borrows: { accounts: 'A person belongs to an account, whose row is locked while its owners change.' },
  cleanUp: [
    async ({ database }) => {
      await inBatches((limit) => forgetEnded(database, limit));
    },
  ],
} satisfies Module;
