import { expirationSeconds, lifetimes, type Schema } from '@tempshare/contract';
import { MAX_REPLAY_SECONDS } from '../readings/reader.ts';
import { offeredLifetimes, readLifetime, readLifetimes } from '../domain/lifetime.ts';
import { integer, oneOf, optional, type Parsed, type Values, variable } from './variable.ts';

/** Lifetimes of items and of readings. */
export const lifetimeVariables = {
  MAX_LIFETIME: variable(
    'forever',
    oneOf(...(Object.keys(expirationSeconds) as Schema<'Expiration'>[])),
    'Maximum `expiration`, and maximum distance of `expiresAt`. Below `1d`, requests without either are refused. Inboxes never expire.',
  ),
  OFFERED_LIFETIMES: optional(
    readLifetimes,
    'Lifetimes that pages offer, comma-separated: `1h,3d,14d,forever`. None may exceed `MAX_LIFETIME`. Default: the values of `expiration` up to that.',
  ),
  DEFAULT_EXPIRATION: optional(
    readLifetime,
    'Preselected lifetime on pages, one of these. Default: `1d`, or the longest below it. API requests without a lifetime always get `1d`.',
  ),
  READING_REPLAY_SECONDS: variable(
    String(lifetimes.readerKey),
    integer(0, MAX_REPLAY_SECONDS),
    'Seconds in which a reader with an `Idempotency-Key` can repeat an opening whose response was lost. The content stays that long, sealed under the key. 0 disables replay; the header is ignored.',
  ),
};

/** Refuses to offer lifetimes that the server would not accept. */
export function lifetimeProblems(values: Values): string[] {
  if (values.MAX_LIFETIME === undefined) return [];
  const {
    MAX_LIFETIME: longest,
    OFFERED_LIFETIMES: seconds,
    DEFAULT_EXPIRATION: chosen,
  } = values as Parsed<typeof lifetimeVariables>;
  try {
    offeredLifetimes({ longest, seconds, chosen });
    return [];
  } catch (error) {
    return [`${(error as Error).message}.`];
  }
}
