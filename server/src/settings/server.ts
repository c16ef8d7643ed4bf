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
  PORT: variable('8080', integer(0, 65_535), 'The port to listen on; 0 takes a free one.'),
  HOST: variable('127.0.0.1', text, 'The address to listen on; `0.0.0.0` for all.'),
  ROLE: variable(
    'all',
    oneOf('all', 'open'),
    '`open`: for recipients alone, without the API of owners and without accounts, beside a server for all on the same database ([proxies.md](proxies.md#create-inside-send-outside)).',
  ),
  WORKERS: variable(
    '1',
    integer(1, 64),
    'How many processes serve, under one that hands connections to them. What is said of a process counts for each.',
  ),
  APP_URL: optional(
    httpUrl,
    'The public address of the server, which links begin with. Needed in production; else `http://localhost:<PORT>`.',
  ),
  TRUST_PROXY: variable(
    '0',
    trustProxy,
    'Whose word on the client address counts: the number of proxies in front, or their addresses and CIDR ranges with commas between.',
  ),
};
