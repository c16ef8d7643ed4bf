import { expect, it } from 'vitest';
import { clientNetwork } from '../src/http/connection/client-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['192.0.2.7:5678', '192.0.2.7'],
  ['[2001:db8:1:2::1]:5678', '2001:db8:1:2::/64'],
  ['nonsense', 'unknown'],
  [undefined, 'unknown'],
])('%s is counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
