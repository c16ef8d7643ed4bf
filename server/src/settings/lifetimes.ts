import { expirationSeconds, lifetimes, type Schema } from '@tempshare/contract';
import { MAX_REPLAY_SECONDS } from '../readings/reader.ts';
import { offeredLifetimes, readLifetime, readLifetimes } from '../domain/lifetime.ts';
import { integer, oneOf, optional, type Parsed, type Values, variable } from './variable.ts';

/** Lifetimes of items and of readings. */
export const lifetimeVariables = {
  MAX_LIFETIME: variable(
    'forever',
    oneOf(...(Object.keys(expirationSeconds) as Schema<'Expiration'>[])),
    'The longest `expiration` that callers may ask for, and how far ahead `expiresAt` may be. Below `1d` calls that name neither are refused. Inboxes never expire.',
  ),
  OFFERED_LIFETIMES: optional(
    readLifetimes,
    'The lifetimes that pages offer, with commas between: `1h,3d,14d,forever`. None may be above `MAX_LIFETIME`. Default: the values of `expiration` up to that.',
  ),
  DEFAULT_EXPIRATION: optional(
    readLifetime,
    'The one of these that pages choose first. Default: `1d`, or the longest below it. A call that names no lifetime gets `1d`, as the API says.',
  ),
  READING_REPLAY_SECONDS: variable(
    String(lifetimes.readerKey),
    integer(0, MAX_REPLAY_SECONDS),
    'Seconds in which a reader who opened or revealed with an `Idempotency-Key` gets the same response again, should it have been lost; so long what was read stays, sealed under that key. 0: nothing stays, and the header means nothing there.',
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
