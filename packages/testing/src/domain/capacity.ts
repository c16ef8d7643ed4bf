import { limits } from '@tempshare/contract';
import type { MockCapacity } from '../mock.ts';

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
  /** Sessions of an item at a time. */
  sessions: number;
  /** Bytes of a key. */
  key: number;
  /** Bytes of all keys. */
  total: number;
}

export const MAX_FILE_BYTES = limits.fileBytes;

/** As a server has it that sets nothing. */
export const DEFAULTS: Capacities = { ...limits.capacity, sessions: limits.sessions, total: Infinity };

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
    sessions: number('sessions', given.sessions, DEFAULTS.sessions),
    key: number('key', given.key, DEFAULTS.key),
    total: number('total', given.total, DEFAULTS.total),
  };
}
