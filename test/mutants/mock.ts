import type { Mutant } from './mutant.ts';

const IDEMPOTENCY = 'packages/testing/src/http/idempotency.ts';

const SECRETS = ['contract/mock-', 'scenarios/secrets.'];
const KEYS = ['contract/mock-', 'scenarios/keys.', 'scenarios/transfers.', 'scenarios/not-found.'];
const CLAIMS = ['contract/mock-', '/idempotency.'];

/** The mock, which promises what the server does. */
export const mutants: Mutant[] = [
  {
    name: 'a secret of the mock can be revealed twice',
    file: 'packages/testing/src/features/secrets.ts',
    from: `state: 'consumed', content: '', consumedAt: now, endedAt: now`,
    to: `consumedAt: now, endedAt: now`,
    tests: SECRETS,
  },
  {
    name: 'a key of the mock reads what is of another',
    file: 'packages/testing/src/domain/ownership.ts',
    from: 'if (item?.keyId !== keyId) throw notFound();',
    to: 'if (!item) throw notFound();',
    tests: KEYS,
  },
  {
    name: 'the mock replays a key to another payload',
    file: IDEMPOTENCY,
    from: 'if (claimed.payload === payload) return replay(claimed);',
    to: 'if (claimed.payload) return replay(claimed);',
    tests: CLAIMS,
  },
  {
    name: 'the mock replays a key after its 24 hours',
    file: IDEMPOTENCY,
    from: 'return claim && claim.until > now ? claim : undefined;',
    to: 'return claim && now ? claim : undefined;',
    tests: CLAIMS,
  },
  {
    name: 'the mock knows no scopes',
    file: 'packages/testing/src/http/authenticate.ts',
    from: 'if (operation.scopes.some((all) => all.every((scope) => scopes.includes(scope)))) return;',
    to: 'if (operation.scopes.some((all) => all.every((scope) => scope && scopes))) return;',
    tests: KEYS,
  },
  {
    name: 'a failure that was asked for once never ends',
    file: 'packages/testing/src/failures/failures.ts',
    from: 'next.remaining -= 1;',
    to: '',
    tests: ['contract/mock-'],
  },
];
