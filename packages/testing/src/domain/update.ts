import type { ItemUpdate } from '@tempshare/sdk/types';
import type { State } from '../state.ts';
import { endAt, type Mortal } from './lifetime.ts';
import { moveSessions, type MovedEnd } from './session.ts';

interface Update {
  change: ItemUpdate;
  /** Longest lifetime of such an item, in milliseconds. */
  longest?: number;
  /** Moves what else ends with the item. */
  move?: (end: MovedEnd) => void;
}

/**
 * Changes the label and the end of an item, with the sessions and URLs that follow its end.
 * @returns whether anything has changed
 * @throws MockProblem `validation_failed` for an end that is too soon or too late
 */
export function update(
  state: State,
  item: Mortal & { id: string; label: string | null },
  { change, longest = Infinity, move }: Update,
): boolean {
  const { label = item.label } = change;
  const { expiresAt: from } = item;
  const until = change.expiresAt === undefined ? from : endAt(change.expiresAt, state.now, longest);
  const hasChanged = label !== item.label || until !== from;
  Object.assign(item, { label, expiresAt: until });
  if (until !== null && until !== from) {
    moveSessions(state, item.id, { from, until });
    move?.({ from, until });
  }
  return hasChanged;
}
