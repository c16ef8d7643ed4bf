import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_OPERATIONS, join, newAccount, PASSWORD, Person } from '../../support/panel/person.ts';
import { send } from '../../support/network/send.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await sharedApp();
  owner = await join(app, 'owner', await newAccount(app));
});

const changing = ACCOUNT_OPERATIONS.filter(({ method, anyOrigin }) => method !== 'GET' && !anyOrigin);

/** Headers of requests that a page of another site can have a browser send. */
const FOREIGN: [how: string, headers: Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ['a typed address', { 'sec-fetch-site': 'none' }],
  ['an older browser on another site', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a program without either header', {}],
];

describe.each(FOREIGN)('a request from %s', (_, headers) => {
  it.each(changing.map(({ id, method, path }) => [id, `${method} ${path}`]))(
    'cannot call %s',
    async (_id, line) => {
      const url = line.replaceAll(/\{\w+\}/g, 'x');
      const { status, body } = await send(`${app.url}/api/account`, url, {
        json: {},
        headers: { cookie: owner.cookie!, ...headers },
      });
      expect([status, body.code]).toEqual([403, 'foreign_origin']);
    },
  );
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a form of the type %s is no request, even from an own page',
  async (type) => {
    const { status } = await send(`${app.url}/api/account`, 'POST /session', {
      raw: JSON.stringify({ email: owner.email, password: PASSWORD }),
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
    });
    expect(status).toBe(415);
  },
);

it('an older browser on the server’s own page is let in by its origin', async () => {
  const person = new Person(app.url, owner.email);
  const { host } = new URL(app.url);
  const { status } = await send(`${app.url}/api/account`, 'POST /session', {
    json: { email: person.email, password: PASSWORD },
    headers: { origin: `http://${host}` },
  });
  expect(status).toBe(201);
});

it('no cookie authorizes the public API', async () => {
  const { status, body } = await send(app.baseUrl, 'GET /key', {
    headers: { cookie: owner.cookie!, 'sec-fetch-site': 'same-origin' },
  });
  expect([status, body.code]).toEqual([401, 'missing_api_key']);
});

it('no page of another origin reads a response', async () => {
  const { headers } = await owner.call('getSession', { headers: { origin: 'https://evil.example' } });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
