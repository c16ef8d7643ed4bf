/**
 * The part of `npm run test:all` that `npm test` leaves out. Installs the runtimes and tools of `test/packaging`, runs
 * the part of `npm test` on the newest Node.js that depends on Node.js most, and runs `.config/vitest.all.config.ts`.
 *
 * Arguments are filters of files, as for `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { NODE_26 } from './packaging/runtimes.ts';
import { ROOT } from './support/server/server-process.ts';

function run(program: string, args: string[]): boolean {
  return spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

const vitest = (node: string, config: string, ...args: string[]): boolean =>
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', config, ...args]);

if (!run(process.execPath, ['test/packaging/install.ts'])) process.exit(1);
const filters = process.argv.slice(2);
/** Tests whose results may differ from one Node.js to the next; what the others find is found on either. */
const OF_NODE = [
  'packages',
  'server/test',
  ...['scenarios', 'mock'].map((part) => `test/contract/${part}`),
  ...['cli', 'docs', 'files', 'limits/flood', 'server'].map((story) => `test/stories/${story}`),
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
