import type { Mutant } from './mutant.ts';

const KEYS = 'packages/sdk/src/envelope/keys.ts';
const JWE = 'packages/sdk/src/envelope/jwe.ts';

const ENVELOPE = ['sdk/test/envelope', 'sdk/test/sealing', 'sdk/test/rooms'];

/** Sealing at rest, and the envelope of what is sealed end to end. */
export const mutants: Mutant[] = [
  {
    name: 'what is sealed in one row opens in another',
    file: 'server/src/crypto/item-vault.ts',
    from: '`tempshare/1 ${ref.kind} ${ref.id} ${part}`',
    to: '`tempshare/1 ${ref.kind} ${part}`',
    tests: ['schema-upgrades', '/item-vault.', '/confidential.'],
  },
  {
    name: 'an access proof is compared by its length alone',
    file: 'server/src/crypto/item-vault.ts',
    from: 'if (!timingSafeEqual(hash, accessProofHash)) throw invalidPassword();',
    to: 'if (hash.length !== accessProofHash.length) throw invalidPassword();',
    tests: ['/e2e.', 'scenarios/opening.', 'scenarios/secrets.'],
  },
  {
    name: 'a password that is typed in another Unicode form is wrong',
    file: 'server/src/crypto/password.ts',
    from: `derive(password.normalize('NFKC'), salt`,
    to: 'derive(password, salt',
    tests: ['scenarios/opening.', 'scenarios/secrets.', '/exactly.'],
  },
  {
    name: 'passwords are stretched by a hundredth of the rounds',
    file: 'server/src/crypto/password.ts',
    from: 'PASSWORD_ITERATIONS = defaults.kdfIterations;',
    to: 'PASSWORD_ITERATIONS = defaults.kdfIterations / 100;',
    tests: ['server/test/password', '/attempts.', 'docs-numbers'],
  },
  {
    name: 'a keyring goes on wrapping by its oldest key',
    file: 'server/src/crypto/keyring.ts',
    from: 'this.#current = entries[0];',
    to: 'this.#current = entries.at(-1) ?? entries[0];',
    tests: ['/keyring.'],
  },
  {
    name: 'the log holds the whole address of a client',
    file: 'server/src/http/pipeline/request-scope.ts',
    from: 'network: truncated(network),',
    to: 'network,',
    tests: ['server/test/request-scope', '/confidential.', '/rate-limit.', '/flood.', '/settings.'],
  },
  {
    name: 'the SDK stretches a password in the Unicode form that was typed',
    file: KEYS,
    from: `utf8(password.normalize('NFKC'))`,
    to: 'utf8(password)',
    tests: ENVELOPE,
  },
  {
    name: 'an envelope may ask for too few rounds',
    file: KEYS,
    from: 'kdfIterationsLeast <= (iterations as number) &&',
    to: '1 <= (iterations as number) &&',
    tests: ENVELOPE,
  },
  {
    name: 'one kind of sealed text passes for another',
    file: JWE,
    from: 'if (header.kind !== kind) refuse(',
    to: 'if (!header.kind) refuse(',
    tests: ENVELOPE,
  },
  {
    name: 'two texts are sealed under one nonce',
    file: JWE,
    from: 'concat(utf8(JSON.stringify([seed, head])), plaintext)',
    to: 'utf8(JSON.stringify([seed, head]))',
    tests: ENVELOPE,
  },
  {
    name: 'a file that was cut off opens as a whole one',
    file: 'packages/sdk/src/envelope/file.ts',
    from: 'nonce.setUint8(11, last ? 1 : 0);',
    to: 'nonce.setUint8(11, 0);',
    tests: ENVELOPE,
  },
];
