/**
 * Makes the package as it is published: `node packages/testing/build/main.ts [directory]`, by default
 * `packages/testing/dist`. What it takes from the contract is bundled, since that is not published.
 */
import { join } from 'node:path';
import { buildPackage } from '../../sdk/build/package.ts';

const testing = join(import.meta.dirname, '..');
await buildPackage(testing, process.argv[2], {
  bundled: { '@tempshare/contract': join(testing, '../contract/src/index.ts') },
});
