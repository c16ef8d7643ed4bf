import { limits } from '@tempshare/contract';
import { optional, variable, integer, inUnits, byteCount } from './variable.ts';

/** Capacity of containers, and quotas of bytes. */
export const quotaVariables = {
  MAX_ITEMS_PER_DROP: variable(
    String(limits.capacity.drop.items),
    integer(1, 1_000_000),
    'How many items a drop inbox takes, announced files among them.',
  ),
  MAX_BYTES_PER_DROP: variable(
    inUnits(limits.capacity.drop.bytes),
    byteCount,
    'How many bytes they may have together; `KiB`, `MiB`, `GiB` and `TiB` may follow the number.',
  ),
  MAX_ITEMS_PER_ROOM: variable(
    String(limits.capacity.room.items),
    integer(1, 1_000_000),
    'How many messages and files a room takes, announced files among them.',
  ),
  MAX_BYTES_PER_ROOM: variable(
    inUnits(limits.capacity.room.bytes),
    byteCount,
    'How many bytes they may have together.',
  ),
  MAX_ITEMS_PER_REQUEST: variable(
    String(limits.capacity.request.items),
    integer(1, limits.requestFiles),
    `How many files an upload request takes, announced ones among them; at most ${limits.requestFiles}.`,
  ),
  MAX_BYTES_PER_REQUEST: variable(
    inUnits(limits.capacity.request.bytes),
    byteCount,
    'How many bytes they may have together; 50 of the largest at the default.',
  ),
  MAX_BYTES_PER_KEY: variable(
    inUnits(limits.capacity.key),
    byteCount,
    'How many bytes all that an API key shares and receives may have together.',
  ),
  MAX_BYTES_TOTAL: optional(
    byteCount,
    'How many bytes all keys may have together. Without it only the disk bounds them. The same on all servers of a database.',
  ),
};
