import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Rate-limit key of a client: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientNetwork(address: string | undefined): string {
  if (address !== undefined && isIPv4(address)) return address;
  // Some proxies add the port.
  const bare = address?.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1');
  if (bare !== undefined && isIPv4(bare)) return bare;
  if (bare === undefined || !ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}
