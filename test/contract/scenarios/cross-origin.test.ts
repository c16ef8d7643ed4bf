import { crossOrigin, operations, type OperationInfo } from '@tempshare/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../contract.ts';

const ALL: readonly OperationInfo[] = Object.values(operations);
const PATHS = [...new Set(ALL.map(({ path }) => path))].map((path) => {
  const here = ALL.filter((operation) => operation.path === path);
  const isOpen = here.some(({ auth }) => auth !== 'bearer');
  return { path: path.replaceAll(/\{\w+\}/g, 'none'), methods: here.map(({ method }) => method), isOpen };
});
const OPEN = PATHS.filter(({ isOpen }) => isOpen);
const CLOSED = PATHS.filter(({ isOpen }) => !isOpen);

/** The headers that a browser asks by, and what a cache tells origins apart by. */
const crossOriginOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => /^access-control-|^timing-allow-|^vary$/.test(name)));

const ORIGIN = { origin: 'https://app.example' };
const asking = (method: string, names?: string) => ({
  ...ORIGIN,
  'access-control-request-method': method,
  ...(names && { 'access-control-request-headers': names }),
});

/** Pages of other origins: CORS of the Fetch standard. */
contract((stage) => {
  const preflight = (path: string, method: string, names?: string) =>
    fetch(stage.baseUrl + path, { method: 'OPTIONS', headers: asking(method, names) });

  describe('a page of another origin', () => {
    it('may ask for every path that needs no key, by its methods and with what the SDK sends', async () => {
      for (const { path, methods } of OPEN) {
        const response = await preflight(path, methods[0] as string, 'content-type');
        expect([path, response.status, await response.text()]).toEqual([path, 204, '']);
        expect([path, crossOriginOf(response.headers)]).toEqual([
          path,
          {
            'access-control-allow-origin': '*',
            'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
            'access-control-allow-methods': methods.join(', '),
            'access-control-allow-headers': crossOrigin.requestHeaders.join(', '),
            'access-control-max-age': '86400',
          },
        ]);
      }
      expect(crossOrigin.requestHeaders).toEqual(
        expect.arrayContaining(['Content-Type', 'Last-Event-ID', 'X-Access-Proof', 'X-Retry-Count']),
      );
      expect(crossOrigin.requestHeaders).not.toContain('Authorization');
    });

    it('may ask for no path of the owner’s, and reads nothing there', async () => {
      const key = await stage.createKey();
      expect(CLOSED.length).toBeGreaterThan(20);
      for (const { path, methods } of CLOSED) {
        const refused = await preflight(path, methods[0] as string, 'authorization');
        expect(await refused.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
        const seen = [crossOriginOf(refused.headers)];
        for (const method of [...methods, 'OPTIONS'])
          for (const call of [{}, { key }])
            seen.push(
              crossOriginOf((await stage.send(`${method} ${path}`, { headers: ORIGIN, ...call })).headers),
            );
        expect([path, seen.filter((headers) => Object.keys(headers).length > 0)]).toEqual([path, []]);
      }
    });

    describe('reads', () => {
      let id = '';
      beforeAll(async () => {
        const owner = await stage.owner();
        ({ id } = await owner.transfers.create({ type: 'text', text: 'x', password: 'azalea' }));
      });
      const json = {};
      it.each<[number, string, () => string, object]>([
        [200, 'what is there', () => `GET /public/transfers/${id}`, {}],
        [200, 'the contract', () => 'GET /openapi.json', {}],
        [400, 'what is wrong with a query', () => `GET /public/transfers/${id}?a=1`, {}],
        [400, 'what is wrong with a body', () => `POST /public/transfers/${id}/open`, { raw: '{' }],
        [400, 'what is wrong with a path', () => 'GET /public/transfers/%zz', {}],
        [403, 'that a password is wrong', () => `POST /public/transfers/${id}/open`, { json }],
        [404, 'that nothing is there', () => 'GET /public/transfers/nothing', {}],
        [404, 'that there is no such path', () => 'GET /public/nothing', {}],
        [404, 'that no file is awaited', () => 'PUT /public/uploads/none', { raw: 'x' }],
        [404, 'that no file is there', () => 'GET /public/downloads/none', {}],
        [405, 'which methods there are', () => `DELETE /public/transfers/${id}`, {}],
        [405, 'that OPTIONS alone is none', () => `OPTIONS /public/transfers/${id}`, {}],
        [415, 'that the type is wrong', () => 'POST /public/drops/none/items', { raw: 'a=b' }],
      ])('%i: %s', async (status, _what, call, { raw, ...parts }: { raw?: string; json?: object }) => {
        const type =
          raw === 'x' ? 'application/octet-stream' : raw === '{' ? 'application/json' : 'text/plain';
        const headers: Record<string, string> =
          raw === undefined ? ORIGIN : { ...ORIGIN, 'content-type': type };
        const response = await stage.send(call(), { ...parts, ...(raw !== undefined && { raw }), headers });
        expect(response.status).toBe(status);
        expect(crossOriginOf(response.headers)).toEqual({
          'access-control-allow-origin': '*',
          'access-control-expose-headers': expect.stringMatching(
            /Content-Disposition.*RateLimit, RateLimit-Policy, Retry-After.*X-Request-Id/,
          ),
        });
      });
    });
  });
});
