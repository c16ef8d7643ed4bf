/**
 * Builds the pages after an installation (`npm run prepare`). An installation without development dependencies cannot: it runs
 * the built server, which holds the pages.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
if (existsSync(join(root, 'node_modules/vite'))) await import('./main.ts');
else if (!existsSync(join(root, 'server/dist/dist/pages.json'))) {
  console.error('The server is not built. Run "npm ci" and "npm run build" before "npm ci --omit=dev".');
  process.exitCode = 1;
}
