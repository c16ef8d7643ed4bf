import { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { send, type SendOptions } from '../src/features/webhooks/sender/send.ts';
import { EXPIRED, KEY, VALID } from './webhook-certificates.ts';
import { respond, listenForTest, OK, policyOf } from './webhook-listener.ts';

const policy = policyOf('127.0.0.1, hooks.example.com, other.example.com', async () => ['127.0.0.1']);
const body = '{"id":"evt_1","note":"żółć 🔥"}';
const FOREVER = new Promise<never>(() => undefined);

/** Long limits, for what must end by itself; `SOON` for what must be ended. */
const sendTo = (url: string, options: Partial<SendOptions> = {}) =>
  send({ url, body, headers: {}, policy, connectTimeoutMs: 10_000, totalTimeoutMs: 20_000, ...options });
const SOON = { connectTimeoutMs: 60, totalTimeoutMs: 60 };
/** The connection is made in time, the response is not. */
const CONNECTED = { connectTimeoutMs: 10_000, totalTimeoutMs: 1_000 };

async function outcome(serve: (socket: Socket) => void, options?: Partial<SendOptions>) {
  const listener = await listenForTest(serve);
  const result = await sendTo(`http://127.0.0.1:${listener.port}/hook`, options);
  return { ...result, listener };
}

const reply = (head: string, content = '') =>
  respond(`HTTP/1.1 ${head}\r\nContent-Length: ${content.length}\r\n\r\n${content}`);

afterEach(() => vi.restoreAllMocks());

describe('a webhook', () => {
  it.each<[string, string | Uint8Array]>([
    ['text', body],
    ['bytes', Buffer.from(`xx${body}yy`).subarray(2, -2)],
  ])('is posted as %s, with its headers and no others', async (_, payload) => {
    const listener = await listenForTest(respond(OK));
    const url = `http://hooks.example.com:${listener.port}/hook/a%20b?c=d&e`;
    const headers = { 'X-Service-Signature': 't=1,v1=00', 'webhook-id': 'evt_1' };
    expect(await sendTo(url, { body: payload, headers })).toEqual({
      ok: true,
      status: 200,
      durationMs: expect.any(Number),
      errorClass: 'none',
      retryAfterMs: null,
      gone: false,
      response: { headers: [], body: '', bodyIsTruncated: false, isWithheld: true },
    });
    const [head = '', content] = listener.received.split('\r\n\r\n');
    expect(content).toBe(body);
    const [line, ...rest] = head.split('\r\n');
    expect(line).toBe('POST /hook/a%20b?c=d&e HTTP/1.1');
    expect(rest.map((each) => each.toLowerCase()).sort()).toEqual([
      'connection: close',
      `content-length: ${Buffer.byteLength(body)}`,
      'content-type: application/json',
      `host: hooks.example.com:${listener.port}`,
      'user-agent: tempshare-webhooks/1.0',
      'webhook-id: evt_1',
      'x-service-signature: t=1,v1=00',
    ]);
  });

  it('carries nothing over from the one before: no connection, no cookie', async () => {
    const listener = await listenForTest(
      respond(
        'HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n',
        () => undefined,
      ),
    );
    for (let i = 0; i < 2; i += 1)
      expect(await sendTo(`http://127.0.0.1:${listener.port}/`)).toMatchObject({ ok: true });
    expect(listener.connections).toBe(2);
    expect(listener.received.toLowerCase()).not.toContain('cookie');
  });

  it('goes straight to its receiver, whatever proxy the environment names', async () => {
    const proxy = await listenForTest(respond(OK));
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const { ok, listener } = await outcome(respond(OK));
    vi.unstubAllEnvs();
    expect([ok, listener.connections, proxy.connections]).toEqual([true, 1, 0]);
  });

  it('is sent to the next address of a name when the first does not answer', async () => {
    const listener = await listenForTest(respond(OK));
    const both = policyOf('hooks.example.com', async () => ['::1', '127.0.0.1']);
    const result = await sendTo(`http://hooks.example.com:${listener.port}/`, { policy: both });
    expect(result).toMatchObject({ ok: true });
  });

  it('throws only for a mistake of ours', async () => {
    const listener = await listenForTest(respond(OK));
    const headers = { 'webhook-id': 'a\r\nb' };
    await expect(sendTo(`http://127.0.0.1:${listener.port}/`, { headers })).rejects.toThrow(
      'Invalid character',
    );
    await listener.closed;
  });
});

describe('the response', () => {
  it.each([
    ...[200, 204, 299].map((status) => [status, true, 'none', false] as const),
    ...[400, 409, 429, 500, 999].map((status) => [status, false, 'http_error', false] as const),
    [404, false, 'http_error', false],
    [410, false, 'http_error', true],
  ] as const)(
    '%i is success: %s, of the class %s, and the receiver is gone: %s',
    async (status, ok, errorClass, gone) => {
      expect(await outcome(reply(`${status} Word`))).toMatchObject({ ok, status, errorClass, gone });
    },
  );

  it.each([300, 301, 307, 399])('%i is a failure and is not followed', async (status) => {
    const canary = await listenForTest(respond(OK));
    const location = `http://127.0.0.1:${canary.port}/`;
    const result = await outcome(
      reply(`${status} Over there\r\nLocation: ${location}\r\nRefresh: 0; url=${location}`),
    );
    expect(result).toMatchObject({ ok: false, status, errorClass: 'redirect', gone: false });
    expect(canary.connections).toBe(0);
  });

  it('may come after interim ones', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    expect(await outcome(respond(interim + OK))).toMatchObject({ ok: true, status: 200 });
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['99999999999999999999', 31_536_000_000],
    ['', null],
  ])('with Retry-After: %s asks for %s ms', async (value, expected) => {
    const { retryAfterMs } = await outcome(reply(`503 No\r\nRetry-After: ${value}`));
    expect(retryAfterMs).toBe(expected);
  });

  it('may ask for a date to be waited for', async () => {
    const { retryAfterMs } = await outcome(
      reply(`429 No\r\nRetry-After: ${new Date(Date.now() + 60_000).toUTCString()}`),
    );
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('counts once its status is there: that its body breaks off changes nothing', async () => {
    const broken = respond('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', (socket) =>
      socket.resetAndDestroy(),
    );
    expect(await outcome(broken)).toMatchObject({ ok: true, status: 200, errorClass: 'none' });
  });

  it('is read for 4 KiB, then the connection is closed', async () => {
    let written = 0;
    const endless = respond('HTTP/1.1 200 OK\r\n\r\n', (socket) => {
      const pour = () => {
        while (socket.writable && socket.write('x'.repeat(1024))) written += 1024;
        socket.once('drain', pour);
      };
      pour();
    });
    const { listener, ...result } = await outcome(endless);
    expect(result).toMatchObject({ ok: true, status: 200 });
    await listener.closed;
    expect(written).toBeLessThan(20 * 1024 * 1024);
  });

  it('that trickles is given up at the total limit', async () => {
    const trickle = respond('HTTP/1.1 200 OK\r\n\r\n', (socket) => {
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const { listener, ...result } = await outcome(trickle, CONNECTED);
    expect(result).toMatchObject({ ok: true, status: 200 });
    await listener.closed;
  });
});

describe('an attempt fails', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ...Object.entries({
      'the receiver speaks something else': 'SSH-2.0-OpenSSH_9.6\r\n',
      'the receiver speaks TLS': '\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00',
      'the status has four digits': 'HTTP/1.1 2000 OK\r\n\r\n',
      'the version is not ours': 'HTTP/2 200\r\n\r\n',
      'a header is too large': `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      'the length is two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'it may be smuggled': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'the protocol is switched':
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    }).map(([what, text]): [string, string, (socket: Socket) => void] => ['protocol', what, respond(text)]),
    ['reset', 'the connection is reset', respond('', (socket) => socket.resetAndDestroy())],
    ['reset', 'the connection is closed without a response', respond('', (socket) => socket.end())],
    [
      'reset',
      'the connection is closed within the headers',
      respond('HTTP/1.1 200 OK\r\nContent-', (socket) => socket.end()),
    ],
    ['reset', 'the connection is reset at once', (socket) => socket.resetAndDestroy()],
  ])('as %s when %s', async (errorClass, _, serve) => {
    const { listener, ...result } = await outcome(serve);
    expect(result).toEqual({
      ok: false,
      status: null,
      durationMs: expect.any(Number),
      errorClass,
      retryAfterMs: null,
      gone: false,
      response: null,
    });
    await listener.closed;
  });

  it('as timeout when a receiver that is connected says nothing, stops within the headers, or sends them without end', async () => {
    const endless = (socket: Socket): void => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    };
    const receivers = [() => undefined, respond('HTTP/1.1 200 OK\r\nContent-', () => undefined), endless];
    const outcomes = await Promise.all(receivers.map((serve) => outcome(serve, CONNECTED)));
    for (const { listener, ...result } of outcomes) {
      expect(result).toMatchObject({ ok: false, status: null, errorClass: 'timeout' });
      await listener.closed;
    }
  });

  it('as connect_timeout when the connection is not made in time', async () => {
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return this;
    });
    expect(await sendTo('http://127.0.0.1/', SOON)).toMatchObject({
      status: null,
      errorClass: 'connect_timeout',
    });
  });

  it('as connect_timeout when TLS is not agreed on in time', async () => {
    const silent = await listenForTest(() => undefined);
    const result = await sendTo(`https://127.0.0.1:${silent.port}/`, { ...SOON, totalTimeoutMs: 20_000 });
    expect(result).toMatchObject({ status: null, errorClass: 'connect_timeout' });
    await silent.closed;
  });

  it.each<[string, string, () => Promise<string[]>]>([
    ['connect_timeout', 'is not resolved in time', () => FOREVER],
    ['dns', 'has no address', async () => []],
    ['dns', 'cannot be resolved', () => Promise.reject(new Error('SERVFAIL'))],
  ])('as %s when the name %s', async (errorClass, _, resolve) => {
    const limits = errorClass === 'dns' ? {} : SOON;
    const result = await sendTo('https://hooks.example.com/', { ...limits, policy: policyOf('', resolve) });
    expect(result).toMatchObject({ ok: false, status: null, errorClass });
  });

  it('as refused when nothing listens', async () => {
    const listener = await listenForTest(() => undefined);
    listener.close();
    const result = await sendTo(`http://127.0.0.1:${listener.port}/`);
    expect(result).toMatchObject({ ok: false, status: null, errorClass: 'refused' });
  });

  it('as blocked_address when the URL has come to be no target', async () => {
    const production = { ...policy, allowHttp: false };
    const result = await sendTo('http://127.0.0.1/', { policy: production });
    expect(result).toMatchObject({ ok: false, status: null, errorClass: 'blocked_address' });
  });
});

describe('over TLS', () => {
  const trusted = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...trusted, VALID, EXPIRED]));
  afterAll(() => setDefaultCACertificates(trusted));

  const secure = (serve: (socket: Socket) => void, cert = VALID) =>
    listenForTest(serve, { tls: { key: KEY, cert } });

  it.each([
    ['hooks.example.com', 'its name as server name', 'hooks.example.com'],
    ['127.0.0.1', 'no server name', false],
  ])('a webhook arrives at %s, which the certificate is for, with %s', async (host, _, expected) => {
    let servername: string | false | null = null;
    const listener = await secure((socket) => {
      servername = (socket as TLSSocket).servername;
      respond(OK)(socket);
    });
    const result = await sendTo(`https://${host}:${listener.port}/`);
    expect([result, servername]).toEqual([expect.objectContaining({ ok: true, status: 200 }), expected]);
    expect(listener.received).toContain(`Host: ${host}:${listener.port}\r\n`);
  });

  it.each([
    ['is for another name', 'other.example.com', VALID],
    ['is past its time', 'hooks.example.com', EXPIRED],
  ])('it fails as tls, and nothing is sent, when the certificate %s', async (_, host, cert) => {
    const listener = await secure(respond(OK), cert);
    const result = await sendTo(`https://${host}:${listener.port}/`);
    expect(result).toMatchObject({ ok: false, status: null, errorClass: 'tls' });
    await listener.closed;
    expect(listener.received).toBe('');
  });

  it.each(['1', '0'])(
    'it fails as tls when nobody vouches for the certificate, with NODE_TLS_REJECT_UNAUTHORIZED=%s',
    async (setting) => {
      setDefaultCACertificates(trusted);
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', setting);
      vi.spyOn(process, 'emitWarning').mockReturnValue();
      const listener = await secure(respond(OK));
      const result = await sendTo(`https://hooks.example.com:${listener.port}/`);
      vi.unstubAllEnvs();
      setDefaultCACertificates([...trusted, VALID, EXPIRED]);
      expect(result).toMatchObject({ ok: false, status: null, errorClass: 'tls' });
      expect(listener.received).toBe('');
    },
  );

  it.each<[string, (socket: Socket) => void]>([
    ['plain HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['nothing and closes', (socket) => socket.end()],
    ['nothing and resets', (socket) => socket.once('data', () => socket.resetAndDestroy())],
  ])('it fails as tls when the receiver speaks %s', async (_, serve) => {
    const listener = await listenForTest(serve);
    const result = await sendTo(`https://hooks.example.com:${listener.port}/`);
    expect(result).toMatchObject({ ok: false, status: null, errorClass: 'tls' });
  });

  it('a receiver that wants a certificate of ours fails as tls', async () => {
    const listener = await listenForTest(respond(OK), {
      tls: { key: KEY, cert: VALID, requestCert: true, rejectUnauthorized: true, ca: [VALID] },
    });
    const result = await sendTo(`https://hooks.example.com:${listener.port}/`);
    expect(result).toMatchObject({ ok: false, status: null, errorClass: 'tls' });
  });

  it('a receiver that hangs is given up at the total limit', async () => {
    const listener = await secure(() => undefined);
    const result = await sendTo(`https://hooks.example.com:${listener.port}/`, CONNECTED);
    expect(result).toMatchObject({ ok: false, status: null, errorClass: 'timeout' });
    await listener.closed;
  });
});
