import { lifetimes } from '@tempshare/contract';
import type { Module } from '../domain/module.ts';
import { forget } from '../storage/forget.ts';
import { interval } from '../storage/interval.ts';

/** SQL: a session has ended, or dates from before the clock was set back. */
const IS_OVER = `(expires_at <= now() OR expires_at > now() + ${interval(lifetimes.session)})`;

export const sessions = {
  folder: 'sessions',
  tables: { sessions: { item: 'item_id' } },
  cleanUp: [forget('sessions', ['item_id', 'place'], IS_OVER)],
} satisfies Module;
