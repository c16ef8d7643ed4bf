/**
 * The part of `npm run test:all` that `npm test` leaves out. Installs the runtimes and tools of `test/packaging`, runs
 * the part of `npm test` on the newest Node.js that depends on Node.js most, and runs `.config/vitest.all.config.ts`.
 *
 * Arguments are filters of files, as for `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_26 } from './packaging/runtimes.ts';
import { ROOT } from './support/server/server-process.ts';

/** Folders with packages of their own. Those of Next.js 14 need another React than the rest. */
const PACKAGED = ['test/packaging', 'test/packaging/next-14'].map((folder) => join(ROOT, folder));

function run(program: string, args: string[], cwd = ROOT): boolean {
  return spawnSync(program, args, { cwd, stdio: 'inherit' }).status === 0;
}

const vitest = (node: string, config: string, ...args: string[]): boolean =>
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', config, ...args]);

/** Installs the packages of a folder, unless they were installed from the same lock file. */
function install(folder: string): boolean {
  const lock = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules/.installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8')) return true;
  if (!run('npm', ['ci', '--no-audit', '--no-fund'], folder)) return false;
  copyFileSync(lock, installed);
  return true;
}

if (!PACKAGED.every(install)) process.exit(1);
const filters = process.argv.slice(2);
/** Tests whose results may differ from one Node.js to the next; what the others find is found on either. */
const OF_NODE = [
  'packages',
  'server/test',
  'test/house',
  'test/contract',
  ...['cli', 'docs', 'files', 'server'].map((story) => `test/stories/${story}`),
];
const passed = [
  vitest(
    NODE_26,
    '.config/vitest.config.ts',
    '--project',
    'unit',
    '--project',
    'server',
    ...(filters.length > 0 ? filters : OF_NODE),
  ),
  vitest(process.execPath, '.config/vitest.all.config.ts', ...filters),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;
