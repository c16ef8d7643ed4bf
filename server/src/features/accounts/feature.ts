import type { Feature } from '../feature.ts';
import { accountHandlers } from './handlers.ts';

export const accounts = {
  folder: 'features/accounts',
  tables: { accounts: { item: null }, api_keys: { item: null }, audit_entries: { item: null } },
  borrows: { byte_counters: 'How much a key holds is shown with the key.' },
  handlers: accountHandlers,
} satisfies Feature<'accounts'>;
