import { accountLifetimes } from '@tempshare/contract/account';
import type { Module } from '../../domain/module.ts';
import { forget } from '../../storage/forget.ts';
import { interval } from '../../storage/interval.ts';

export const notices = {
  folder: 'features/notices',
  // Excluded from backups: a restore would send notices again.
  tables: {
    notice_settings: { item: null },
    notices: { item: 'item_id', backedUp: false },
    notice_links: { item: null },
    notice_progress: { item: null, backedUp: false },
  },
  borrows: {
    users: 'A notice goes to the confirmed address of a person, in their language.',
    api_keys: 'The person whose key made an item gets its notices.',
    events: 'Openings are read from their events, so that opening does nothing for notices.',
  },
  cleanUp: [
    forget(
      'notices',
      ['item_id', 'kind'],
      `happened_at <= now() - ${interval(accountLifetimes.noticePeriod)}`,
    ),
    forget('notice_links', ['token_hash'], `created_at <= now() - ${interval(accountLifetimes.noticeLink)}`),
  ],
} satisfies Module;
