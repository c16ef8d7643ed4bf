import type { Mutant } from './mutant.ts';

const RULES = 'packages/sdk/src/webhooks/rules.ts';

const VERIFY = ['sdk/test/webhook'];
const SIGN = ['server/test/webhook-signature', '/webhooks.', 'webhook-worker'];

/** How webhooks are signed, and how the SDK verifies them. */
export const mutants: Mutant[] = [
  {
    name: 'a webhook from the future is accepted',
    file: RULES,
    from: 'const distance = Math.abs(age);',
    to: 'const distance = age;',
    tests: VERIFY,
  },
  {
    name: 'an old webhook is accepted without an end',
    file: RULES,
    from: 'if (!(distance <= tolerance)) {',
    to: 'if (age < -tolerance) {',
    tests: VERIFY,
  },
  {
    name: 'only the first of several secrets verifies',
    file: RULES,
    from: 'for (const each of secrets) found',
    to: 'for (const each of secrets.slice(0, 1)) found',
    tests: VERIFY,
  },
  {
    name: 'the signature of the next secret is not looked at',
    file: RULES,
    from: '/^x-service-signature(-next)?$/i',
    to: '/^x-service-signature$/i',
    tests: VERIFY,
  },
  {
    name: 'a repetition that arrives meanwhile is acted on twice',
    file: 'packages/sdk/src/webhooks/handler.ts',
    from: 'let run = running.get(id);',
    to: 'let run = running.get(type);',
    tests: VERIFY,
  },
  {
    name: 'a failed handler counts as having acted',
    file: 'packages/sdk/src/webhooks/handler.ts',
    from: '    await act();',
    to: '    await Promise.allSettled([act()]);',
    tests: VERIFY,
  },
  {
    name: 'the standard signature is keyed with the text of the secret',
    file: 'server/src/features/webhooks/sender/signature.ts',
    from: `createSecretKey(secret.replace(/^whsec_/, ''), 'base64')`,
    to: `createSecretKey(secret, 'base64')`,
    tests: SIGN,
  },
  {
    name: 'the new secret signs alone while a rotation is under way',
    file: 'server/src/features/webhooks/sender/signature.ts',
    from: `'X-Service-Signature': await sign(current),`,
    to: `'X-Service-Signature': await sign(next ?? current),`,
    tests: SIGN,
  },
  {
    name: 'an attempt is signed as of when the event was',
    file: 'server/src/features/webhooks/sender/deliver.ts',
    from: 'const timestampSeconds = Math.floor(Date.now() / 1000);',
    to: 'const timestampSeconds = Math.floor(delivery.createdAt.getTime() / 1000);',
    tests: SIGN,
  },
];
