import type { AccountSchema } from '@tempshare/contract/account';
import type { State } from '../../../../testing/src/state.ts';
import { endItem, everythingIn, isLiving } from './items.ts';

/** Keeps, hands over or ends everything that keys have shared. */
export function settle(
  state: State,
  keyIds: readonly string[],
  shared: AccountSchema<'Shared'>,
  heir: string | undefined,
): void {
  for (const item of everythingIn(state)) {
    if (!keyIds.includes(item.stored.keyId)) continue;
    if (shared === 'hand-over' && heir !== undefined) item.stored.keyId = heir;
    if (shared === 'end' && isLiving(item)) endItem(state, item);
  }
}
