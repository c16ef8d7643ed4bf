import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { rawExchange, splitResponses, type RawResponse } from '../../support/network/raw-exchange.ts';
import { send } from '../../support/network/send.ts';

let app: TestApp;
beforeAll(async () => void (app = await sharedApp()));

const SECRET = '{"secret":"x"}';
const head = (call: string, ...lines: string[]): string =>
  [
    `${call.replace(' ', ' /api/v1')} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${app.apiKey}`,
    ...lines,
    '\r\n',
  ].join('\r\n');
const json = (...lines: string[]): string =>
  head('POST /secrets', 'Content-Type: application/json', ...lines);
const CHUNKED = 'Transfer-Encoding: chunked';
const ofHttp10 = (bytes: string): string => bytes.replace('HTTP/1.1', 'HTTP/1.0');

function expectMalformed({ status, headers, body }: RawResponse, expected = 400): void {
  expect(status).toBe(expected);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(JSON.parse(body)).toEqual({
    type: 'urn:tempshare:problem:malformed_request',
    title: 'The request is not HTTP',
    status: expected,
    detail: expect.stringMatching(/./),
    code: 'malformed_request',
    requestId: headers['x-request-id'],
  });
}

// prettier-ignore
const MALFORMED: [what: string, bytes: () => string, status?: number][] = [
  ['no Host', () => 'GET /api/v1/openapi.json HTTP/1.1\r\n\r\n'],
  ['two Hosts', () => head('GET /key', 'Host: b')],
  ['two Authorizations', () => head('GET /key', 'Authorization: Bearer x')],
  ['two Content-Types', () => json('Content-Type: application/json', 'Content-Length: 14') + SECRET],
  ['two Content-Lengths', () => json('Content-Length: 14', 'Content-Length: 14') + SECRET],
  ['a length and chunks', () => json('Content-Length: 14', CHUNKED) + SECRET],
  ['an unknown expectation', () => head('GET /key', 'Expect: tea'), 417],
  ['a body in gzip', () => json('Transfer-Encoding: gzip') + 'xx'],
  ['a body in gzip and chunks', () => `${json('Transfer-Encoding: gzip, chunked')}e\r\n${SECRET}\r\n0\r\n\r\n`],
  ['a body in gzip and chunks, in two headers', () => `${json('Transfer-Encoding: gzip', CHUNKED)}e\r\n${SECRET}\r\n0\r\n\r\n`],
  ['chunks in HTTP/1.0', () => ofHttp10(`${json(CHUNKED)}e\r\n${SECRET}\r\n0\r\n\r\n`)],
  ['a first chunk that is none', () => `${json(CHUNKED)}zz\r\n`],
  ['a second chunk that is none', () => `${json(CHUNKED)}5\r\n{"sec\r\nzz\r\n`],
  ['a chunk that is longer than it says', () => `${json(CHUNKED)}2\r\n${SECRET}\r\n0\r\n\r\n`],
  ['a part of a file', () => head('PUT /public/uploads/none', 'Content-Range: bytes 0-3/10', 'Content-Length: 4') + 'part'],
  ['no HTTP at all', () => 'nonsense\r\n\r\n'],
  ['nothing but NULs', () => '\0\0\0\0'],
  ['the greeting of TLS', () => '\x16\x03\x01\x02\x00\x01'],
  ['a version that there is not', () => 'GET / HTTP/9.9\r\n\r\n'],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a header without a colon', () => head('GET /key', 'no colon')],
  ['a header of 100,000 characters', () => head('GET /key', `X: ${'x'.repeat(100_000)}`), 431],
  ['a URL of 100,000 characters', () => `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['a negative length', () => json('Content-Length: -1')],
  ['a tunnel', () => 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n'],
];

describe('a request with', () => {
  it.each(MALFORMED)('%s is refused in the one error shape', async (_what, bytes, status) => {
    const [response, ...more] = await rawExchange(app.url, bytes(), 1);
    expectMalformed(response!, status);
    expect(more).toEqual([]);
  });

  it('nobody of HTTP/1.0 is told to continue, which it does not know', async () => {
    const begin = ofHttp10(json('Expect: 100-continue', 'Content-Length: 14'));
    expect(await rawExchange(app.url, begin + SECRET)).toMatchObject([{ status: 201 }]);
  });

  it.each([
    ['chunks in HTTP/1.0', () => ofHttp10(json('Connection: keep-alive', CHUNKED))],
    [
      'chunks and a length in HTTP/1.0',
      () => ofHttp10(json('Connection: keep-alive', 'Content-Length: 29', CHUNKED)),
    ],
    ['two transfer codings', () => json(CHUNKED, CHUNKED)],
  ])('a body of %s closes the connection, and what follows is no request', async (_what, begin) => {
    const chunks = `e\r\n${SECRET}\r\n0\r\n\r\n`;
    const responses = await rawExchange(app.url, begin() + chunks + head('GET /key'));
    expect(responses.map(({ status, headers }) => [status, headers.connection])).toEqual([[400, 'close']]);
  });

  it('a Host is not asked of HTTP/1.0', async () => {
    expect(await rawExchange(app.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatchObject([{ status: 200 }]);
  });
});

describe('a head that cannot be read', () => {
  const long = `X-Long: ${'x'.repeat(20_000)}`;
  const refusals = (call: string, cut: string) =>
    new Promise<RawResponse>((resolve) => {
      const { hostname, port } = new URL(app.url);
      let received = '';
      const bytes = `${call.replace(' ', ' /api/v1')} HTTP/1.1\r\nHost: a\r\n${cut}\r\n\r\n`;
      const socket = connect(Number(port), hostname, () => {
        // In pieces, as over a network: the one that is too much has no path.
        for (let at = 0; at < bytes.length; at += 1460)
          setImmediate(() => socket.write(bytes.slice(at, at + 1460)));
      });
      socket.setNoDelay().setEncoding('latin1');
      socket.on('data', (text: string) => (received += text)).on('error', () => undefined);
      socket.on('close', () => resolve(splitResponses(received)[0]!));
    });

  it.each([
    ['too long', long, 431],
    ['no HTTP', 'X-\x01: a', 400],
  ])(
    'since it is %s is refused so that a page of any origin can read it, where it may',
    async (_what, line, status) => {
      for (const call of ['GET /public/secrets/none', 'POST /public/secrets/none/reveal?a=b']) {
        const { headers, ...refusal } = await refusals(call, line);
        expectMalformed({ headers, ...refusal }, status);
        expect(headers).toMatchObject({
          'access-control-allow-origin': '*',
          'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
        });
      }
      for (const call of ['GET /key', 'POST /secrets', 'GET /publican']) {
        const { headers } = await refusals(call, line);
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );
});

describe('what follows a whole request', () => {
  it.each([
    ['without a body', () => head('GET /key'), 200],
    ['with a length', () => json('Content-Length: 14') + SECRET, 201],
    ['in chunks', () => `${json(CHUNKED)}e\r\n${SECRET}\r\n0\r\n\r\n`, 201],
  ] as const)('and is no HTTP is refused after the response to one %s', async (_what, bytes, status) => {
    const [first, second, ...more] = await rawExchange(app.url, `${bytes()}garbage\r\n\r\n`);
    expect(first).toMatchObject({ status, headers: { 'content-type': expect.stringContaining('/json') } });
    expectMalformed(second!);
    expect(second!.headers.connection).toBe('close');
    expect(more).toEqual([]);
  });

  it('and is a request is served after it, however they are cut', async () => {
    const chunked = `${json(CHUNKED)}e\r\n${SECRET}\r\n0\r\n\r\n`;
    const bytes = `${head('GET /key')}${chunked}${json('Content-Length: 14')}${SECRET}${head('GET /nothing')}`;
    const responses = await rawExchange(app.url, bytes.repeat(3), 12);
    expect(responses.map(({ status }) => status)).toEqual(Array(3).fill([200, 201, 201, 404]).flat());
  });
});

describe('a path', () => {
  it.each([
    '/API/v1/key',
    '/api/V1/key',
    '/api/v1/key/',
    '/api/v1/Key',
    '/READYZ',
    '/healthz/',
    '/api/v1//key',
  ])('%s is not that of something else', async (path) => {
    const headers = { accept: 'application/json' };
    const { status, body } = await send(app.url, `GET ${path}`, { key: app.apiKey, headers });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('a query', () => {
  it.each([
    ['limit[__proto__]=5', '/query/limit[__proto__]', 'unknown_parameter'],
    ['limit[a]=5', '/query/limit[a]', 'unknown_parameter'],
    ['limit%5B%5D=5', '/query/limit[]', 'unknown_parameter'],
    ['__proto__[limit]=5', '/query/__proto__[limit]', 'unknown_parameter'],
    ['constructor=1', '/query/constructor', 'unknown_parameter'],
    ['=5', '/query/', 'unknown_parameter'],
    ['LIMIT=5', '/query/LIMIT', 'unknown_parameter'],
    ['limit=5&a~/b=1', '/query/a~0~1b', 'unknown_parameter'],
    ['limit=%ZZ', '/query', 'encoding'],
    ['limit=%FF', '/query', 'encoding'],
    [`${'limit=5&'.repeat(1001)}late=1`, '/query/late', 'unknown_parameter'],
  ])('%s is refused where it is wrong', async (query, pointer, code) => {
    const { status, body } = await send(app.baseUrl, `GET /transfers?${query}`, { key: app.apiKey });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.errors).toContainEqual({ pointer, code, detail: expect.stringMatching(/./) });
  });

  it('is refused where there is none, too', async () => {
    const { status, body } = await send(app.baseUrl, 'GET /key?a=1', { key: app.apiKey });
    expect([status, body.errors[0].pointer]).toEqual([400, '/query/a']);
  });
});
