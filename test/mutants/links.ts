import type { Mutant } from './mutant.ts';

const COMPLETE = 'packages/sdk/src/sealing/complete-link.ts';

const OPEN = [
  'sdk/test/open',
  'sdk/test/links',
  'sdk/test/sealing/link',
  'sdk/test/readings',
  'sdk/test/foreign-responses',
];
const SEALED = ['sdk/test/sealing', 'sdk/test/rooms', 'sdk/test/links', 'sdk/test/open'];
const FILES = ['sdk/test/open-hostile', 'sdk/test/files'];

/** Links: how the SDK makes them, and what it believes when it opens one. */
export const mutants: Mutant[] = [
  {
    name: 'a sealed content may be exchanged for one in clear text',
    file: 'packages/sdk/src/sealing/access.ts',
    from: `if (encryption !== 'e2e' && linkKey) {`,
    to: `if (encryption !== 'e2e' && encryption !== 'server' && linkKey) {`,
    tests: OPEN,
  },
  {
    name: 'a password is given though the service says that there is none',
    file: 'packages/sdk/src/links/unlock.ts',
    from: 'if (!needed) refusePassword(password);',
    to: '',
    tests: OPEN,
  },
  {
    name: 'what is sealed comes out as the content of a plain link',
    file: 'packages/sdk/src/links/unlock.ts',
    from: `if (encryption !== (keys ? 'e2e' : 'server')) throw unexpected();`,
    to: `if (keys && encryption !== 'e2e') throw unexpected();`,
    tests: OPEN,
  },
  {
    name: 'a link leads to an address of any scheme',
    file: 'packages/sdk/src/sealing/checks.ts',
    from: '/^https?:\\/\\/[^\\s/?#@',
    to: '/^[a-z]+:\\/\\/[^\\s/?#@',
    tests: SEALED,
  },
  {
    name: 'a link that was encoded twice has lost its key',
    file: 'packages/sdk/src/envelope/mend.ts',
    from: 'return decoded === text ? text.replace(',
    to: 'return true ? decoded.replace(',
    tests: OPEN,
  },
  {
    name: 'a link that can be read in two ways is opened in one',
    file: 'packages/sdk/src/envelope/keys.ts',
    from: 'another === undefined && key &&',
    to: 'key &&',
    tests: OPEN,
  },
  {
    name: 'the key goes into a link to a page of this machine',
    file: COMPLETE,
    from: '!(isLocal(url) && origins.some(isLocal))) {',
    to: '!isLocal(url)) {',
    tests: SEALED,
  },
  {
    name: 'the key goes into a link to another port',
    file: COMPLETE,
    from: 'own.origin === origin)',
    to: 'own.hostname === url.hostname)',
    tests: SEALED,
  },
  {
    name: 'a link that is opened again is another reading',
    file: 'packages/sdk/src/links/look-at.ts',
    from: 'const used = idempotencyKey ?? options.idempotencyKey ?? key;',
    to: 'const used = idempotencyKey ?? options.idempotencyKey ?? newIdempotencyKey();',
    tests: OPEN,
  },
  {
    name: 'a file name is read backwards',
    file: 'packages/sdk/src/names/index.ts',
    from: "return hasMeaning(character, before, after) ? character : '';",
    to: 'return character;',
    tests: FILES,
  },
  {
    name: 'a file name leads to another folder on Windows',
    file: 'packages/sdk/src/names/index.ts',
    from: '.split(/[/\\\\]/)',
    to: `.split('/')`,
    tests: FILES,
  },
  {
    name: 'a file of another size passes for the one that was shared',
    file: 'packages/sdk/src/files/download.ts',
    from: 'if (size !== undefined && loaded !== size) throw otherSize();',
    to: '',
    tests: FILES,
  },
];
