import type { Mutant } from './mutant.ts';

const MASKING = ['packages/masking/test/mask', 'server/test/mask', '/masking.', 'scenarios/debug-shares.'];

/** Credentials that a debug share is to lose. */
export const mutants: Mutant[] = [
  {
    name: 'a secret that is repeated stays where nothing names it',
    file: 'packages/masking/src/mask.ts',
    from: 'if (end - start < 16 || end - start > 4096) continue;',
    to: 'if (end - start < 1600 || end - start > 4096) continue;',
    tests: MASKING,
  },
  {
    name: 'the end of a secret stays where two findings overlap',
    file: 'packages/masking/src/mask.ts',
    from: 'last.end = Math.max(last.end, finding.end);',
    to: 'last.end = finding.end;',
    tests: MASKING,
  },
  {
    name: 'download URLs of this service stay',
    file: 'packages/masking/src/rules/urls.ts',
    from: '(?:uploads|downloads)(?:',
    to: '(?:uploads)(?:',
    tests: MASKING,
  },
  {
    name: 'passwords that look like words stay',
    file: 'packages/masking/src/evidence/names.ts',
    from: `const PASSWORD: SecretName = { kind: 'password', needs: 1 };`,
    to: `const PASSWORD: SecretName = { kind: 'password', needs: 2 };`,
    tests: MASKING,
  },
  {
    name: 'lines of a private key stay after another program has logged between',
    file: 'packages/masking/src/layouts/private-keys.ts',
    from: 'const BETWEEN = 4;',
    to: 'const BETWEEN = 0;',
    tests: MASKING,
  },
  {
    name: 'a debug share counts what was masked in its last text alone',
    file: 'server/src/features/debug-shares/debug-share.ts',
    from: '(masked[kind] ?? 0) + count;',
    to: 'count;',
    tests: MASKING,
  },
  {
    name: 'the logs of a debug share are stored unmasked',
    file: 'server/src/features/debug-shares/debug-share.ts',
    from: '[name, maskings[i]?.text]',
    to: `[name, name === 'logs' ? input[name] : maskings[i]?.text]`,
    tests: MASKING,
  },
];
