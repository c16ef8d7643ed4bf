import type { OperationInfo, Scope } from '@tempshare/contract';
import { AuthenticationError, PermissionDeniedError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { document } from '../../support/contract/schemas.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { ALL_OPERATIONS, exampleCall, OWNER_OPERATIONS } from '../../support/contract/operations.ts';
import { contract } from '../contract.ts';

const DAY_MS = 86_400_000;
const ALL_SCOPES = [...new Set(OWNER_OPERATIONS.flatMap(({ scopes }) => scopes.flat()))] as Scope[];
const scoped = OWNER_OPERATIONS.filter(({ scopes }) => scopes.flat().length > 0);

contract((stage) => {
  describe('a key', () => {
    it.each(['live', 'test'] as const)('tells what it is (%s)', async (environment) => {
      const key = await stage.createKey(['transfer:read', 'secret:create'], environment);
      const { status, body } = await stage.send('GET /key', { key });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: expect.stringMatching(/^key_/),
        prefix: `svc_sk_${environment}_`,
        last4: key.slice(-4),
        environment,
        scopes: ['transfer:read', 'secret:create'],
        rateLimit: { windowSeconds: 60 },
        expiresAt: null,
      });
      expect(key).toMatch(new RegExp(`^svc_sk_${environment}_[0-9A-Za-z]{38}$`));
    });

    it('without any scope may still ask what it is', async () => {
      const owner = await stage.owner([]);
      expect((await owner.key.get()).scopes).toEqual([]);
    });

    const refusals = async (keyFor: (operation: OperationInfo) => Promise<string[]>) => {
      const outcomes: Record<string, string[]> = {};
      for (const operation of scoped) {
        for (const key of await keyFor(operation)) {
          const client = stage.recipient.withOptions({ apiKey: key });
          const error: unknown = await client
            .invoke(operation, exampleCall(operation))
            .catch((thrown: unknown) => thrown);
          const code = error instanceof PermissionDeniedError ? error.code : 'not refused';
          (outcomes[operation.id] ??= []).push(code);
        }
      }
      return outcomes;
    };
    const each = (expected: (operation: OperationInfo) => string[]) =>
      Object.fromEntries(scoped.map((operation) => [operation.id, expected(operation)]));

    const expiryOf = (response: { headers: Headers }) => response.headers.get('api-key-expires-at');

    it('that ends within 30 days is told so by every operation, also in an error', async () => {
      const key = await stage.createKey(ALL_SCOPES, 'test', { expiresIn: 29 * DAY_MS });
      const { headers, body } = await stage.send('GET /key', { key });
      expect(expiryOf({ headers })).toBe(body.expiresAt);
      const told: Record<string, unknown> = {};
      for (const operation of ALL_OPERATIONS.filter(({ auth }) => auth !== 'none')) {
        const reply = new Promise<string | null>((resolve) => {
          const client = stage.recipient.withOptions({
            apiKey: key,
            logLevel: 'off',
            middleware: [
              async (request, next) => {
                const response = await next(request);
                resolve(expiryOf(response));
                return response;
              },
            ],
          });
          client.invoke(operation, exampleCall(operation)).then(
            () => undefined,
            () => undefined,
          );
        });
        told[operation.id] = await reply;
      }
      expect([...new Set(Object.values(told))]).toEqual([body.expiresAt]);
    });

    it('that ends later, or never, is not told, and neither is a recipient', async () => {
      for (const options of [{ expiresIn: 31 * DAY_MS }, {}]) {
        const key = await stage.createKey(ALL_SCOPES, 'test', options);
        expect(expiryOf(await stage.send('GET /key', { key }))).toBeNull();
      }
      expect(expiryOf(await stage.send('GET /openapi.json'))).toBeNull();
    });

    it('that lacks a scope is told which, in the challenge of RFC 6750', async () => {
      const key = await stage.createKey([]);
      for (const operation of scoped) {
        const { method, path, scopes } = operation;
        const response = await stage.send(`${method} ${path.replaceAll(/\{\w+\}/g, 'x')}`, { key });
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([
          403,
          `Bearer error="insufficient_scope", scope="${scopes[0]!.join(' ')}"`,
        ]);
      }
    });

    it('is refused by every operation whose scope it lacks', async () => {
      const lacking = ({ scopes }: OperationInfo) =>
        ALL_SCOPES.filter((scope) => !scopes.flat().includes(scope));
      const refused = await refusals(async (operation) => [await stage.createKey(lacking(operation))]);
      expect(refused).toEqual(each(() => ['insufficient_scope']));
    });

    it('needs one of the scopes of an operation and no other', async () => {
      const alternatives = ({ scopes }: OperationInfo) =>
        Promise.all(scopes.map((all) => stage.createKey(all as Scope[])));
      const refused = await refusals(alternatives);
      expect(refused).toEqual(each(({ scopes }) => scopes.map(() => 'not refused')));
    });
  });

  describe('without a valid key', () => {
    it.each([
      ['no key', {}, 'missing_api_key'],
      ['another scheme', { authorization: 'Basic c3ZjOnNr' }, 'invalid_api_key'],
      ['a mistyped key', { authorization: 'Bearer svc_sk_test_mistyped' }, 'invalid_api_key'],
      ['an unknown key', { authorization: `Bearer svc_sk_live_${'0'.repeat(38)}` }, 'invalid_api_key'],
    ])('every owner operation responds with 401 to %s', async (_, headers, code) => {
      for (const { method, path } of OWNER_OPERATIONS) {
        const response = await stage.send(`${method} ${path.replaceAll(/\{\w+\}/g, 'x')}`, { headers });
        expect(response).toMatchObject({ status: 401, body: { code } });
        // RFC 6750, 3.1: without any authentication the challenge names no error.
        const error = code === 'missing_api_key' ? '' : ', error="invalid_token"';
        expect(response.headers.get('www-authenticate')).toBe(`Bearer realm="Tempshare API"${error}`);
      }
    });

    it('the SDK throws an AuthenticationError', async () => {
      const stranger = stage.recipient.withOptions({ apiKey: 'svc_sk_live_nobody' });
      const error = await failureOf(stranger.transfers.list());
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error).toMatchObject({ status: 401, code: 'invalid_api_key', operation: 'transfers.list' });
    });

    it('the document is there for all, with every operation', async () => {
      const response = await stage.recipient.openapi.get();
      expect(document).toMatchObject(response);
      expect(response).toMatchObject({
        openapi: expect.stringMatching(/^3\.1\./),
        info: { version: '1.0.0' },
      });
      expect(response).toHaveProperty('components.securitySchemes.bearerAuth.scheme', 'bearer');
      const callsIn = (paths: object) =>
        Object.entries(paths).map(([path, item]) => [path, Object.keys(item).sort()]);
      expect(callsIn(response.paths as object)).toEqual(callsIn(document.paths));
    });
  });
});
