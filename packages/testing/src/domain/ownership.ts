import { notFound } from '../http/problem.ts';
import type { Key } from '../state.ts';

/** Owner fields of a new item. */
export const ownership = ({ id, environment }: Key) => ({ keyId: id, livemode: environment === 'live' });

/** Returns the items of a key. */
export const ownedBy = <Item extends { keyId: string }>(items: Map<string, Item>, keyId: string): Item[] =>
  [...items.values()].filter((item) => item.keyId === keyId);

/** @throws MockProblem `not_found` unless the item is there and the key's */
export function owned<Item extends { keyId: string }>(
  items: Map<string, Item>,
  keyId: string,
  id: string,
): Item {
  const item = items.get(id);
  if (item?.keyId !== keyId) throw notFound();
  return item;
}
