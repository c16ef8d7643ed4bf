// `npm start` and `npm run admin` of a checkout: the sources, or the built package where `npm ci --omit=dev` has left out what
// only the sources need.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [sources, built] = ['main.js', 'dist/tempshare-server.js'].map((file) =>
  join(import.meta.dirname, file),
);
if (existsSync(join(import.meta.dirname, '../node_modules/express'))) {
  await import(sources);
} else if (existsSync(built)) {
  await import(built);
} else {
  console.error(
    'Run "npm ci" first. "npm ci --omit=dev" is enough once "npm run build" has made server/dist.',
  );
  process.exit(1);
}
