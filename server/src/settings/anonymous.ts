import { limits } from '@tempshare/contract';
import { mostOfItem, shareOf } from '../features/accounts/anonymous.ts';
import type { quotaVariables } from './quotas.ts';
import {
  variable,
  integer,
  inUnits,
  byteCount,
  oneOf,
  boolean,
  type Parsed,
  type Values,
} from './variable.ts';

/** Senders without an account. */
export const anonymousVariables = {
  ALLOW_ANONYMOUS_CREATE: variable(
    'false',
    boolean,
    'Lets people without an account send from the page at `/`, end-to-end encrypted and within the limits below ([accounts.md](accounts.md)).',
  ),
  RATE_LIMIT_ANONYMOUS_CREATE: variable(
    '10',
    integer(1, 10_000_000),
    'Items per minute created without an account from one IPv4 address or IPv6 /48.',
  ),
  ANONYMOUS_MAX_BYTES_PER_ITEM: variable(
    '10MiB',
    byteCount,
    `Maximum size of such an item; files at most ${inUnits(limits.fileBytes)}.`,
  ),
  ANONYMOUS_MAX_BYTES_TOTAL: variable(
    '1GiB',
    byteCount,
    'Maximum size of all such items. One network can use an eighth of it. Must be the same on all servers of a database.',
  ),
  ANONYMOUS_MAX_LIFETIME: variable(
    '7d',
    oneOf('15m', '1h', '6h', '1d', '7d'),
    'Maximum lifetime of such items, also limited by `MAX_LIFETIME`.',
  ),
};

/** Checks the limits of senders without an account against each other, and against the quota of all keys. */
export function anonymousProblems(values: Values): string[] {
  if (values.ALLOW_ANONYMOUS_CREATE !== true) return [];
  const {
    ANONYMOUS_MAX_BYTES_PER_ITEM: item,
    ANONYMOUS_MAX_BYTES_TOTAL: all,
    MAX_BYTES_TOTAL: total,
  } = values as Partial<Parsed<typeof anonymousVariables & typeof quotaVariables>>;
  if (item === undefined || all === undefined) return [];
  if (shareOf(all) < mostOfItem(item))
    return [
      'ANONYMOUS_MAX_BYTES_TOTAL must be above 8 times ANONYMOUS_MAX_BYTES_PER_ITEM, with a third to spare.',
    ];
  return total !== undefined && all >= total
    ? ['ANONYMOUS_MAX_BYTES_TOTAL must be below MAX_BYTES_TOTAL, or strangers could take all of it.']
    : [];
}
