import { limits } from '@tempshare/contract';
import type { Encryption, Limits, SenderLimits } from '@tempshare/sdk/types';
import { MockProblem } from '../http/problem.ts';
import type { State } from '../state.ts';
import { MAX_FILE_BYTES, maxFileBytes, type Amount } from './capacity.ts';

const encoder = new TextEncoder();
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The bytes that an item counts: what it has, but no less than about what its row takes in a server. */
export const countedBytes = (bytes: number): number => Math.max(bytes, limits.itemBytes);

/** The bytes of texts that are one item, or a part of one. */
export const bytesIn = (...texts: (string | undefined)[]): number =>
  sum(texts.map((text) => (text === undefined ? 0 : encoder.encode(text).length)));

/** @throws MockProblem `quota_exceeded`, `insufficient_storage` when a key may not add as many bytes */
export function charge(state: State, keyId: string, bytes: number): void {
  const { key, total } = state.capacity;
  if (state.bytesOf(keyId) + bytes > key)
    throw new MockProblem(
      'quota_exceeded',
      'The API key that this belongs to holds as many bytes as it may.',
    );
  const all = [...state.keys.values()].reduce((sum, { id }) => sum + state.bytesOf(id), bytes);
  if (all > total)
    throw new MockProblem('insufficient_storage', 'This server holds as many bytes as it may.');
}

/** Container of items. */
export interface Container {
  kind: 'drop' | 'room' | 'request';
  keyId: string;
  /** Undefined where nothing is end-to-end encrypted. */
  encryption?: Encryption | undefined;
  held: Amount;
}
/** The bytes of an item, and its file, whose size may not be known. */
interface Addition {
  bytes: number;
  file?: { size?: number | undefined } | undefined;
}

/**
 * Bytes that a container reserves for each of several items: what its file has, or, where that is not known, the most that it can
 * have here, or its share of that beside others. There is room for all of them, or for none.
 * @throws MockProblem `quota_exceeded`, `insufficient_storage`
 */
export function reserve(state: State, of: Container, additions: readonly Addition[]): number[] {
  const most = state.capacity[of.kind];
  if (of.held.items + additions.length > most.items)
    throw new MockProblem('quota_exceeded', `There is no room left: it takes ${most.items} items.`);
  const free = most.bytes - of.held.bytes;
  const isUnknown = ({ file }: Addition): boolean => file !== undefined && file.size === undefined;
  const known = sum(
    additions.map((each) =>
      isUnknown(each) ? each.bytes : countedBytes(each.bytes + (each.file?.size ?? 0)),
    ),
  );
  const unknown = additions.filter(isUnknown).length;
  const even = Math.floor((free - known) / Math.max(1, unknown));
  const share = Math.max(1, Math.min(maxFileBytes(of.encryption), even));
  const taken = known + unknown * share;
  if (taken > free)
    throw new MockProblem('quota_exceeded', `There is no room left: it takes ${most.bytes} bytes.`);
  charge(state, of.keyId, taken);
  const given = additions.map(({ file }) => (file ? (file.size ?? share) : 0));
  return given;
}

/** How much a container takes and how much of it is free: nothing once it has ended. */
export function toLimits(most: Amount, held: Amount | undefined): Limits {
  const free = (of: keyof Amount): number => (held ? Math.max(0, most[of] - held[of]) : 0);
  return { maxItems: most.items, maxBytes: most.bytes, itemsLeft: free('items'), bytesLeft: free('bytes') };
}

/** The same for those who are not shown what is there. */
export function toSenderLimits(most: Amount, held: Amount | undefined): SenderLimits {
  const shown = toLimits(most, held);
  return {
    ...shown,
    itemsLeft: Math.min(shown.itemsLeft, limits.itemsLeftShown),
    bytesLeft: Math.min(shown.bytesLeft, MAX_FILE_BYTES),
  };
}
