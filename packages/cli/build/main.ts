/** Makes the package as it is published: `node packages/cli/build/main.ts [directory]`. */
import { join } from 'node:path';
import { buildCommandPackage } from '../../mcp/build/command-package.ts';

await buildCommandPackage({
  folder: join(import.meta.dirname, '..'),
  command: 'tempshare',
  node: '>=22.13',
});
