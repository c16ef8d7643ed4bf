import { BlockList, isIP } from 'node:net';

/** All of IPv6 outside this block is special: loopback, mapped, NAT64, unique local, link-local, multicast… */
const GLOBAL_UNICAST_IPV6 = blockList(['2000::/3']);

/** The IANA special-purpose registries (RFC 6890), multicast, and the one address of a cloud that lies outside them. */
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
 * Whether an address is an ordinary one of the public internet: no private, local, shared, documentation, multicast,
 * reserved or cloud metadata address, and in IPv6 none that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo).
 * Text that is not a plain address, or that has a zone, is not.
 */
export function isAllowedAddress(address: string): boolean {
  return (isIP(address) === 4 || contains(GLOBAL_UNICAST_IPV6, address)) && !contains(SPECIAL, address);
}

/** Whether one of the ranges holds an address; a range of IPv4 holds the IPv6 addresses that map into it as well. */
export function contains(ranges: BlockList, address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && ranges.check(address, familyOf(address));
}

/**
 * The set of addresses in CIDR ranges.
 * @throws Error when one is not `<address>/<length>`.
 */
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
