import { gzipSync } from 'node:zlib';
import { operations, limits } from '@tempshare/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import { send, type Reply, type Call } from '../../support/network/send.ts';

let app: TestApp;
beforeAll(async () => void (app = await sharedApp()));

const call = (line: string, more: Call = {}): Promise<Reply> =>
  send(app.baseUrl, line, { key: app.apiKey, ...more });
const JSON_TYPE = { 'content-type': 'application/json' };
const rawJson = (raw: string | Buffer): Call => ({ raw, headers: JSON_TYPE });
const url = (targetUrl: unknown): Call => ({ json: { type: 'url', targetUrl } });
const secret = (json: object): Call => ({ json: { secret: 'x', ...json } });
const idempotencyKey = (value: string | string[]): Call => ({
  ...secret({}),
  headers: { ...JSON_TYPE, 'idempotency-key': value },
});
const nested = (inner: string): string => `${'['.repeat(100_000)}${inner}${']'.repeat(100_000)}`;

/** The response is a problem as the contract describes it, and says nothing else. */
function expectProblem({ status, headers, body }: Reply, code: string): void {
  expect(headers['content-type']).toMatch(/^application\/problem\+json(; charset=utf-8)?$/);
  expect(headers['x-request-id']).toMatch(/^req_\w{22}$/);
  const { errors, ...rest } = body;
  expect(rest).toEqual({
    type: `urn:tempshare:problem:${code}`,
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    code,
    requestId: headers['x-request-id'],
  });
  expect(errors === undefined).toBe(code !== 'validation_failed');
  for (const entry of errors ?? []) {
    expect(entry).toEqual({
      pointer: expect.stringMatching(/^\/(body|query|path|headers)(\/|$)/),
      code: expect.stringMatching(/^[a-z_]+$/),
      detail: expect.stringMatching(/^(?!.*(NOT|,null|Empty value|Parameter '))./),
    });
  }
}

// prettier-ignore
const WRONG_PLACES: [what: string, line: string, call: Call, ...pointers: string[]][] = [
  ['a body of no chunks', 'POST /drops', { headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' } }, '/body'],
  ['null as a body', 'POST /secrets', rawJson('null'), '/body'],
  ['a string as a body', 'POST /secrets', { json: 'x' }, '/body'],
  ['a number for text', 'POST /secrets', { json: { secret: 5 } }, '/body/secret'],
  ['null for text', 'POST /secrets', { json: { secret: null } }, '/body/secret'],
  ['an empty text', 'POST /secrets', { json: { secret: '' } }, '/body/secret'],
  ['an object for text', 'POST /secrets', { json: { secret: { a: 1 } } }, '/body/secret'],
  ['several wrong places', 'POST /secrets', secret({ password: 1, expiration: '2h' }), '/body/password', '/body/expiration'],
  ['an expiration in capitals', 'POST /secrets', secret({ expiration: '1H' }), '/body/expiration'],
  ['more members than any request has', 'POST /transfers', rawJson(`{${Array.from({ length: 1001 }, (_, i) => `"k${i}":1`).join()}}`), '/body'],
  ['200,000 brackets that never close', 'POST /secrets', rawJson('['.repeat(200_000)), '/body'],
  ['200,000 brackets that only close', 'POST /secrets', rawJson(']'.repeat(200_000)), '/body'],
  ['200,000 quotes', 'POST /secrets', rawJson('"'.repeat(200_000)), '/body'],
  ['a million commas', 'POST /transfers', rawJson(','.repeat(1_000_000)), '/body'],
  ['__proto__ twice', 'POST /secrets', rawJson('{"secret":"x","__proto__":1,"__proto__":2}'), '/body/__proto__'],
  ['an unknown field with / and ~', 'POST /secrets', rawJson('{"secret":"x","b/c~d":1}'), '/body/b~1c~0d'],
  ['__proto__', 'POST /secrets', rawJson('{"secret":"x","__proto__":{"admin":true}}'), '/body/__proto__'],
  ['constructor', 'POST /secrets', rawJson('{"secret":"x","constructor":{"prototype":{}}}'), '/body/constructor'],
  ['__proto__ with a field in it', 'POST /secrets', rawJson('{"__proto__":{"secret":"x"}}'), '/body/secret', '/body/__proto__'],
  ['text without text', 'POST /transfers', { json: { type: 'text' } }, '/body/text'],
  ['url without targetUrl', 'POST /transfers', { json: { type: 'url' } }, '/body/targetUrl'],
  ['url with text', 'POST /transfers', { json: { type: 'url', targetUrl: 'https://a.example', text: 'x' } }, '/body/text'],
  ['oneTime as a string', 'POST /transfers', { json: { type: 'text', text: 'x', oneTime: 'true' } }, '/body/oneTime'],
  ['half a view', 'POST /transfers', { json: { type: 'text', text: 'x', maxViews: 1.5 } }, '/body/maxViews'],
  ['too many views', 'POST /transfers', rawJson('{"type":"text","text":"x","maxViews":1e400}'), '/body/maxViews'],
  ['an empty password', 'POST /secrets', secret({ password: '' }), '/body/password'],
  ['a character of a password too many', 'POST /secrets', secret({ password: 'p'.repeat(limits.passwordLength + 1) }), '/body/password'],
  ['e2e of what is not sealed', 'POST /secrets', secret({ encryption: 'e2e', accessProofHash: 'a'.repeat(43) }), '/body/secret'],
  ['a character too many', 'POST /transfers', { json: { type: 'text', text: '€'.repeat(limits.textLength + 1) } }, '/body/text'],
  ['a character of a secret too many', 'POST /secrets', { json: { secret: '🔑'.repeat(limits.secretLength + 1) } }, '/body/secret'],
  ['a lone surrogate', 'POST /secrets', rawJson('{"secret":"\\ud800 alone"}'), '/body/secret'],
  ['a lone surrogate in a password', 'POST /secrets', rawJson('{"secret":"x","password":"\\udc00"}'), '/body/password'],
  ['100,000 nested arrays', 'POST /secrets', rawJson(`{"secret":${nested('')}}`), '/body'],
  ['100,000 nested arrays as a body', 'POST /secrets', rawJson(nested('')), '/body'],
  ['100,000 nested arrays around an escape', 'POST /secrets', rawJson(`{"secret":${nested('"\\u0041"')}}`), '/body'],
  ['100,000 nested arrays around a lone surrogate', 'POST /secrets', rawJson(`{"secret":${nested('"\\ud800"')}}`), '/body'],
  ...[
    'https://a.example/\u0000\u001b[2J',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    'ws://a.example',
    'blob:https://a.example/x',
    '//a.example',
    '/path',
    'a.example',
    'https:a.example',
    'https:/a.example',
    'https:\\\\a.example',
    'https://',
    'https:///x',
    'https://user:word@a.example',
    'https://a.example\\@b.example',
    'https://a b.example',
    'https://a.example/with space',
    'https://a.example/\r\nX: y',
    'https://a.example:99999',
    '',
    `https://a.example/${'x'.repeat(2048)}`,
  ].map((target): (typeof WRONG_PLACES)[number] => [`a link to ${JSON.stringify(target).slice(0, 40)}`, 'POST /transfers', url(target), '/body/targetUrl']),
  ['a link that is no string', 'POST /transfers', url(['https://a.example']), '/body/targetUrl'],
  [
    'a file name of as many characters as a body takes',
    'POST /transfers',
    { json: { type: 'file', fileName: 'x'.repeat(8_000_000) } },
    '/body/fileName',
  ],
  ['__proto__ in the query', 'GET /transfers?__proto__=1', {}, '/query/__proto__'],
  ['a cursor with NUL', `GET /transfers?cursor=${Buffer.from('1:a\0b').toString('base64url')}`, {}, '/query/cursor'],
  ['an empty cursor', 'GET /transfers?cursor=', {}, '/query/cursor'],
  ['a reserved character in the query', 'GET /transfers?cursor=a:b', {}, '/query/cursor'],
  ['several statuses with commas', 'GET /transfers?status=active,expired', {}, '/query/status'],
  ['a text for events', 'POST /webhook-endpoints', { json: { url: 'https://a.example', events: 'secret.consumed' } }, '/body/events'],
  ['a malformed percent-encoding', 'GET /transfers/%ZZ', {}, '/path'],
  ['half a UTF-8 character in the path', 'GET /transfers/%F0%9F', {}, '/path'],
  ['an empty Idempotency-Key', 'POST /secrets', idempotencyKey(''), '/headers/idempotency-key'],
  ['an Idempotency-Key in Latin-1', 'POST /secrets', idempotencyKey('schlüssel'), '/headers/idempotency-key'],
  ['two Idempotency-Keys', 'POST /secrets', idempotencyKey(['a', 'b']), '/headers/idempotency-key'],
  ['an Accept-Language of 1,001 characters', 'POST /secrets', { ...secret({}), headers: { ...JSON_TYPE, 'accept-language': 'x'.repeat(1001) } }, '/headers/accept-language'],
];

// prettier-ignore
const REFUSED: [what: string, line: string, call: Call, status: number, code: string][] = [
  ['JSON and more', 'POST /secrets', rawJson('{"secret":"x"} {}'), 400, 'malformed_json'],
  ['no JSON', 'POST /secrets', rawJson('secret=x'), 400, 'malformed_json'],
  ['nothing but a space', 'POST /secrets', rawJson(' '), 400, 'malformed_json'],
  ['a raw control character in a string', 'POST /secrets', rawJson('{"secret":"\n"}'), 400, 'malformed_json'],
  ['a surrogate in UTF-8', 'POST /secrets', rawJson(Buffer.from('7b22736563726574223a22eda080227d', 'hex')), 400, 'malformed_json'],
  ['UTF-16', 'POST /secrets', rawJson(Buffer.from('\ufeff{"secret":"x"}', 'utf16le')), 400, 'malformed_json'],
  ['brackets that never close', 'POST /secrets', rawJson('[[['), 400, 'malformed_json'],
  ['a member that never ends', 'POST /secrets', rawJson('{"secret":"x'), 400, 'malformed_json'],
  ['an escape that is none', 'POST /secrets', rawJson('{"\\x":1}'), 400, 'malformed_json'],
  ['10 MB for a recipient', 'POST /public/secrets/none/reveal', { json: { password: 'x'.repeat(10_000_000) } }, 413, 'payload_too_large'],
  ['a body of no type', 'POST /secrets', { raw: '{"secret":"x"}' }, 415, 'unsupported_media_type'],
  ['a form', 'POST /secrets', { raw: 'secret=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'unsupported_media_type'],
  ['multipart', 'POST /secrets', { raw: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 415, 'unsupported_media_type'],
  ['a malformed type', 'POST /secrets', { raw: '{"secret":"x"}', headers: { 'content-type': '////;;;' } }, 415, 'unsupported_media_type'],
  ['more than an opening can need', 'POST /public/secrets/x/reveal', { json: { password: 'x'.repeat(30_000) } }, 413, 'payload_too_large'],
  ['gzip', 'POST /secrets', { raw: gzipSync('{"secret":"x"}'), headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
  ['an unknown encoding', 'POST /secrets', { raw: '{"secret":"x"}', headers: { ...JSON_TYPE, 'content-encoding': 'x' } }, 415, 'unsupported_media_type'],
  ['NUL in the path', 'GET /transfers/%00', {}, 404, 'not_found'],
  ['an id with NUL in it', 'POST /public/secrets/abc%00def/reveal', {}, 404, 'not_found'],
  ['an id of 5,000 characters', `GET /transfers/${'x'.repeat(5000)}`, {}, 404, 'not_found'],
  ['an encoded slash', 'GET /transfers/a%2Fb', {}, 404, 'not_found'],
  ['dots and slashes', 'GET /transfers/..%2f..%2fetc%2fpasswd', {}, 404, 'not_found'],
  ['a path with dots', 'GET /transfers/../secrets', {}, 404, 'not_found'],
  ['an unknown path', 'GET /nothing', {}, 404, 'not_found'],
  ['a path in capitals', 'GET /TRANSFERS', {}, 404, 'not_found'],
  ['a double slash', 'GET //transfers', {}, 404, 'not_found'],
  ['an empty id', 'GET /public/secrets//reveal', {}, 404, 'not_found'],
  ['a very long URL', `GET /${'x'.repeat(15_000)}`, {}, 404, 'not_found'],
];

describe('a request with', () => {
  it.each(WRONG_PLACES)('%s is told each wrong place', async (_what, line, more, ...pointers) => {
    const response = await call(line, more);
    expect(response.status).toBe(400);
    expectProblem(response, 'validation_failed');
    const errors = response.body.errors as { pointer: string }[];
    expect(new Set(errors.map(({ pointer }) => pointer))).toEqual(new Set(pointers));
  });

  it.each(REFUSED)('%s is refused', async (_what, line, more, status, code) => {
    const response = await call(line, more);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expectProblem(response, code);
  });

  it('a body without a length is refused at the first byte too many, though it has not ended', async () => {
    const headers = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
    const raw = await openRaw(`POST ${app.baseUrl}/public/secrets/x/reveal`, headers);
    const size = operations['public.secrets.reveal'].maxBodyBytes + 1;
    await raw.write(Buffer.from(`${size.toString(16)}\r\n${'{}'.padEnd(size)}\r\n`));
    await raw.until(/^HTTP\/1\.1 413 [^]*"payload_too_large"/);
    raw.socket.destroy();
  });

  it.each(['{"secret": hunter2}', '{"secret": "hunter2" hunter2', 'hunter2', '{"hunter2'])(
    'a body that cannot be read is quoted by no error: %s',
    async (text) => {
      const response = await call('POST /secrets', rawJson(text));
      expectProblem(response, 'malformed_json');
      expect(response.text).not.toContain('hunter2');
    },
  );

  it.each(Object.values(operations).map(({ method, path }) => [method, path] as const))(
    '%s %s answers every other method with 405 and Allow',
    async (_method, path) => {
      const allowed = Object.values(operations)
        .filter((other) => other.path === path)
        .map(({ method }) => method);
      for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
        if ((allowed as string[]).includes(method)) continue;
        const response = await call(`${method} ${path.replaceAll(/\{\w+\}/g, 'x')}`);
        expect([response.status, response.headers.allow!.split(', ').sort()]).toEqual([
          405,
          [...allowed].sort(),
        ]);
        expectProblem(response, 'method_not_allowed');
      }
    },
  );

  it('outside the API, too, a program gets a problem with a request id for an unknown path', async () => {
    for (const path of ['/', '/nothing', '/%ZZ', '/api', '/api/v2/transfers', '/%00']) {
      const response = await send(app.url, `GET ${path}`, { headers: { accept: 'application/json' } });
      expect(response.status, path).toBe(404);
      expectProblem(response, 'not_found');
    }
  });
});
