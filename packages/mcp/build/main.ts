/** Makes the package as it is published: `node packages/mcp/build/main.ts [directory]`. */
import { join } from 'node:path';
import { buildCommandPackage } from './command-package.ts';

await buildCommandPackage({
  folder: join(import.meta.dirname, '..'),
  command: 'tempshare-mcp',
  node: '>=22.1',
});
