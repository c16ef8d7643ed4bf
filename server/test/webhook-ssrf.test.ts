import { isIP, Socket, type TcpNetConnectOpts } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { send } from '../src/features/webhooks/sender/send.ts';
import { assertDeliverable } from '../src/features/webhooks/endpoints/target.ts';
import { respond, hasIpv6, listen, listenForTest, OK, policyOf, type Listener } from './webhook-listener.ts';

const rows = (text: string): string[] => text.trim().split(/\s+/);

/** Ways to write an address of this machine, each of which would arrive if addresses were not refused. */
const LOOPBACK = [
  ...rows(`
    127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 127.000000000000000.1 2130706433 017700000001 0177.0.0.01
    0177.0000.0000.0001 0x7f000001 0X7f000001 0x00000000007f000001 0x7f.1 0x7F.0x0.0x0.0x1 127.0x1 0 0. 0x 0.0.0.0 00 0x0.0
    %31%32%37.0.0.1 127%2e0%2e0%2e1 %30%78%37f000001 １２７.０.０.１ 127。0。0。1 127｡0｡0｡1 127．0．0．1 ①②⑦.⓪.⓪.① 1㉗.0.0.1
    0ｘ7f000001 𝟏𝟐𝟕.𝟎.𝟎.𝟏 ¹²⁷.⁰.⁰.¹ ₁₂₇.₀.₀.₁ ２１３０７０６４３３ 127%E3%80%820%E3%80%820%E3%80%821`),
  '127\u00ad.0.0.1',
  '12\u200b7.0.0.1',
  '127.0.\t0.1',
  '127.0.\n0.1',
];
const LOOPBACK_IPV6 = rows(`
  [::1] [::] [0::1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0.0.0.1] [0:0:0:0:0:0:0:0] [0::0.0.0.0] [::ffff:127.0.0.1]
  [::FFFF:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:0.0.0.0]`);

/** Other addresses that nothing may be sent to; the ranges are those of the address test. */
const INSIDE = rows(`
  10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 169.254.169.254 169.254.169.254. 169.254.43518 2852039166 0xa9fea9fe
  0251.0376.0251.0376 １６９.２５４.１６９.２５４ 169。254。169。254 100.100.100.200 168.63.129.16 192.0.0.192 255.255.255.255 4294967295
  [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [fd00:ec2::254] [FD00:EC2::254] [fe80::a9fe:a9fe] [::10.0.0.1] [::ffff:8.8.8.8]
  [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fc00::1] [fec0::1] [ff02::1]`);

/** Names, which in these tests all resolve to this machine. */
const NAMES = rows(`
  localhost LOCALHOST localhost. a.localhost localhost.localdomain ip6-localhost loopback ｌｏｃａｌｈｏｓｔ loc%61lhost LocalHost%2e
  ⓛⓞⓒⓐⓛⓗⓞⓢⓣ printer.local. metadata metadata.google.internal METADATA.google.internal. instance-data.ec2.internal kubernetes
  kubernetes.default.svc.cluster.local host.docker.internal intranet wiki.corp nas.home router.lan a.home.arpa db.private
  127.0.0.1.nip.io 127-0-0-1.sslip.io localtest.me 127.0.0.1.. 127.0.0.1.example.com xn--kda4b0koi.example 127.0.0.1%00
  [::1%25lo] [fe80::1%eth0] ::1 [::ﬀﬀ:7f00:1] [127.0.0.1] 127.0.0.1:8443.example.com 0x100000000 1.1.1.1.1 256.256.256.256
  08.1.1.1 127.0.0.1\\.example.com a_b 1 -`);

/** Whole URLs: tricks of syntax, and what is no target whatever the host. */
const URLS = rows(`
  https://hooks.example.com@127.0.0.1/ https://127.0.0.1@hooks.example.com/ https://@127.0.0.1/ https://:@127.0.0.1/
  https://hooks.example.com%40127.0.0.1/ https://127.0.0.1\\@hooks.example.com/ https://hooks.example.com\\@127.0.0.1/
  https://127.0.0.1#@hooks.example.com/ https://127.0.0.1?@hooks.example.com/ https:127.0.0.1 https:///127.0.0.1
  https:\\\\127.0.0.1 HTTPS://127.0.0.1 \\\\127.0.0.1 //127.0.0.1/ 127.0.0.1:8443 https://127.0.0.1:22/ https://127.0.0.1:0/
  https://127.0.0.1:99999/ https://93.184.215.14:22/ http://93.184.215.14:25/ file:///etc/passwd file://127.0.0.1/etc/passwd
  ftp://127.0.0.1/ gopher://127.0.0.1:6379/_INFO wss://127.0.0.1/ data:text/plain,x javascript:alert(1) about:blank
  unix:/var/run/docker.sock https+unix://%2Fvar%2Frun%2Fdocker.sock/ https: https://? https://[] https://%/`);

const EVERYTHING = [
  ...[...LOOPBACK, ...LOOPBACK_IPV6, ...INSIDE, ...NAMES].flatMap((host) => [
    `http://${host}/`,
    `https://${host}/hook`,
  ]),
  ...URLS,
];

const attempt = { body: '{}', headers: {}, connectTimeoutMs: 2_000, totalTimeoutMs: 2_000 };
const blocked = { ok: false, status: null, errorClass: 'blocked_address' };

/** Lets every connection, to whatever port, go to this one, and to `address` if given; gives the hosts dialled. */
function redirect(port: number, address?: string): string[] {
  const dialled: string[] = [];
  const connect = Reflect.get(Socket.prototype, 'connect') as (...args: any[]) => Socket;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: any[]) {
    const [options] = args[0] as [TcpNetConnectOpts];
    dialled.push(options.host!);
    options.port = port;
    if (address)
      options.lookup = (_host, _options, found) => found(null, [{ address, family: isIP(address) }]);
    return connect.apply(this, args);
  });
  return dialled;
}

afterEach(() => vi.restoreAllMocks());

describe('with a canary on every port of this machine', () => {
  const canaries: Listener[] = [];
  let dialled: string[];
  const connections = () => canaries.reduce((sum, canary) => sum + canary.connections, 0);
  const requests = () =>
    canaries
      .map((canary) => canary.received)
      .join('')
      .match(/POST \/ HTTP/g)?.length;
  const toHere = async () => ['127.0.0.1', '::1'];

  beforeAll(async () => {
    canaries.push(await listen(respond(OK), { host: '0.0.0.0' }));
    if (hasIpv6) canaries.push(await listen(respond(OK), { host: '::1', port: canaries[0]!.port }));
  });
  afterAll(() => canaries.forEach((canary) => canary.close()));
  beforeEach(() => void (dialled = redirect(canaries[0]!.port)));

  it('no spelling of an address, no name and no trick leads to a connection, at registration or when sending', async () => {
    const policy = policyOf('', toHere);
    const passed: string[] = [];
    for (const url of EVERYTHING) {
      await assertDeliverable(url, policy).then(
        () => passed.push(url),
        (error: unknown) => expect(error).toMatchObject({ code: 'validation_failed' }),
      );
      expect([url, await send({ ...attempt, url, policy })]).toEqual([url, expect.objectContaining(blocked)]);
    }
    expect(passed).toEqual([]);
    expect(dialled).toEqual([]);
    expect(connections()).toBe(0);
  });

  it('local names are refused before anyone is asked for their address', async () => {
    const resolve = vi.fn(async () => ['93.184.215.14']);
    const local = NAMES.slice(0, NAMES.indexOf('127.0.0.1.nip.io'));
    for (const name of local) {
      await expect(assertDeliverable(`https://${name}/`, policyOf('', resolve))).rejects.toThrow(
        'public host',
      );
    }
    expect(local.length).toBeGreaterThanOrEqual(20);
    expect(resolve).not.toHaveBeenCalled();
  });

  it('without the rules the same spellings do arrive', async () => {
    const everywhere = policyOf('0.0.0.0/0, ::/0', toHere);
    const arriving = hasIpv6 ? [...LOOPBACK, ...LOOPBACK_IPV6] : LOOPBACK;
    for (const host of arriving) {
      const patient = { ...attempt, connectTimeoutMs: 60_000, totalTimeoutMs: 60_000 };
      const result = await send({ ...patient, url: `http://${host}/`, policy: everywhere });
      expect([host, result.errorClass]).toEqual([host, 'none']);
    }
    // On a busy machine a slow connection is raced by one to the next address; only one of them gets the request.
    expect(requests()).toBe(arriving.length);
  });
});

describe('a name whose addresses change', () => {
  // 127.0.0.1 is opened and stands for the internet; the canary is on another address of this machine, same port.
  const internet = '127.0.0.1';
  const inside = hasIpv6 ? '::1' : '127.0.0.2';
  const url = 'http://hooks.example.com/';

  async function stage(responses: (query: number) => string[], landing?: string) {
    const receiver = await listenForTest(respond(OK));
    const canary = await listenForTest(respond(OK), { host: inside, port: receiver.port });
    redirect(receiver.port, landing);
    const resolve = vi.fn(async () => responses(resolve.mock.calls.length));
    return { receiver, canary, resolve, policy: policyOf(`${internet}/32`, resolve) };
  }

  it('is refused when sending, though it was public at registration', async () => {
    const { receiver, canary, policy } = await stage((query) => (query === 1 ? [internet] : [inside]));
    await assertDeliverable(url, policy);
    expect(await send({ ...attempt, url, policy })).toMatchObject(blocked);
    expect([receiver.connections, canary.connections]).toEqual([0, 0]);
  });

  it('is asked for once in an attempt, so that nothing fits between check and connection', async () => {
    const { receiver, canary, resolve, policy } = await stage((query) => (query % 2 ? [internet] : [inside]));
    for (let i = 0; i < 40; i += 1) {
      const expected = i % 2 ? blocked : { ok: true, status: 200, errorClass: 'none' };
      expect(await send({ ...attempt, url, policy })).toMatchObject(expected);
    }
    expect(resolve).toHaveBeenCalledTimes(40);
    expect([receiver.connections, canary.connections]).toEqual([20, 0]);
  });

  it.each([
    ['first', [inside, internet]],
    ['last', [internet, inside]],
    ['among many', [...Array<string>(20).fill(internet), inside]],
    ['as a mapped address', [internet, '::ffff:10.0.0.1']],
    ['beside what is no address', [internet, 'localhost']],
    ['with a zone', [internet, '2606:4700::1%lo']],
  ])('is refused if one that is not allowed comes %s', async (_, addresses) => {
    const { receiver, canary, policy } = await stage(() => addresses);
    await expect(assertDeliverable(url, policy)).rejects.toThrow('public host');
    expect(await send({ ...attempt, url, policy })).toMatchObject(blocked);
    expect([receiver.connections, canary.connections]).toEqual([0, 0]);
  });

  it.each(['http', 'https'])(
    'gets not one byte over %s if the connection ends up elsewhere all the same',
    async (scheme) => {
      const { canary, policy } = await stage(() => [internet], inside);
      expect(await send({ ...attempt, url: `${scheme}://hooks.example.com/`, policy })).toMatchObject(
        blocked,
      );
      await canary.closed;
      expect([canary.connections, canary.received]).toEqual([1, '']);
    },
  );
});
