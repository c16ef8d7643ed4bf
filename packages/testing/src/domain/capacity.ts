import { limits } from '@tempshare/contract';
import type { Encryption } from '@tempshare/sdk/types';
import type { MockCapacity } from '../mock.ts';
import { checkNames } from './names.ts';

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

/** Maximum size of a file as it is sent: sealing adds to each chunk. */
export const maxFileBytes = (encryption: Encryption = 'server'): number =>
  encryption === 'e2e' ? limits.sealedFileBytes : MAX_FILE_BYTES;

/** Whether as many bytes are the maximum of a file, and not what a container had left. */
export const isFileLimit = (bytes: number): boolean =>
  bytes === limits.fileBytes || bytes === limits.sealedFileBytes;

/** As a server has it that sets nothing. */
export const DEFAULTS: Capacities = { ...limits.capacity, sessions: limits.sessions, total: Infinity };

/** @throws TypeError for what is not a whole number from 0, and for an unknown name */
export const capacities = (given: MockCapacity = {}): Capacities => filled(DEFAULTS, given, '');

/** Fills what was given up with defaults, in what it holds, too. */
function filled<Of extends object>(defaults: Of, given: object, within: string): Of {
  checkNames(`capacity${within && ` of ${within.slice(0, -1)}`}`, given, Object.keys(defaults));
  const entries = Object.entries(defaults as Record<string, unknown>).map(([name, fallback]) => {
    const value = (given as Record<string, unknown>)[name] ?? fallback;
    if (typeof fallback === 'object') return [name, filled(fallback as object, value as object, `${name}.`)];
    if (value !== fallback && !(Number.isSafeInteger(value) && (value as number) >= 0))
      throw new TypeError(`capacity: ${within}${name} must be a whole number, from 0`);
    return [name, value];
  });
  return Object.fromEntries(entries as [string, unknown][]) as Of;
}
