import { limits } from '@tempshare/contract';
import { optional, variable, integer } from './variable.ts';

const perMinute = (limit: number, callers: string) =>
  variable(String(limit), integer(1, 10_000_000), `Requests per minute for ${callers}.`);

const bytesPerSecond = (description: string) => variable('1024', integer(0, 10_000_000), description);

/** Rate limits, sessions, connections, transfer speeds and concurrent files. */
export const limitVariables = {
  RATE_LIMIT_KEY: perMinute(limits.rateLimit.key, 'each API key'),
  RATE_LIMIT_ANONYMOUS: perMinute(limits.rateLimit.anonymous, 'each IP address without a valid key'),
  RATE_LIMIT_SESSION: perMinute(
    limits.rateLimit.session,
    'each session of a sender or of a participant in a room',
  ),
  RATE_LIMIT_ADDRESS_SESSIONS: perMinute(
    limits.rateLimit.addressSessions,
    'all sessions of one IP address together',
  ),
  RATE_LIMIT_URL: perMinute(limits.rateLimit.url, 'each upload URL and each download URL'),
  SESSIONS_PER_ITEM: variable(
    String(limits.sessions),
    integer(1, 10_000),
    'Maximum number of sessions of an upload request or room, four fifths of them for one network. Further clients count by their address.',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: optional(
    integer(0, 1_000_000),
    'Maximum number of connections from one IPv4 address or IPv6 /64. A further one replaces a connection that has been idle, or sending its request, for a second. 0: no limit. Default: 256, or no limit with `TRUST_PROXY`.',
  ),
  MIN_BODY_BYTES_PER_SECOND: bytesPerSecond(
    'Minimum speed of JSON bodies, averaged over 20 seconds. Slower ones get 408. 0: no minimum.',
  ),
  MIN_UPLOAD_BYTES_PER_SECOND: bytesPerSecond(
    'Minimum speed of uploads, averaged over 30 seconds. Slower ones get 408. 0: no minimum.',
  ),
  MIN_RESPONSE_BYTES_PER_SECOND: bytesPerSecond(
    'Minimum speed at which clients read responses and files, averaged over 60 seconds. Slower ones are cut off. Event streams of rooms are exempt. 0: no minimum.',
  ),
  MAX_FILES_AT_ONCE: variable(
    '500',
    integer(1, 50_000),
    'Maximum number of concurrent uploads and downloads of this process. Each takes about 1 MB of memory; with S3 an upload takes 6 MB.',
  ),
  MAX_FILES_AT_ONCE_PER_CALLER: variable(
    '50',
    integer(1, 50_000),
    'Maximum number of them for one API key, or for one address without a key.',
  ),
};
