import { limits } from '@tempshare/contract';
import { optional, variable, integer } from './variable.ts';

/** Rate limits, sessions, connections, transfer speeds and concurrent files. */
export const limitVariables = {
  RATE_LIMIT_KEY: variable(
    String(limits.rateLimit.key),
    integer(1, 10_000_000),
    'Requests per minute for each API key.',
  ),
  RATE_LIMIT_ANONYMOUS: variable(
    String(limits.rateLimit.anonymous),
    integer(1, 10_000_000),
    'Requests per minute for each IP address without a valid key.',
  ),
  RATE_LIMIT_SESSION: variable(
    String(limits.rateLimit.session),
    integer(1, 10_000_000),
    'Requests per minute for each session of a sender or of a participant in a room.',
  ),
  RATE_LIMIT_ADDRESS_SESSIONS: variable(
    String(limits.rateLimit.addressSessions),
    integer(1, 10_000_000),
    'Requests per minute for all sessions that one IP address uses, together.',
  ),
  RATE_LIMIT_URL: variable(
    String(limits.rateLimit.url),
    integer(1, 10_000_000),
    'Requests per minute for each upload URL and each download URL.',
  ),
  SESSIONS_PER_ITEM: variable(
    String(limits.sessions),
    integer(1, 10_000),
    'How many sessions an upload request or a room has at a time, four fifths of them for one network; those who come later count with their address.',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: optional(
    integer(0, 1_000_000),
    'The most connections from one IPv4 address or IPv6 /64; a further one takes the place of one that has been idle or sending its request for a second. 0: no limit. Default: 256, and no limit with `TRUST_PROXY`.',
  ),
  MIN_BODY_BYTES_PER_SECOND: variable(
    '1024',
    integer(0, 10_000_000),
    'The slowest that JSON may arrive, on average over 20 seconds; slower ones get 408. 0: as slowly as it likes.',
  ),
  MIN_UPLOAD_BYTES_PER_SECOND: variable(
    '1024',
    integer(0, 10_000_000),
    'The slowest that a file may arrive, on average over 30 seconds; slower ones get 408. 0: as slowly as it likes.',
  ),
  MIN_RESPONSE_BYTES_PER_SECOND: variable(
    '1024',
    integer(0, 10_000_000),
    'The slowest that a response or file may be taken, on average over 60 seconds; slower ones break off. Events of rooms are exempt. 0: as slowly as it likes.',
  ),
  MAX_FILES_AT_ONCE: variable(
    '500',
    integer(1, 50_000),
    'How many uploads and downloads are under way at once in this process; each takes about 1 MB of memory; with S3 a download takes 2 MB, and an upload 6 MB.',
  ),
  MAX_FILES_AT_ONCE_PER_CALLER: variable(
    '50',
    integer(1, 50_000),
    'How many of them one API key has, or one address without a key.',
  ),
};
