import { it } from 'vitest';
import { expectUnicast } from './webhook-addresses.ts';

it('an address that is allowed is unicast to ipaddr.js too, over every IPv4 /16 and IPv6 /16', () =>
  expectUnicast(1));
