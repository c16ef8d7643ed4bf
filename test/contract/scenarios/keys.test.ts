import type { OperationInfo, Scope } from '@tempshare/contract';
import { AuthenticationError, PermissionDeniedError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { document } from '../../support/contract/schemas.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { exampleCall, OWNER_OPERATIONS } from '../../support/contract/operations.ts';
import { contract } from '../contract.ts';

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
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
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
