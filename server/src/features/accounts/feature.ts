import type { Feature } from '../feature.ts';
import { accountHandlers } from './handlers.ts';

export const accounts = {
  folder: 'features/accounts',
  tables: { accounts: {}, api_keys: {}, audit_entries: {} },
  borrows: { byte_counters: 'How much a key holds is shown with the key.' },
  handlers: accountHandlers,
} satisfies Feature<'accounts'>;
