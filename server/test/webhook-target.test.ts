import { limits } from '@tempshare/contract';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from '../src/features/webhooks/endpoints/address.ts';
import {
  assertDeliverable,
  parseTarget,
  readAllowedHosts,
} from '../src/features/webhooks/endpoints/target.ts';
import { expectUnicast } from './webhook-addresses.ts';
import { policyOf } from './webhook-listener.ts';

const policy = policyOf('', async () => ['93.184.215.14']);
const production = { ...policy, allowHttp: false };

describe('an address', () => {
  // The IANA special-purpose registries for IPv4 and IPv6, multicast, and what is not global unicast.
  const special = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
    203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32 255.255.255.255/32
    ::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23
    2001::/32 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16
    2620:4f:8000::/48 3fff::/20 4000::/2 5f00::/16 8000::/1 fc00::/7 fe80::/10 fec0::/10 ff00::/8`;

  it.each(special.split(/\s+/))('is refused anywhere in %s', (range) => {
    const [address, length] = ipaddr.parseCIDR(range);
    const first = address.toByteArray();
    for (const seed of [0x00, 0xff, 0x5a, 0xa5, 0x7f]) {
      const within = first.map((byte, i) => {
        const network = (0xff << Math.max(0, 8 - Math.max(0, length - i * 8))) & 0xff;
        return (byte & network) | (seed & ~network & 0xff);
      });
      const text = ipaddr.fromByteArray(within).toString();
      expect([text, isAllowedAddress(text)]).toEqual([text, false]);
    }
  });

  it.each(
    `1.0.0.1 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
    168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255
    192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 2001:200:: 2001:4860:4860::8888 2003::1 2400:cb00::1
    2606:4700:4700::1111 2620:4f:7fff::1 2620:4f:8001::1 2a00:1450:4001:82f::200e 3ffe:ffff::1 3fff:1000::1`.split(
      /\s+/,
    ),
  )('of the internet, such as %s, is allowed', (address) => {
    expect(isAllowedAddress(address)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '1.1.1.1 ',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '1.1.1.1:443',
    '0x1010101',
    '01.1.1.1',
  ])('in any other form, such as "%s", is refused', (text) => {
    expect(isAllowedAddress(text)).toBe(false);
  });

  it('that is allowed is unicast to ipaddr.js too, over one in every eighth IPv4 /16 and IPv6 /16', () =>
    expectUnicast(8));
});

describe('a URL', () => {
  it.each([
    'https://hooks.example.com',
    'https://hooks.example.com/a/b?c=d&e=%20',
    'HTTPS://HOOKS.EXAMPLE.COM:443/',
    'https://hooks.example.com:8443/',
    'https://żółć.example.pl/',
    'https://a_b.example.com/',
    'https://localhost.example.com/',
    'https://mylocal.network/',
    'https://93.184.215.14/',
    'https://[2606:4700:4700::1111]:8443/',
    `https://hooks.example.com/${'a'.repeat(limits.webhookUrlLength - 'https://hooks.example.com/'.length)}`,
  ])('such as %s is a target', async (url) => {
    expect(parseTarget(url, production).url.href).toBe(new URL(url).href);
    await expect(assertDeliverable(url, production)).resolves.toBeUndefined();
  });

  it.each([
    ['hooks.example.com', 'must be a URL'],
    ['https://', 'must be a URL'],
    ['https://hooks.example.com:65536/', 'must be a URL'],
    ['http://hooks.example.com/', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['https://user@hooks.example.com/', 'must not have user information'],
    ['https://:password@hooks.example.com/', 'must not have user information'],
    ['https://hooks.example.com/#fragment', 'must not have a fragment'],
    ['https://hooks.example.com:0/', 'must have port 80, 443 or 8443'],
    ['https://hooks.example.com:22/', 'must have port 80, 443 or 8443'],
    [`https://hooks.example.com/${'a'.repeat(2023)}`, 'must have at most 2048 characters'],
    [`https://hooks.example.com/${'ż'.repeat(400)}`, 'must have at most 2048 characters'],
    ['https://hooks.example.com./', 'must have a public host'],
    ['https://a..example.com/', 'must have a public host'],
  ])('such as %s is none: it %s', async (url, sentence) => {
    await expect(assertDeliverable(url, production)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/body/url', code: 'webhook_url', detail: expect.stringContaining(sentence) }],
    });
  });

  it('may use http, on the same ports, where the policy says so', () => {
    expect(parseTarget('http://hooks.example.com/', policy)).toMatchObject({ port: 80 });
    expect(parseTarget('http://hooks.example.com:8443/', policy)).toMatchObject({ port: 8443 });
    expect(() => parseTarget('http://hooks.example.com:8080/', policy)).toThrow(
      'must have port 80, 443 or 8443',
    );
  });

  it('is refused in the same words whether its name is private, unknown, or leads inside', async () => {
    const refusal = async (url: string, addresses: string[]) =>
      assertDeliverable(
        url,
        policyOf('', async () => addresses),
      ).catch((error: Error) => error.message);
    const sentences = [
      await refusal('https://intranet/', ['93.184.215.14']),
      await refusal('https://a.internal/', ['93.184.215.14']),
      await refusal('https://10.0.0.1/', []),
      await refusal('https://hooks.example.com/', []),
      await refusal('https://hooks.example.com/', ['10.0.0.1']),
    ];
    expect(new Set(sentences).size).toBe(1);
  });
});

describe('WEBHOOK_ALLOWED_HOSTS', () => {
  const opens = (setting: string, url: string) => {
    const only = policyOf(setting, async () => ['10.1.2.3']);
    return assertDeliverable(url, only).then(
      () => true,
      () => false,
    );
  };

  it.each([
    ['receiver', 'http://receiver/', true],
    ['receiver', 'http://RECEIVER:8080/', true],
    ['receiver', 'http://other/', false],
    ['receiver', 'http://receiver.example.com/', false],
    ['receiver:8080', 'http://receiver:8080/', true],
    ['receiver:8080', 'http://receiver/', false],
    ['receiver:443', 'https://receiver/', true],
    ['receiver:80', 'https://receiver/', false],
    ['Żółć.example', 'http://xn--kda4b0koi.example/', true],
    ['10.1.2.3', 'http://10.1.2.3:9000/', true],
    ['10.1.2.3', 'http://hooks.example.com/', false],
    ['10.1.2.3:9000', 'http://0x0a.1.2.3:9000/', true],
    ['::1', 'http://[::1]:9000/', true],
    ['[::1]:9000', 'http://[::1]:9000/', true],
    ['[::1]:9000', 'http://[::1]/', false],
    ['10.0.0.0/8', 'http://10.200.0.1:9000/', true],
    ['10.0.0.0/8', 'http://[::ffff:10.200.0.1]/', true],
    ['10.0.0.0/8', 'http://hooks.example.com/', true],
    ['10.0.0.0/8', 'http://hooks.example.com:9000/', false],
    ['10.0.0.0/8', 'http://hooks.internal/', false],
    ['10.1.2.4/32', 'http://hooks.example.com/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    [' receiver , 10.0.0.0/8 ,', 'http://10.1.1.1/', true],
    ['', 'http://10.1.1.1/', false],
  ])('"%s" and %s: %s', async (setting, url, expected) => {
    expect(await opens(setting, url)).toBe(expected);
  });

  it('opens no scheme', async () => {
    const closed = { ...policyOf('receiver', async () => ['10.1.2.3']), allowHttp: false };
    await expect(assertDeliverable('http://receiver/', closed)).rejects.toThrow('must use https');
  });

  it('resolves the names in it as this machine does', async () => {
    await expect(assertDeliverable('http://localhost:9000/', policyOf('localhost'))).resolves.toBeUndefined();
  });

  it.each([
    'http://receiver',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10/8',
    '*.example.com',
    'a b',
    'a:b',
    'user@receiver',
    '[::1',
  ])('cannot be "%s"', (setting) => {
    expect(() => readAllowedHosts(setting)).toThrow('must be host names, addresses');
  });
});
