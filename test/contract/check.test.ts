import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractCheck } from '../support/contract/check.ts';

const baseUrl = 'https://wrong.example/api/v1';
const check = contractCheck(baseUrl);
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

const headers = { 'X-Request-Id': 'req_1' };
const key = {
  id: 'key_1',
  name: 'ci',
  prefix: 'svc_sk_test_',
  last4: '9xQz',
  environment: 'test',
  scopes: [],
  rateLimit: { limit: 120, windowSeconds: 60 },
  quota: { maxBytes: 10, bytesUsed: 1, bytesLeft: 9 },
  createdAt: '2026-11-21T10:00:00.000Z',
  expiresAt: null,
};
const problem = {
  type: 'urn:tempshare:problem:rate_limited',
  title: 'Too many requests',
  status: 429,
  detail: 'D',
  code: 'rate_limited',
  requestId: 'req_1',
};
const asProblem = { ...headers, 'Content-Type': 'application/problem+json' };

const limited = (change: object, more: object = {}) =>
  HttpResponse.json({ ...problem, ...change }, { status: 429, headers: { ...asProblem, ...more } });
const answer = (change: object) => HttpResponse.json({ ...key, ...change }, { headers });

it.each<[string, () => Response, string[]]>([
  ['nothing in a response that is right', () => answer({}), []],
  ['a property the contract does not name', () => answer({ owner: 'me' }), ['unevaluated']],
  [
    'one in an object inside',
    () => answer({ rateLimit: { ...key.rateLimit, burst: 1 } }),
    ['/rateLimit must NOT have unevaluated'],
  ],
  ['a missing property', () => answer({ name: undefined }), ["required property 'name'"]],
  [
    'a timestamp without milliseconds',
    () => answer({ createdAt: '2026-11-21T10:00:00Z' }),
    ['/createdAt must match pattern'],
  ],
  ['a missing header', () => HttpResponse.json(key), ['X-Request-Id is missing']],
  ['an unknown status', () => HttpResponse.json(key, { status: 202, headers }), ['not documented']],
  ['another content type', () => HttpResponse.text('x', { headers }), ['text/plain is not documented']],
  ['a wrong header', () => limited({}, { 'Retry-After': 'soon' }), ['Retry-After is soon']],
  [
    'a problem of no known code',
    () => limited({ code: 'oops' }),
    ['/code must be equal to one of the allowed values'],
  ],
  [
    'a problem that the operation does not answer with',
    () => limited({ code: 'too_many_attempts', title: 'Too many attempts' }),
    ['too_many_attempts is none of the operation'],
  ],
  ['a title of another code', () => limited({ title: 'Oh' }), ['the title of rate_limited is Oh']],
])('the check finds %s', async (_, response, faults) => {
  server.resetHandlers(http.get(`${baseUrl}/key`, response));
  await check.fetch(`${baseUrl}/key`);
  const found = check.takeFaults();
  expect(found).toHaveLength(faults.length);
  faults.forEach((fault, i) => expect(found[i]).toContain(fault));
});
