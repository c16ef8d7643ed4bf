/** Makes the package as it is published: `node packages/sdk/build/main.ts [directory]`, by default `packages/sdk/dist`. */
import { join } from 'node:path';
import { buildPackage } from './package.ts';

await buildPackage(join(import.meta.dirname, '..'), process.argv[2]);
