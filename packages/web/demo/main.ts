/**
 * Builds the demo into `dist/demo` and serves it on this machine: `npm run demo`. With `-- --build` it only builds, and
 * `PORT` chooses another port than 8090.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { BUILT } from '../src/site.ts';
import { buildDemo } from './build.ts';
import { serveFolder } from './serve.ts';

const OUT = join(import.meta.dirname, '../../../dist/demo');
const PORT = Number(process.env.PORT ?? 8090);

const unknown = process.argv.slice(2).filter((argument) => argument !== '--build');
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. Usage: npm run demo [-- --build]`);
  process.exit(2);
}
if (!existsSync(BUILT)) execFileSync(process.execPath, [join(import.meta.dirname, '../build/main.ts')]);
await buildDemo(OUT);
console.log(`Built: ${OUT}`);
if (!process.argv.includes('--build')) {
  const server = await serveFolder(OUT, PORT).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${PORT} is in use. Choose another one: PORT=8091 npm run demo`);
    process.exit(1);
  });
  const { port } = server.address() as AddressInfo;
  console.log(`Open http://localhost:${port}/ (Ctrl+C ends it)`);
}
