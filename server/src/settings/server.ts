import ipaddr from 'ipaddr.js';
import { optional, variable, text, integer, oneOf, httpUrl } from './variable.ts';

const trustProxy = (value: string): number | string[] =>
  /^\d+$/.test(value)
    ? integer(0, 20)(value)
    : value.split(',').map((part) => {
        const range = part.trim();
        if (ipaddr.isValid(range) || ipaddr.isValidCIDR(range)) return range;
        throw new Error(
          'must be a number of proxies from 0 to 20, or addresses and CIDR ranges with commas between',
        );
      });

/** The address, the processes and the role of the server. */
export const serverVariables = {
  PORT: variable('8080', integer(0, 65_535), 'Port to listen on. 0 picks a free one.'),
  HOST: variable('127.0.0.1', text, 'Address to listen on. `0.0.0.0` listens on all.'),
  ROLE: variable(
    'all',
    oneOf('all', 'open'),
    "`open` serves recipients only, without the owners' API and accounts, beside a server with `all` on the same database ([proxies.md](proxies.md#create-inside-send-outside)).",
  ),
  WORKERS: variable(
    '1',
    integer(1, 64),
    'Number of processes, behind one that distributes connections. Limits per process apply to each.',
  ),
  APP_URL: optional(
    httpUrl,
    'Public address of the server, used in links. Required in production. Default: `http://localhost:<PORT>`.',
  ),
  TRUST_PROXY: variable(
    '0',
    trustProxy,
    'Trusted proxies for the client address: their number, or their addresses and CIDR ranges, comma-separated.',
  ),
};
