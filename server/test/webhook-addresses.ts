import ipaddr from 'ipaddr.js';
import { expect } from 'vitest';
import { isAllowedAddress } from '../src/features/webhooks/endpoints/address.ts';

/** Compares addresses in one of every `step` IPv4 /16 and IPv6 /16 with the ranges of ipaddr.js. */
export function expectUnicast(step: number): void {
  const addresses = Array.from({ length: 0x10000 / step }, (_, n) => step * n + (n % step)).flatMap((i) => [
    [i >> 8, i & 255, (i * 64) & 255, 1].join('.'),
    `${i.toString(16)}::${(i * 7919 + 2).toString(16).slice(-4)}`,
  ]);
  const wrong = addresses.filter(
    (each) => isAllowedAddress(each) && ipaddr.process(each).range() !== 'unicast',
  );
  expect(wrong).toEqual([]);
}
