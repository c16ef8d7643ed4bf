import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** What forks, and the servers that tests start by the hundred, have compiled of modules. */
const compiled = join(import.meta.dirname, '../node_modules/.cache/node-compile');
process.env.NODE_COMPILE_CACHE ??= compiled;

/**
 * Files of a project share forks, and with them the modules of the server, a browser's driver and what has been compiled
 * of the contract: loading these takes longer than most files. Node.js loads them itself, as it does for users.
 */
const shared = { isolate: false, experimental: { viteModuleRunner: false } };

export default defineConfig({
  test: {
    // Far more than any of them takes: a machine that is busy with something else fails nothing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than the processors of a small machine: many a test waits for something.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/test/**/*.test.ts',
            'server/test/**/*.test.ts',
            'test/house/**/*.test.ts',
            'examples/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'server',
          include: ['test/contract/**/*.test.ts', 'test/stories/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'pages',
          include: ['test/pages/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts', 'test/pages/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'packaging',
          include: ['test/packaging/**/*.test.ts'],
          globalSetup: ['test/packaging/global-setup.ts'],
        },
      },
    ],
  },
});
