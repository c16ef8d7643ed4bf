import type { Limits, SenderLimits } from '@tempshare/sdk/types';
import { hasArrived, isAwaited, MAX_FILE_BYTES, type StoredFile } from '../features/files/file.ts';
import { hasExpired } from './lifetime.ts';
import type { MockCapacity } from '../mock.ts';
import { MockProblem } from '../http/problem.ts';
import type { StoredDrop } from '../features/drops.ts';
import type { StoredRoom } from '../features/rooms/room.ts';
import type { State } from '../state.ts';
import type { StoredUploadRequest } from '../features/requests/upload-request.ts';

/** A number of items, and their bytes. */
export interface Amount {
  items: number;
  bytes: number;
}

/** How much is taken. */
export interface Capacities {
  drop: Amount;
  room: Amount;
  request: Amount;
  /** Bytes of a key. */
  key: number;
  /** Bytes of all keys. */
  total: number;
}

/** As a server has it that sets nothing. */
export const DEFAULTS: Capacities = {
  drop: { items: 1000, bytes: 2 ** 30 },
  room: { items: 10_000, bytes: 2 ** 30 },
  request: { items: 50, bytes: 50 * MAX_FILE_BYTES },
  key: 10 * 2 ** 30,
  total: Infinity,
};

/** @throws TypeError for what is not a whole number from 0 */
export function capacities(given: MockCapacity = {}): Capacities {
  const number = (name: string, value: number | undefined, fallback: number): number => {
    if (value === undefined) return fallback;
    if (Number.isSafeInteger(value) && value >= 0) return value;
    throw new TypeError(`capacity: ${name} must be a whole number, from 0`);
  };
  const amount = (kind: 'drop' | 'room' | 'request'): Amount => ({
    items: number(`${kind}.items`, given[kind]?.items, DEFAULTS[kind].items),
    bytes: number(`${kind}.bytes`, given[kind]?.bytes, DEFAULTS[kind].bytes),
  });
  return {
    drop: amount('drop'),
    room: amount('room'),
    request: amount('request'),
    key: number('key', given.key, DEFAULTS.key),
    total: number('total', given.total, DEFAULTS.total),
  };
}

const encoder = new TextEncoder();
export const bytesIn = (...texts: (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text === undefined ? 0 : encoder.encode(text).length), 0);

/** What files take that have arrived, or may still arrive. */
export function heldByFiles(state: State, files: readonly (StoredFile | undefined)[]): Amount {
  const held = files.filter((file) => file !== undefined && (hasArrived(file) || isAwaited(state, file)));
  const bytes = held.reduce((sum, file) => sum + (file?.arrived?.bytes.length ?? file?.reserved ?? 0), 0);
  return { items: held.length, bytes };
}

export function heldByDrop(state: State, { items }: StoredDrop): Amount {
  const kept = items.filter(({ file }) => !file || hasArrived(file) || isAwaited(state, file));
  const files = heldByFiles(
    state,
    kept.map(({ file }) => file),
  );
  return { items: kept.length, bytes: files.bytes + bytesIn(...kept.map(({ message }) => message)) };
}

export function heldByRoom(state: State, { messages, files }: StoredRoom): Amount {
  const texts = messages.filter(({ content }) => typeof content === 'string');
  const sent = heldByFiles(state, files);
  const said = texts.map(({ content, author }) => bytesIn(content as string, author));
  return { items: texts.length + sent.items, bytes: said.reduce((sum, bytes) => sum + bytes, sent.bytes) };
}

export const heldByRequest = (state: State, { files }: StoredUploadRequest): Amount =>
  heldByFiles(state, files);

/** The bytes that a key holds. */
export function heldByKey(state: State, id: string): number {
  const own = <Kept extends { keyId: string }>(kept: Map<string, Kept>): Kept[] =>
    [...kept.values()].filter(({ keyId }) => keyId === id);
  const transfers = own(state.transfers);
  const shares = own(state.debugShares).filter((share) => !hasExpired(share, state.now));
  return [
    bytesIn(...transfers.map(({ content }) => content), ...own(state.secrets).map(({ content }) => content)),
    heldByFiles(
      state,
      transfers.map(({ file }) => file),
    ).bytes,
    bytesIn(...shares.flatMap(({ content }) => [content.diagnostics, content.logs])),
    ...own(state.drops).map((drop) => heldByDrop(state, drop).bytes),
    ...own(state.rooms).map((room) => heldByRoom(state, room).bytes),
    ...own(state.requests).map((request) => heldByRequest(state, request).bytes),
  ].reduce((sum, bytes) => sum + bytes, 0);
}

/** @throws MockProblem `quota_exceeded`, `insufficient_storage` when a key may not add as many bytes */
export function charge(state: State, keyId: string, bytes: number): void {
  const { key, total } = state.capacity;
  if (heldByKey(state, keyId) + bytes > key)
    throw new MockProblem(
      'quota_exceeded',
      'The API key that this belongs to holds as many bytes as it may.',
    );
  const all = [...state.keys.values()].reduce((sum, { id }) => sum + heldByKey(state, id), bytes);
  if (all > total)
    throw new MockProblem('insufficient_storage', 'This server holds as many bytes as it may.');
}

/**
 * What a container gives to an item: its bytes, and for a file of unknown size the most it can have here.
 * @throws MockProblem `quota_exceeded`, `insufficient_storage`
 */
export function makeRoom(
  state: State,
  of: { kind: 'drop' | 'room' | 'request'; keyId: string; held: Amount },
  { bytes, file }: { bytes: number; file?: { size?: number | undefined } | undefined },
): { reserved: number } {
  const limits = state.capacity[of.kind];
  if (of.held.items >= limits.items)
    throw new MockProblem('quota_exceeded', `There is no room left: it holds ${limits.items} items.`);
  const left = limits.bytes - of.held.bytes - bytes;
  const reserved = file ? (file.size ?? Math.max(1, Math.min(MAX_FILE_BYTES, left))) : 0;
  if (reserved > left)
    throw new MockProblem('quota_exceeded', `There is no room left: it takes ${limits.bytes} bytes.`);
  charge(state, of.keyId, bytes + reserved);
  return { reserved };
}

/** How much a container takes and how much is left of it: nothing once it has ended. */
export function toLimits(most: Amount, held: Amount | undefined): Limits {
  const left = (of: keyof Amount): number => (held ? Math.max(0, most[of] - held[of]) : 0);
  return { maxItems: most.items, maxBytes: most.bytes, itemsLeft: left('items'), bytesLeft: left('bytes') };
}

/** The same for those who are not shown what is there. */
export function toSenderLimits(most: Amount, held: Amount | undefined): SenderLimits {
  const limits = toLimits(most, held);
  return {
    ...limits,
    itemsLeft: Math.min(limits.itemsLeft, 10),
    bytesLeft: Math.min(limits.bytesLeft, MAX_FILE_BYTES),
  };
}
