import type { Feature } from '../feature.ts';
import { forget } from '../../storage/forget.ts';
import { accountHandlers } from './handlers.ts';
import { forgetUploads } from './quota-store.ts';
import { forgetUsage } from './usage-store.ts';

export const accounts = {
  folder: 'features/accounts',
  tables: {
    accounts: { item: null },
    api_keys: { item: null },
    api_key_secrets: { item: null },
    audit_entries: { item: null },
    key_usage: { item: null, counts: true },
    key_settlements: { item: null },
    account_quotas: { item: null },
    member_quotas: { item: null },
    /** Kept by triggers. */
    quota_uploads: { item: null, counts: true },
  },
  borrows: {
    mails: 'The metrics say how many mails wait.',
    webhook_deliveries: 'The state of the server says how many deliveries wait.',
    webhook_endpoints: 'The state of the server says how many endpoints fail.',
    byte_counters: 'How much a key holds is shown with the key.',
    users: 'A key is listed with the name of who made it.',
  },
  handlers: accountHandlers,
  cleanUp: [
    forget('api_key_secrets', ['hash'], `kind = 'page' AND expires_at <= now()`),
    forgetUsage,
    forgetUploads,
  ],
} satisfies Feature<'accounts'>;
