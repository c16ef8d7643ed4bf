/**
 * Networks by which a client is counted, smallest first: its IPv4 address, or the /64, /56 and /48 of its IPv6 address,
 * since providers hand out any of these. @param network as `clientNetwork` returns it
 */
export function networksOf(network: string): string[] {
  const parts = /^([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+)::\/64$/.exec(network)?.slice(1);
  if (!parts) return [network];
  const [first, second, third, fourth] = parts as [string, string, string, string];
  const subnet = (parseInt(fourth, 16) & 0xff00).toString(16);
  return [network, `${first}:${second}:${third}:${subnet}::/56`, siteOf(network)];
}

/** The largest of these networks: an IPv4 address or an IPv6 /48. */
export const siteOf = (network: string): string =>
  network.replace(/^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/, '$1::/48');
