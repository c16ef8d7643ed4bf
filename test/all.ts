/**
 * The part of `npm run test:all` that `npm test` leaves out. Installs the runtimes and tools of `test/packaging`, runs
 * `npm test` without the pages on the newest Node.js, and runs `.config/vitest.all.config.ts`.
 *
 * Arguments are filters of files, as for `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_26 } from './packaging/runtimes.ts';
import { ROOT } from './support/server/server-process.ts';

const PACKAGING = join(ROOT, 'test/packaging');
const LOCK = join(PACKAGING, 'package-lock.json');
/** The lock file that the packages of `test/packaging/node_modules` were installed from. */
const INSTALLED = join(PACKAGING, 'node_modules/.installed');

function run(program: string, args: string[], cwd = ROOT): boolean {
  return spawnSync(program, args, { cwd, stdio: 'inherit' }).status === 0;
}

const vitest = (node: string, config: string, ...args: string[]): boolean =>
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', config, ...args]);

function isInstalled(): boolean {
  try {
    return readFileSync(INSTALLED, 'utf8') === readFileSync(LOCK, 'utf8');
  } catch {
    return false;
  }
}

if (!isInstalled()) {
  if (!run('npm', ['ci', '--no-audit', '--no-fund'], PACKAGING)) process.exit(1);
  copyFileSync(LOCK, INSTALLED);
}
const filters = process.argv.slice(2);
const passed = [
  vitest(NODE_26, '.config/vitest.config.ts', '--project', 'unit', '--project', 'server', ...filters),
  vitest(process.execPath, '.config/vitest.all.config.ts', ...filters),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;
