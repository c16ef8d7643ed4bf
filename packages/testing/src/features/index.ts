import type { Handlers } from '@tempshare/contract';
import { accountHandlers } from './accounts.ts';
import { debugShareHandlers } from './debug-shares.ts';
import { dropHandlers } from './drops.ts';
import { eventHandlers } from './webhooks/events.ts';
import { fileHandlers } from './files/handlers.ts';
import { requestHandlers } from './requests/handlers.ts';
import { roomHandlers } from './rooms/handlers.ts';
import { secretHandlers } from './secrets.ts';
import type { Key, State } from '../state.ts';
import { transferHandlers } from './transfers/handlers.ts';
import { webhookEndpointHandlers } from './webhooks/endpoints.ts';

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
  ...fileHandlers,
  ...requestHandlers,
  ...dropHandlers,
  ...roomHandlers,
  ...webhookEndpointHandlers,
} satisfies MockHandlers;
