import type { Module } from '../../domain/module.ts';
import { forget } from '../../storage/forget.ts';

export const mail = {
  folder: 'features/mail',
  // Excluded from backups: a restore would send mails again.
  tables: { mails: { item: null, wrapsKeyOf: 'mail', backedUp: false } },
  cleanUp: [forget('mails', ['id'], 'expires_at <= now()')],
} satisfies Module;
