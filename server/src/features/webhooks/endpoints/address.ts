import { BlockList, isIP } from 'node:net';

/** The only block of ordinary IPv6 addresses. Loopback, mapped, NAT64, unique local and others lie outside. */
const GLOBAL_UNICAST_IPV6 = blockList(['2000::/3']);

/** The IANA special-purpose registries (RFC 6890), multicast, and one cloud address outside them. */
const SPECIAL = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's WireServer
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23', // Teredo, ORCHID, benchmarking
  '2001:db8::/32',
  '2002::/16', // 6to4
  '2620:4f:8000::/48',
  '3fff::/20',
]);

/**
 * Returns whether an address is an ordinary public one. Private, local, documentation, multicast, reserved and cloud
 * metadata addresses are not, nor IPv6 addresses that embed IPv4. Neither is invalid text or an address with a zone.
 */
export function isAllowedAddress(address: string): boolean {
  return (isIP(address) === 4 || contains(GLOBAL_UNICAST_IPV6, address)) && !contains(SPECIAL, address);
}

/** Checks ranges for an address. A range of IPv4 includes the IPv6 addresses that map into it. */
export function contains(ranges: BlockList, address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && ranges.check(address, familyOf(address));
}

/** Parses CIDR ranges. @throws Error if one is not `<address>/<length>` */
export function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [, network = '', length = ''] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(range) ?? [];
    list.addSubnet(network, Number(length), familyOf(network));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
