import { limits } from '@tempshare/contract';
import { optional, variable, integer, inUnits, byteCount } from './variable.ts';

/** Capacity of containers, and quotas of bytes. */
export const quotaVariables = {
  MAX_ITEMS_PER_DROP: variable(
    String(limits.capacity.drop.items),
    integer(1, 1_000_000),
    'Maximum number of items in a drop inbox, including announced files.',
  ),
  MAX_BYTES_PER_DROP: variable(
    inUnits(limits.capacity.drop.bytes),
    byteCount,
    'Maximum size of their content. Units: `KiB`, `MiB`, `GiB` and `TiB`.',
  ),
  MAX_ITEMS_PER_ROOM: variable(
    String(limits.capacity.room.items),
    integer(1, 1_000_000),
    'Maximum number of messages and files in a room, including announced files.',
  ),
  MAX_BYTES_PER_ROOM: variable(
    inUnits(limits.capacity.room.bytes),
    byteCount,
    'Maximum size of their content.',
  ),
  MAX_ITEMS_PER_REQUEST: variable(
    String(limits.capacity.request.items),
    integer(1, limits.requestFiles),
    `Maximum number of files in an upload request, including announced ones; at most ${limits.requestFiles}.`,
  ),
  MAX_BYTES_PER_REQUEST: variable(
    inUnits(limits.capacity.request.bytes),
    byteCount,
    'Maximum size of their content. The default holds 50 of the largest.',
  ),
  MAX_BYTES_PER_KEY: variable(
    inUnits(limits.capacity.key),
    byteCount,
    'Maximum size of everything that an API key shares and receives.',
  ),
  MAX_BYTES_TOTAL: optional(
    byteCount,
    'Maximum size of everything of all keys. Without it only the disk limits them. Must be the same on all servers of a database.',
  ),
};
