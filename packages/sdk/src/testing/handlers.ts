import type { Handlers } from '@tempshare/contract';
import { accountHandlers } from './accounts.ts';
import { debugShareHandlers } from './debug-shares.ts';
import { eventHandlers } from './events.ts';
import { pendingHandlers } from './pending.ts';
import { secretHandlers } from './secrets.ts';
import type { Key, State } from './state.ts';
import { transferHandlers } from './transfers.ts';

/** What a handler gets beside the validated request. */
export interface RecipientContext {
  state: State;
  now: number;
}
export interface OwnerContext extends RecipientContext {
  key: Key;
}
export type MockHandlers = Handlers<OwnerContext, RecipientContext>;

export const handlers = {
  ...accountHandlers,
  ...transferHandlers,
  ...secretHandlers,
  ...debugShareHandlers,
  ...eventHandlers,
  ...pendingHandlers,
} satisfies MockHandlers;
